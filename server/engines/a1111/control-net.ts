import { z } from 'zod'
import type { MapKind } from '#contract/jobs/drawing.ts'
import { CONTROL_KINDS, type ControlKind } from '#contract/values/jobs/drawing.ts'
import { type ControlNet, findControlNets, firstOf } from '../remote/control-nets.ts'
import { unreadable } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import type { ImageControl } from '../spec/index.ts'

/** What the ControlNet extension of a server has (Mikubill/sd-webui-controlnet, `scripts/api.py`; Forge answers the same). */
export interface ControlNetParts {
  models: string[]
  /** What finds edges, depth or poses, by the kind that it serves. */
  modules: ReadonlyMap<ControlKind, string>
  /** Its name for no preprocessor: nothing is to be found in an image. */
  noModule: string
}

/** What a control of one kind is done with. */
export interface ControlTools {
  /** Null: the preprocessor does it without a network of its own. */
  model: ControlNet | null
  /** Null: the server finds no such maps, and follows one that is given. */
  module: string | null
  /** For an image that is a map already. */
  noModule: string
}

const ModelList = z.object({ model_list: z.array(z.string()) })
const ModuleList = z.object({ module_list: z.array(z.string()) })
const Detected = z.object({ images: z.array(z.string()).optional() })

/** Names of the extension's preprocessors, the best first. */
const MODULES: Readonly<Record<ControlKind, readonly string[]>> = {
  canny: ['canny'],
  depth: ['depth_anything_v2', 'depth_anything', 'depth_midas', 'depth', 'depth_leres'],
  pose: ['dw_openpose_full', 'openpose_full', 'openpose'],
  reference: ['reference_only'],
}
/** The extension's own name, and Forge's. */
const NO_MODULE = ['none', 'None'] as const
/** As the extension names what a union model is told (`scripts/enums.py`). */
const UNION_TYPES: Readonly<Record<MapKind, string>> = {
  canny: 'Hard Edge',
  depth: 'Depth',
  pose: 'OpenPose',
}

/** Loading a preprocessor's own network may come before it. */
const DETECT_MS = 60_000

/**
 * Reads what the extension has.
 * @param read one of the extension's lists; null where the server has no such call
 */
export async function readControlNet(
  read: <T>(path: string, schema: z.ZodType<T>) => Promise<T | null>,
): Promise<ControlNetParts | null> {
  const [models, modules] = await Promise.all([
    read('/controlnet/model_list', ModelList),
    read('/controlnet/module_list', ModuleList),
  ])
  if (!models || !modules) return null
  const found = CONTROL_KINDS.flatMap((kind): [ControlKind, string][] => {
    const module = firstOf(MODULES[kind], modules.module_list)
    return module === undefined ? [] : [[kind, module]]
  })
  const noModule = firstOf(NO_MODULE, modules.module_list) ?? NO_MODULE[0]
  return { models: models.model_list, modules: new Map(found), noModule }
}

/** The kinds that a checkpoint can be led by, some by maps alone; `nativeSize` tells its family. */
export function controlsOf(
  parts: ControlNetParts | null,
  { name, nativeSize }: { name: string; nativeSize: number },
): Map<ControlKind, ControlTools> {
  if (!parts) return new Map()
  const isLarge = nativeSize > 512
  // No ControlNets of SDXL fit to the families after it.
  if (isLarge && OTHER_FAMILIES.test(name)) return new Map()
  const fits = (file: string) =>
    /xl/i.test(file) === isLarge && !OTHER_FAMILIES.test(file) && file !== 'None'
  const found: (readonly [ControlKind, ControlNet | null])[] = [
    ...findControlNets(parts.models, fits),
    ['reference', null],
  ]
  return new Map(
    found.flatMap(([kind, model]) => {
      const module = parts.modules.get(kind) ?? null
      const { noModule } = parts
      return module === null && model === null ? [] : [[kind, { model, module, noModule }]]
    }),
  )
}

const OTHER_FAMILIES = /flux|sd_?3|z.?image|qwen|hunyuan/i

/** One unit of a drawing call (the extension's `internal_controlnet/args.py`). @param image PNG in base64, of the output's size */
export const controlUnit = (
  { kind, strength, start, end, isMap }: ImageControl,
  { model, module, noModule }: ControlTools,
  image: string,
) => ({
  enabled: true,
  module: isMap ? noModule : module,
  model: model?.file ?? 'None',
  image,
  weight: strength,
  guidance_start: start,
  guidance_end: end,
  resize_mode: 'Crop and Resize',
  pixel_perfect: true,
  control_mode: 'Balanced',
  // Else the map comes back among the images.
  save_detected_map: false,
  ...(model?.isUnion && kind !== 'reference' && { union_control_type: UNION_TYPES[kind] }),
})

/** What a preprocessor finds in an image. @param image in base64 @returns PNG. Throws RemoteError. */
export async function detectControl(
  server: RemoteServer,
  module: string,
  image: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { images = [] } = await server.call('/controlnet/detect', Detected, {
    body: {
      controlnet_module: module,
      controlnet_input_images: [image],
      controlnet_processor_res: 512,
    },
    timeoutMs: DETECT_MS,
    signal,
  })
  const [map] = images
  if (map === undefined) throw unreadable('The server', 'found no map of the image')
  return Buffer.from(map, 'base64')
}
