import { type LeftOut, modelName, numberOf, textOf } from '../found-settings.ts'
import type { Pass } from './find-passes.ts'
import type { Graph, GraphNode } from './graph.ts'
import { conditioningOf, type Parts } from './parts.ts'

/** Passes over a finished image, which are not followed. */
const OVER_IMAGES =
  /FaceDetailer|UltimateSDUpscale|DetailerForEach|ImageUpscaleWithModel|ReActor|FaceRestore|SUPIR/

/** The file of a control net, through what prepares it (as `SetUnionControlNetType`). */
function controlName(graph: Graph, link: unknown): string | null {
  const names = graph.upstream(link).map(({ inputs }) => textOf(inputs['control_net_name']))
  return names.find((name) => name !== null) ?? null
}

/** Nodes on the way from a model that load it, add LoRAs, or are taken over. */
const OF_MODEL = /lora|loader|^RescaleCFG$|guider|context|switch|pipe|wildcard|prompt|sampler/i

/** Nodes that change conditioning in ways that a prompt cannot say. */
const OF_WORDS = /^(ConditioningSet(Area|Mask|Timestep)|StyleModelApply|ReferenceLatent|unCLIP)/

/** What changes the model or the words on their way, and its styles; each is listed by its type. */
function changesOf(onModel: readonly GraphNode[], behind: readonly GraphNode[]): LeftOut[] {
  const patches = onModel.filter(({ type, inputs }) => 'model' in inputs && !OF_MODEL.test(type))
  const words = behind.filter(({ type }) => OF_WORDS.test(type))
  const styles = behind
    .map(({ inputs }) => textOf(inputs['style']))
    .filter((style) => style !== null && !/^(none|base|no style|sai-base)?$/i.test(style))
  return [
    ...[...patches, ...words].map(({ type }) => ({ kind: 'setting' as const, name: type })),
    ...styles.map((style) => ({ kind: 'setting' as const, name: style! })),
  ]
}

/** What of the graph is not taken over, as far as it leads to the first pass. */
export function leftOutOf(
  graph: Graph,
  pass: Pass,
  parts: Parts,
  onModel: readonly GraphNode[],
): LeftOut[] {
  const behind = graph.upstream(conditioningOf(parts))
  const controls = [...behind, ...onModel]
    .flatMap((node) => [node, ...graph.upstream(node.inputs['cnet_stack'])])
    .filter(({ inputs }) => 'control_net' in inputs)
    .map(({ inputs }) => controlName(graph, inputs['control_net']))
  const stacked = [...graph.nodes.values()].flatMap(({ inputs }) =>
    [1, 2, 3]
      .filter((at) => inputs[`switch_${at}`] === 'On')
      .flatMap((at) => textOf(inputs[`controlnet_${at}`]) ?? []),
  )
  const layers = behind.map(({ inputs }) => inputs['stop_at_clip_layer'] ?? inputs['clip_skip'])
  const skips = layers.map(numberOf).filter((layer) => layer !== undefined && Math.abs(layer) > 1)
  const vaes = [...graph.nodes.values()]
    .map(({ inputs }) => textOf(inputs['vae_name']))
    .filter((name) => name !== null && !/^(baked vae|none)$/i.test(name))
  // Loaders for two models at once, whose one node draws with both.
  const refiners = onModel
    .map(({ inputs }) => textOf(inputs['refiner_ckpt_name']))
    .filter((name) => name !== null && !/^(none)?$/i.test(name))
  const isOnImage = graph.upstream(pass.latent).some(({ inputs }) => 'pixels' in inputs)
  const passes = [...graph.nodes.values()].filter(({ type }) => OVER_IMAGES.test(type))
  return [
    ...changesOf(onModel, behind),
    ...refiners.map((name) => ({ kind: 'refiner' as const, name: modelName(name!) })),
    ...[...controls, ...stacked].map((name) => ({
      kind: 'control' as const,
      name: modelName(name ?? ''),
    })),
    ...skips.map((layer) => ({ kind: 'clipSkip' as const, name: String(Math.abs(layer!)) })),
    ...vaes.map((name) => ({ kind: 'vae' as const, name: modelName(name!) })),
    ...(isOnImage ? [{ kind: 'source' as const, name: '' }] : []),
    ...passes.map(({ type }) => ({ kind: 'pass' as const, name: type })),
  ]
}
