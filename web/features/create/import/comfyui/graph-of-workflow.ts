import { isObject, type Json } from '../parse-json.ts'

/** Names of the values that a node shows, in order, for files in which the editor did not write them yet. */
const WIDGETS: Readonly<Record<string, readonly string[]>> = {
  KSampler: ['seed', 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'],
  KSamplerAdvanced: [
    'add_noise',
    'noise_seed',
    'steps',
    'cfg',
    'sampler_name',
    'scheduler',
    'start_at_step',
    'end_at_step',
    'return_with_leftover_noise',
  ],
  SamplerCustom: ['add_noise', 'noise_seed', 'cfg'],
  KSamplerSelect: ['sampler_name'],
  BasicScheduler: ['scheduler', 'steps', 'denoise'],
  KarrasScheduler: ['steps', 'sigma_max', 'sigma_min', 'rho'],
  ExponentialScheduler: ['steps', 'sigma_max', 'sigma_min'],
  RandomNoise: ['noise_seed'],
  CFGGuider: ['cfg'],
  FluxGuidance: ['guidance'],
  CLIPTextEncode: ['text'],
  CLIPTextEncodeFlux: ['clip_l', 't5xxl', 'guidance'],
  CLIPTextEncodeSDXL: [
    'width',
    'height',
    'crop_w',
    'crop_h',
    'target_width',
    'target_height',
    'text_g',
    'text_l',
  ],
  CLIPSetLastLayer: ['stop_at_clip_layer'],
  EmptyLatentImage: ['width', 'height', 'batch_size'],
  EmptySD3LatentImage: ['width', 'height', 'batch_size'],
  LatentUpscale: ['upscale_method', 'width', 'height', 'crop'],
  LatentUpscaleBy: ['upscale_method', 'scale_by'],
  CheckpointLoaderSimple: ['ckpt_name'],
  UNETLoader: ['unet_name', 'weight_dtype'],
  VAELoader: ['vae_name'],
  LoraLoader: ['lora_name', 'strength_model', 'strength_clip'],
  LoraLoaderModelOnly: ['lora_name', 'strength_model'],
  ControlNetLoader: ['control_net_name'],
  ControlNetApply: ['strength'],
  ControlNetApplyAdvanced: ['strength', 'start_percent', 'end_percent'],
  LoadImage: ['image'],
  PrimitiveNode: ['value'],
}

/** What the editor shows behind a seed is no input of the node. */
const AFTER_SEED = new Set(['fixed', 'increment', 'decrement', 'randomize'])

/** Nodes that are switched off, and those through which everything passes as it is (LiteGraph's modes). */
const MUTED = 2
const BYPASSED = 4

interface EditorNode {
  id: string
  type: string
  mode: number
  inputs: Json[]
  outputs: Json[]
  values: unknown
}

interface EditorLink {
  from: string
  slot: number
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

function readNodes(json: Json): Map<string, EditorNode> {
  return new Map(
    listOf(json['nodes']).map((node) => {
      const id = String(node['id'])
      const inputs = listOf(node['inputs'])
      const outputs = listOf(node['outputs'])
      const [type, mode] = [String(node['type']), Number(node['mode'] ?? 0)]
      return [id, { id, type, mode, inputs, outputs, values: node['widgets_values'] }]
    }),
  )
}

/** Links are lists `[id, from, output, to, input, type]`, in newer files objects. */
function readLinks(json: Json): Map<string, EditorLink> {
  const links = Array.isArray(json['links']) ? (json['links'] as unknown[]) : []
  return new Map(
    links.flatMap((link) => {
      if (Array.isArray(link)) {
        return [[String(link[0]), { from: String(link[1]), slot: Number(link[2]) }] as const]
      }
      if (!isObject(link)) return []
      const [from, slot] = [String(link['origin_id']), Number(link['origin_slot'])]
      return [[String(link['id']), { from, slot }] as const]
    }),
  )
}

function widgetValues(node: EditorNode): Record<string, unknown> {
  if (isObject(node.values)) return { ...node.values }
  if (!Array.isArray(node.values)) return {}
  const written = node.inputs.flatMap(({ widget }) => (isObject(widget) ? widget['name'] : []))
  const names = WIDGETS[node.type] ?? written.map(String)
  const values: Record<string, unknown> = {}
  let at = 0
  for (const name of names) {
    values[name] = node.values[at++]
    const next: unknown = node.values[at]
    if (name.endsWith('seed') && typeof next === 'string' && AFTER_SEED.has(next)) at++
  }
  return values
}

/**
 * The graph of ComfyUI's editor (`workflow`) in the API's format (`prompt`), for files that carry only the first.
 * @returns null where it is no such graph
 */
export function graphOfWorkflow(json: Json): Json | null {
  const nodes = readNodes(json)
  if (nodes.size === 0) return null
  const links = readLinks(json)

  /** Where a link really comes from: past reroutes and what is bypassed; null where nothing arrives. */
  const resolve = (id: unknown, depth = 0): unknown => {
    const link = links.get(String(id))
    const node = link && nodes.get(link.from)
    if (!link || !node || depth > nodes.size) return null
    if (node.type === 'PrimitiveNode') return Array.isArray(node.values) ? node.values[0] : null
    if (node.type === 'Reroute') return resolve(node.inputs[0]?.['link'], depth + 1)
    if (node.mode === MUTED) return null
    if (node.mode !== BYPASSED) return [link.from, link.slot]
    const type = node.outputs[link.slot]?.['type']
    return resolve(node.inputs.find((input) => input['type'] === type)?.['link'], depth + 1)
  }

  const working = [...nodes.values()].filter(({ mode }) => mode !== MUTED && mode !== BYPASSED)
  return Object.fromEntries(
    working.map((node) => {
      const linked = node.inputs
        .filter((input) => typeof input['link'] === 'number')
        .map((input) => [String(input['name']), resolve(input['link'])] as const)
        .filter(([, value]) => value !== null)
      const inputs = { ...widgetValues(node), ...Object.fromEntries(linked) }
      const outputs = node.outputs.map((output) =>
        typeof output['name'] === 'string' ? output['name'] : '',
      )
      return [node.id, { class_type: node.type, inputs, outputs }]
    }),
  )
}
