import type { MapKind } from '#contract/jobs/drawing.ts'
import { type ControlKind, MAP_KINDS } from '#contract/values/jobs/drawing.ts'
import { type ControlNet, findControlNets, firstOf } from '../remote/control-nets.ts'
import type { ImageControl } from '../spec/index.ts'
import { addPart, type Draft } from './build-workflow.ts'
import type { loadParts } from './load-templates.ts'
import type { ServerContents } from './read-server.ts'
import type { Template } from './template.ts'

/** What a control of one kind is done with; an IP-Adapter finds its own files. */
export type ControlTools = 'ip-adapter' | NetTools

export interface NetTools {
  net: ControlNet
  /** Preprocessor of the node `AIO_Preprocessor`; null: ComfyUI's own node finds edges. */
  preprocessor: string | null
  /** The server finds no such maps, and follows one that is given. */
  needsMap?: true
}

/** As `AIO_Preprocessor` of comfyui_controlnet_aux names them, the best first. */
const PREPROCESSORS: Readonly<Record<MapKind, readonly string[]>> = {
  canny: ['CannyEdgePreprocessor'],
  depth: [
    'DepthAnythingV2Preprocessor',
    'DepthAnythingPreprocessor',
    'Zoe-DepthMapPreprocessor',
    'MiDaS-DepthMapPreprocessor',
  ],
  pose: ['DWPreprocessor', 'OpenposePreprocessor'],
}
/** As `SetUnionControlNetType` names them (`comfy/cldm/control_types.py`). */
const UNION_TYPES: Readonly<Record<MapKind, string>> = {
  canny: 'canny/lineart/anime_lineart/mlsd',
  depth: 'depth',
  pose: 'openpose',
}
/** What `IPAdapterUnifiedLoader` of ComfyUI_IPAdapter_plus looks with in its standard preset (its `utils.py`). */
const ADAPTER_EYES = /ViT.H.14.*s32B.b79K|ipadapter.*sd15|sd1.?5.*model\.(?:bin|safetensors)/i
const APPLY = ['ControlNetLoader', 'ControlNetApplyAdvanced', 'LoadImage'] as const

/** The kinds that models of a template can be led by on a server, some by maps alone. */
export function controlsOf(
  template: Template,
  contents: ServerContents,
): Map<ControlKind, ControlTools> {
  return new Map<ControlKind, ControlTools>([
    ...netsOf(template, contents),
    ...(hasAdapter(template, contents) ? [['reference', 'ip-adapter'] as const] : []),
  ])
}

function hasAdapter({ ipAdapter, ports }: Template, contents: ServerContents): boolean {
  if (ipAdapter === undefined || !ports.model) return false
  const file = new RegExp(ipAdapter, 'i')
  return (
    ['IPAdapterUnifiedLoader', 'IPAdapter', 'LoadImage'].every(contents.hasNode) &&
    contents.choices('IPAdapterModelLoader', 'ipadapter_file').some((name) => file.test(name)) &&
    contents.choices('CLIPVisionLoader', 'clip_name').some((name) => ADAPTER_EYES.test(name))
  )
}

function netsOf(
  { controlNets, ports }: Template,
  contents: ServerContents,
): [ControlKind, ControlTools][] {
  const isAble = APPLY.every(contents.hasNode) && ports.positive && ports.negative && ports.vae
  if (!controlNets || !isAble) return []
  const { name, except } = controlNets
  const fits = (file: string) =>
    new RegExp(name, 'i').test(file) && !(except && new RegExp(except, 'i').test(file))
  const nets = findControlNets(contents.choices('ControlNetLoader', 'control_net_name'), fits)
  const preprocessors = contents.choices('AIO_Preprocessor', 'preprocessor')
  return MAP_KINDS.flatMap((kind): [ControlKind, ControlTools][] => {
    const net = nets.get(kind)
    if (!net || (net.isUnion && !contents.hasNode('SetUnionControlNetType'))) return []
    if (kind === 'canny' && contents.hasNode('Canny')) return [[kind, { net, preprocessor: null }]]
    const preprocessor = firstOf(PREPROCESSORS[kind], preprocessors)
    if (preprocessor !== undefined) return [[kind, { net, preprocessor }]]
    return [[kind, { net, preprocessor: null, needsMap: true }]]
  })
}

/** Whether a control of a request can be followed with what was found for its kind. */
export const canFollow = (
  tools: ControlTools | undefined,
  { isMap }: Pick<ImageControl, 'isMap'>,
): boolean => tools !== undefined && (isMap === true || !needsMap(tools))

/** Whether the server finds nothing of that kind in photos. */
export const needsMap = (tools: ControlTools): boolean =>
  tools !== 'ip-adapter' && tools.needsMap === true

type Parts = Awaited<ReturnType<typeof loadParts>>

/**
 * Adds what finds edges, depth or poses in an image.
 * @param image as `LoadImage` names it
 * @param prefix of the nodes, as in `addPart`
 */
export function addHint(
  draft: Draft,
  parts: Parts,
  { preprocessor }: NetTools,
  image: string,
  prefix = '',
): Draft {
  const [part, values] =
    preprocessor === null
      ? [parts['hint-canny'], { control_image: image }]
      : [parts['hint-by-preprocessor'], { control_image: image, preprocessor }]
  return addPart(draft, part, values, prefix)
}

/** One of the images that lead a drawing, on the server. */
interface PlacedControl extends Omit<ImageControl, 'image'> {
  /** As `LoadImage` names it. */
  image: string
  /** Prefix of its nodes' names, as in `addPart`. */
  prefix: string
}

/** Leads a drawing by an image, beside those that lead it already. */
export function addControl(
  draft: Draft,
  parts: Parts,
  tools: ControlTools,
  { kind, strength, start, end, image, isMap, prefix }: PlacedControl,
): Draft {
  const values = { control_strength: strength, control_start: start, control_end: end }
  if (tools === 'ip-adapter' || kind === 'reference')
    return addPart(draft, parts.reference, { ...values, control_image: image }, prefix)
  const hinted = isMap
    ? addPart(draft, parts['hint-map'], { control_image: image }, prefix)
    : addHint(draft, parts, tools, image, prefix)
  const { file, isUnion } = tools.net
  const net = parts[isUnion ? 'control-net-union' : 'control-net']
  const named = { control_net: file, control_kind: UNION_TYPES[kind] }
  const loaded = addPart(hinted, net, named, prefix)
  const { workflow, ports } = addPart(loaded, parts.control, values, prefix)
  // They are of this image alone: the next one would take the place of both.
  const { hint: _hint, control: _control, ...others } = ports
  return { workflow, ports: others }
}
