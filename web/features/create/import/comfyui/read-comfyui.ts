import {
  distinct,
  type FoundSettings,
  type LeftOut,
  modelName,
  numberOf,
  samplerOf,
  seedOf,
  textOf,
  withoutMissing,
} from '../found-settings.ts'
import { takeLoraTags } from '../lora-tags-of-file.ts'
import { isObject, type Json, parseObject } from '../parse-json.ts'
import { findPasses, type Pass } from './find-passes.ts'
import { Graph, type GraphNode } from './graph.ts'
import { readLoras } from './read-loras.ts'
import { readWords, type Role } from './read-words.ts'

/** Inputs by which a model comes from its file, through what changes it. */
const TO_MODEL = /^(model\d?|base_model|unet|lora_stack|optional_lora_stack|.*pipe|guider)$/

const MODEL_NAMES = ['ckpt_name', 'unet_name', 'base_ckpt_name', 'gguf_name', 'model_name']

/** Passes over a finished image, which are not followed. */
const OVER_IMAGES = /FaceDetailer|UltimateSDUpscale|DetailerForEach/

/** Where the parts of a pass are told: in its node, or in those that ComfyUI's `SamplerCustom...` nodes are fed by. */
interface Parts {
  inputs: Json
  noise: Json
  guider: Json
  sampler: GraphNode | null
  sigmas: Json
  sigmasType: string
}

function partsOf(graph: Graph, { inputs }: Pass): Parts {
  const sigmas = graph
    .upstream(inputs['sigmas'], (name) => name === 'sigmas')
    .findLast(({ inputs: found }) => 'steps' in found || 'scheduler' in found)
  return {
    inputs,
    noise: graph.from(inputs['noise'])?.inputs ?? {},
    guider: graph.from(inputs['guider'])?.inputs ?? {},
    sampler: graph.from(inputs['sampler']),
    sigmas: sigmas?.inputs ?? {},
    sigmasType: sigmas?.type ?? '',
  }
}

/** The prompt of a pass, also by its guider. */
function wordsOf(graph: Graph, { inputs, guider }: Parts, role: Role): string | null {
  const links =
    role === 'positive'
      ? [inputs['positive'], guider['positive'], guider['conditioning'], guider['cond1']]
      : [inputs['negative'], guider['negative']]
  const link = links.find((one) => one !== undefined)
  return typeof link === 'string' ? link : readWords(graph, link ?? inputs['conditioning'], role)
}

/** Where a pass takes its conditioning from. */
const conditioningOf = ({ inputs, guider }: Parts): unknown =>
  inputs['positive'] ?? guider['positive'] ?? guider['conditioning'] ?? inputs['conditioning']

function samplerOfPass(graph: Graph, { inputs, sampler, sigmas, sigmasType }: Parts) {
  const named = graph.valueOf(inputs['sampler_name'] ?? sampler?.inputs['sampler_name'])
  const byType = /^Sampler(?!Custom)(\w+)$/.exec(sampler?.type ?? '')?.[1]
  const name = textOf(named) ?? byType?.replace(/^Euler(?=A)/, 'euler_').toLowerCase() ?? null
  const schedule =
    textOf(graph.valueOf(inputs['scheduler'] ?? sigmas['scheduler'])) ??
    sigmasType.replace(/Scheduler$/, '')
  return samplerOf(name, schedule)
}

function modelOf(
  graph: Graph,
  { inputs, guider }: Parts,
): { nodes: GraphNode[]; name: string | null } {
  const link = inputs['model'] ?? guider['model'] ?? inputs['guider']
  const nodes = graph.upstream(link, (name) => TO_MODEL.test(name))
  const named = nodes.flatMap(({ inputs: found }) => MODEL_NAMES.map((name) => found[name]))
  const name = named.find((one) => typeof one === 'string')
  return { nodes, name: name === undefined ? null : modelName(name) }
}

/** Width and height of what a pass draws on; nothing where that is an image. */
function sizeOf(graph: Graph, latent: unknown): { width?: number; height?: number } {
  for (const { inputs } of graph.upstream(latent)) {
    const [width, height] = ['width', 'height'].map((name) =>
      numberOf(graph.valueOf(inputs[name] ?? inputs[`empty_latent_${name}`])),
    )
    if (width !== undefined && height !== undefined) return { width, height }
    const [, wide, high] = /^(\d{2,5})\s*[x×]\s*(\d{2,5})/.exec(String(inputs['resolution'])) ?? []
    if (wide !== undefined) return { width: Number(wide), height: Number(high) }
  }
  return {}
}

/** What of the graph is not taken over, as far as it leads to the first pass. */
function leftOutOf(graph: Graph, pass: Pass, parts: Parts): LeftOut[] {
  const behind = graph.upstream(conditioningOf(parts))
  const controls = behind
    .filter(({ inputs }) => 'control_net' in inputs)
    .map(({ inputs }) => textOf(graph.from(inputs['control_net'])?.inputs['control_net_name']))
  const layers = behind.map(({ inputs }) => inputs['stop_at_clip_layer'] ?? inputs['clip_skip'])
  const skips = layers.map(numberOf).filter((layer) => layer !== undefined && Math.abs(layer) > 1)
  const vaes = [...graph.nodes.values()]
    .map(({ inputs }) => textOf(inputs['vae_name']))
    .filter((name) => name !== null && !/^(baked vae|none)$/i.test(name))
  const isOnImage = graph.upstream(pass.latent).some(({ inputs }) => 'pixels' in inputs)
  const passes = [...graph.nodes.values()].filter(({ type }) => OVER_IMAGES.test(type))
  return [
    ...controls.map((name) => ({ kind: 'control' as const, name: modelName(name ?? '') })),
    ...skips.map((layer) => ({ kind: 'clipSkip' as const, name: String(Math.abs(layer!)) })),
    ...vaes.map((name) => ({ kind: 'vae' as const, name: modelName(name!) })),
    ...(isOnImage ? [{ kind: 'source' as const, name: '' }] : []),
    ...passes.map(({ type }) => ({ kind: 'pass' as const, name: type })),
  ]
}

/** A second pass over the first one's latent is a hires pass if it only enlarges it; all others are left out. */
function laterPasses(
  graph: Graph,
  later: readonly Pass[],
  model: string | null,
  size: { width?: number },
): { hires: Record<string, number> | null; leftOut: LeftOut[] } {
  const [second] = later
  if (!second) return { hires: null, leftOut: [] }
  const parts = partsOf(graph, second)
  const value = (name: string) => numberOf(graph.valueOf(second.inputs[name] ?? parts.sigmas[name]))
  const other = modelOf(graph, parts).name
  const enlarger = graph
    .upstream(second.latent)
    .find(({ type }) => /Latent.*Upscale|Upscale.*Latent/i.test(type))?.inputs
  const wide = numberOf(graph.valueOf(enlarger?.['width']))
  const scale =
    numberOf(graph.valueOf(enlarger?.['scale_by'])) ??
    (wide !== undefined && size.width !== undefined ? wide / size.width : undefined)
  if (later.length === 1 && other === model && scale !== undefined && scale >= 1) {
    const hires = { scale, steps: value('steps') ?? 0, strength: value('denoise') ?? 1 }
    return { hires, leftOut: [] }
  }
  const isRefiner = other !== null && other !== model
  return {
    hires: null,
    leftOut: later.map((pass) =>
      isRefiner && pass === second
        ? { kind: 'refiner', name: other }
        : { kind: 'pass', name: pass.node.type },
    ),
  }
}

/** Civitai's own site writes beside the graph what its form had. */
function extraOf(json: Json): Json {
  const extra = json['extraMetadata']
  return (typeof extra === 'string' ? parseObject(extra) : extra) as Json
}

/**
 * The graph that ComfyUI writes as `prompt`: its first pass, and what leads there by its links.
 * @returns null where nothing is drawn
 */
export function readComfyui(json: Json): FoundSettings | null {
  const graph = new Graph(json)
  const [first, ...later] = findPasses(graph)
  if (!first) return null
  const parts = partsOf(graph, first)
  const value = (name: string, ...others: Json[]): unknown => {
    const from = [parts.inputs, ...others].find((inputs) => inputs[name] !== undefined)
    return graph.valueOf(from?.[name])
  }
  const extra = extraOf(json)
  const isCivitai = isObject(extra)
  const positive = takeLoraTags(
    wordsOf(graph, parts, 'positive') ?? (isCivitai ? textOf(extra['prompt']) : null) ?? '',
  )
  const negative = wordsOf(graph, parts, 'negative')
  const model = modelOf(graph, parts)
  const size = sizeOf(graph, first.latent)
  const passes = laterPasses(graph, later, model.name, size)
  const sampler = samplerOfPass(graph, parts)
  // A model with guidance of its own is told that, and no scale of guidance (which is 1 then).
  const own = graph
    .upstream(conditioningOf(parts))
    .map(({ inputs }) => numberOf(graph.valueOf(inputs['guidance'])))
    .find((guidance) => guidance !== undefined)
  return {
    program: isCivitai ? 'Civitai' : 'ComfyUI',
    request: withoutMissing({
      prompt: positive.prompt === '' ? undefined : positive.prompt,
      negative_prompt: negative ?? undefined,
      ...size,
      steps: numberOf(value('steps', parts.sigmas)),
      guidance_scale: own ?? numberOf(value('cfg', parts.guider)),
      hires: passes.hires,
    }),
    seed: seedOf(value('seed', parts.noise) ?? value('noise_seed', parts.noise)),
    model: model.name,
    sampler: sampler.sampler,
    loras: [...model.nodes.toReversed().flatMap(readLoras), ...positive.loras],
    leftOut: distinct([
      ...sampler.leftOut,
      ...positive.leftOut,
      ...leftOutOf(graph, first, parts),
      ...passes.leftOut,
    ]),
  }
}
