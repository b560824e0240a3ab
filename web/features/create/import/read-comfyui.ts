import {
  type FoundSettings,
  isObject,
  type Json,
  modelName,
  numberOf,
  samplerName,
  withoutMissing,
} from './found-settings.ts'

interface GraphNode {
  type: string
  inputs: Json
}

/** Links are followed this far; a longer chain is a circle or no prompt. */
const FARTHEST = 30

class Graph {
  readonly #nodes: ReadonlyMap<string, GraphNode>

  constructor(graph: Json) {
    this.#nodes = new Map(
      Object.entries(graph).flatMap(([id, node]) =>
        isObject(node) && typeof node['class_type'] === 'string' && isObject(node['inputs'])
          ? [[id, { type: node['class_type'], inputs: node['inputs'] }] as const]
          : [],
      ),
    )
  }

  /** The node that draws: the first that takes a seed, words and something to draw on. */
  sampler(): GraphNode | null {
    const draws = ({ inputs }: GraphNode): boolean =>
      'positive' in inputs && 'latent_image' in inputs
    return [...this.#nodes.values()].find(draws) ?? null
  }

  /** The node that an input is linked to, `["4", 0]`. */
  linked(value: unknown): GraphNode | null {
    return Array.isArray(value) ? (this.#nodes.get(String(value[0])) ?? null) : null
  }

  /** A value, or that of the node which an input is linked to. */
  valueOf(value: unknown): unknown {
    const node = this.linked(value)
    if (node === null) return value
    return ['value', 'seed', 'noise_seed', 'int', 'string', 'text']
      .map((name) => node.inputs[name])
      .find((one) => one !== undefined && !Array.isArray(one))
  }

  /** From a link on through the input of the same name: the nodes on the way. */
  chain(link: unknown, name: string): GraphNode[] {
    const found: GraphNode[] = []
    let node = this.linked(link)
    while (node !== null && found.length < FARTHEST) {
      found.push(node)
      node = this.linked(node.inputs[name])
    }
    return found
  }

  /** The words that a conditioning comes from; parts that are combined are joined. */
  words(link: unknown, seen: Set<GraphNode> = new Set()): string {
    const node = this.linked(link)
    if (node === null || seen.has(node)) return ''
    seen.add(node)
    for (const name of ['text', 'text_g', 't5xxl', 'prompt']) {
      const text = this.valueOf(node.inputs[name])
      if (typeof text === 'string') return text
    }
    return Object.values(node.inputs)
      .map((value) => this.words(value, seen))
      .filter((text) => text !== '')
      .join(', ')
  }
}

/** The graph that ComfyUI writes as `prompt`: its first sampler, and what leads there. Null where nothing is drawn. */
export function readComfyui(json: Json): FoundSettings | null {
  const graph = new Graph(json)
  const sampler = graph.sampler()
  if (sampler === null) return null
  const input = (name: string) => graph.valueOf(sampler.inputs[name])
  const size = graph.linked(sampler.inputs['latent_image'])?.inputs ?? {}
  const models = graph.chain(sampler.inputs['model'], 'model')
  const model = models
    .map(({ inputs }) => inputs['ckpt_name'] ?? inputs['unet_name'])
    .find((name) => typeof name === 'string')
  const name = input('sampler_name')
  const schedule = input('scheduler')
  return {
    program: 'ComfyUI',
    request: withoutMissing({
      prompt: graph.words(sampler.inputs['positive']),
      negative_prompt: graph.words(sampler.inputs['negative']),
      width: numberOf(graph.valueOf(size['width'])),
      height: numberOf(graph.valueOf(size['height'])),
      steps: numberOf(input('steps')),
      guidance_scale: numberOf(input('cfg')),
    }),
    seed: numberOf(input('seed') ?? input('noise_seed')) ?? null,
    model: typeof model === 'string' ? modelName(model) : null,
    sampler:
      typeof name === 'string'
        ? samplerName(name, typeof schedule === 'string' ? schedule : '')
        : null,
    loras: models.flatMap(({ inputs }) =>
      typeof inputs['lora_name'] === 'string'
        ? [
            {
              model: modelName(inputs['lora_name']),
              weight: numberOf(inputs['strength_model']) ?? 1,
            },
          ]
        : [],
    ),
  }
}
