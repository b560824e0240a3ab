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
import { Graph, type GraphNode, isLink, PIPE } from './graph.ts'
import { leftOutOf } from './left-out.ts'
import { conditioningOf, type Parts, partsOf } from './parts.ts'
import { readLoras } from './read-loras.ts'
import { readWords, type Role } from './read-words.ts'

/** Inputs by which a model comes from its file, through what changes it. */
const TO_MODEL =
  /^(model\d?|base_model|unet|lora_stack|optional_lora_stack|lora_chain|.*(pipe|tuple|ctx)|guider)$/

const MODEL_NAMES = ['ckpt_name', 'unet_name', 'base_ckpt_name', 'gguf_name', 'model_name']

/** The prompt of a pass, also by its guider. */
function wordsOf(graph: Graph, { inputs, guider }: Parts, role: Role): string | null {
  const links =
    role === 'positive'
      ? [inputs['positive'], guider['positive'], guider['conditioning'], guider['cond1']]
      : [inputs['negative'], guider['negative']]
  const link = links.find((one) => one !== undefined)
  return typeof link === 'string' ? link : readWords(graph, link ?? inputs['conditioning'], role)
}

function samplerOfPass(graph: Graph, { inputs, sampler, sigmas, sigmasType }: Parts) {
  const named = graph.valueOf(
    inputs['sampler_name'] ?? sampler?.inputs['sampler_name'] ?? inputs['sampler'],
    'sampler_name',
  )
  const byType = /^Sampler(?!Custom)(\w+)$/.exec(sampler?.type ?? '')?.[1]
  const name = textOf(named) ?? byType?.replace(/^Euler(?=A)/, 'euler_').toLowerCase() ?? null
  const schedule =
    textOf(graph.valueOf(inputs['scheduler'] ?? sigmas['scheduler'], 'scheduler')) ??
    sigmasType.replace(/Scheduler$/, '')
  return samplerOf(name, schedule)
}

function modelOf(
  graph: Graph,
  { inputs, guider }: Parts,
): { nodes: GraphNode[]; name: string | null } {
  const piped = Object.entries(inputs).find(([name]) => PIPE.test(name))?.[1]
  const link = inputs['model'] ?? guider['model'] ?? inputs['guider'] ?? piped
  const nodes = graph.upstream(link, (name) => TO_MODEL.test(name))
  const named = nodes.flatMap(({ inputs: found }) => MODEL_NAMES.map((name) => found[name]))
  const name = named
    .map((one) => textOf(isObject(one) ? one['content'] : one))
    .find((one) => one !== null && one !== '')
  return { nodes, name: name === undefined || name === null ? null : modelName(name) }
}

/** What `RescaleCFG` sets on the way from the model. */
function rescaleOf(nodes: readonly GraphNode[]): Record<string, number> {
  const rescale = nodes.find(({ type }) => type === 'RescaleCFG')
  const multiplier = numberOf(rescale?.inputs['multiplier'])
  return multiplier === undefined ? {} : { guidance_rescale: multiplier }
}

/** Width and height of what a pass draws on; nothing where that is an image. */
function sizeOf(graph: Graph, latent: unknown): { width?: number; height?: number } {
  for (const { inputs } of graph.upstream(latent)) {
    const [width, height] = ['width', 'height'].map((name) =>
      numberOf(graph.valueOf(inputs[name] ?? inputs[`empty_latent_${name}`], name)),
    )
    // A list of sizes goes before the fields for another one, which are only used without it.
    const listed = ['resolution', 'dimensions', 'aspect_ratio'].map((name) => inputs[name]).join()
    const [, wide, high] = /(\d{3,5})\s*[x×]\s*(\d{3,5})/.exec(listed) ?? []
    if (wide !== undefined) return { width: Number(wide), height: Number(high) }
    if (width !== undefined && height !== undefined) return { width, height }
  }
  return {}
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
  const value = (name: string) =>
    numberOf(graph.valueOf(second.inputs[name] ?? parts.sigmas[name], name))
  const other = modelOf(graph, parts).name
  const enlarger = graph
    .upstream(second.latent)
    .find(({ type }) => /Latent.*Upscale|Upscale.*Latent/i.test(type))?.inputs
  const wide = numberOf(graph.valueOf(enlarger?.['width'], 'width'))
  const scale =
    numberOf(graph.valueOf(enlarger?.['scale_by'] ?? enlarger?.['upscale'], 'scale_by')) ??
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
    return graph.valueOf(from?.[name], name)
  }
  const extra = extraOf(json)
  const isCivitai = isObject(extra)
  const words = wordsOf(graph, parts, 'positive') ?? (isCivitai ? textOf(extra['prompt']) : null)
  const positive = takeLoraTags(words ?? '')
  const negative = wordsOf(graph, parts, 'negative')
  const model = modelOf(graph, parts)
  const size = sizeOf(graph, first.latent)
  const passes = laterPasses(graph, later, model.name, size)
  const sampler = samplerOfPass(graph, parts)
  // A model with guidance of its own is told that, and no scale of guidance (which is 1 then).
  const own = graph
    .upstream(conditioningOf(parts))
    .map(({ inputs }) => numberOf(graph.valueOf(inputs['guidance'], 'guidance')))
    .find((guidance) => guidance !== undefined)
  const steps = numberOf(value('steps', parts.sigmas))
  const guidance = numberOf(value('cfg', parts.guider) ?? value('cfg_conds', parts.guider))
  const seed = seedOf(value('seed', parts.noise) ?? value('noise_seed', parts.noise))
  // A value that another node reckons is not in the file.
  const isLinked = (...names: string[]) =>
    [parts.inputs, parts.noise, parts.guider, parts.sigmas].some((inputs) =>
      names.some((name) => isLink(inputs[name])),
    )
  const unread: LeftOut[] = [
    ...(steps === undefined && isLinked('steps') ? ['steps'] : []),
    ...(guidance === undefined && isLinked('cfg') ? ['cfg'] : []),
    ...(seed === null && isLinked('seed', 'noise_seed') ? ['seed'] : []),
  ].map((name) => ({ kind: 'setting', name }))
  return {
    program: isCivitai ? 'Civitai' : 'ComfyUI',
    request: withoutMissing({
      prompt: positive.prompt === '' ? undefined : positive.prompt,
      negative_prompt: negative ?? undefined,
      ...size,
      steps,
      guidance_scale: own ?? guidance,
      ...rescaleOf(model.nodes),
      hires: passes.hires,
    }),
    seed,
    model: model.name,
    sampler: sampler.sampler,
    loras: [...model.nodes.toReversed().flatMap(readLoras), ...positive.loras],
    leftOut: distinct([
      ...sampler.leftOut,
      ...positive.leftOut,
      ...(positive.prompt === '' ? [{ kind: 'prompt' as const, name: '' }] : []),
      ...unread,
      ...leftOutOf(graph, first, parts, model.nodes),
      ...passes.leftOut,
    ]),
  }
}
