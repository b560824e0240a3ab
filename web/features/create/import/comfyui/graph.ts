import { isObject, type Json } from '../parse-json.ts'
import { chosenInput } from './switches.ts'

/** A link: the node that it comes from, and the number of that node's output. */
export type Link = readonly [string | number, number]

export interface GraphNode {
  id: string
  type: string
  inputs: Json
  /** Names of its outputs, where the file has them. */
  outputs: readonly string[] | null
}

export const isLink = (value: unknown): value is Link =>
  Array.isArray(value) &&
  value.length === 2 &&
  (typeof value[0] === 'string' || typeof value[0] === 'number') &&
  typeof value[1] === 'number'

/** Inputs that carry several things at once, as Impact's and Efficiency's pipes and rgthree's contexts do. */
export const PIPE = /(^|_)(pipe|tuple|ctx|context)$/

/** What a switch passes on is the first of these that is linked (rgthree's `Any Switch`). */
const SWITCHED = /^any_\d+$/

/** Outputs of these are reckoned from their inputs, so that none of them is the value. */
const RECKONS = /math|expression|operation|random/i

const VALUES = [
  'value',
  'seed',
  'noise_seed',
  'int',
  'Number',
  'number',
  'float',
  'boolean',
  'a',
  'x',
]

/** What other nodes call a value. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  steps: ['steps_total'],
  sampler_name: ['sampler'],
  cfg: ['guidance'],
}

/** The nodes of a graph in ComfyUI's API format: `{"3": {"class_type": ..., "inputs": ...}}`. */
export class Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly #choosing = new Set<GraphNode>()

  constructor(json: Json) {
    this.nodes = new Map(
      Object.entries(json).flatMap(([id, node]) => {
        if (!isObject(node) || typeof node['class_type'] !== 'string') return []
        if (!isObject(node['inputs'])) return []
        const outputs = Array.isArray(node['outputs']) ? node['outputs'].map(String) : null
        return [[id, { id, type: node['class_type'], inputs: node['inputs'], outputs }] as const]
      }),
    )
  }

  /** The node that a link comes from, past switches; null where the value is none, or leads nowhere. */
  from(value: unknown): GraphNode | null {
    const link = this.resolve(value)
    return isLink(link) ? (this.nodes.get(String(link[0])) ?? null) : null
  }

  /** Where a link comes from, past switches: also a value that one passes on; undefined where none can be told. */
  resolve(value: unknown, depth = 0): unknown {
    const node = isLink(value) ? this.nodes.get(String(value[0])) : undefined
    if (!node || depth >= this.nodes.size) return value
    const first = Object.entries(node.inputs).find(
      ([name, link]) => SWITCHED.test(name) && isLink(link),
    )
    const chosen = first?.[0] ?? this.#chosenInput(node)
    if (chosen === null) return value
    return chosen === undefined ? undefined : this.resolve(node.inputs[chosen], depth + 1)
  }

  /** As `chosenInput`; a switch whose choice leads back to it has none. */
  #chosenInput(node: GraphNode): string | null | undefined {
    if (this.#choosing.has(node)) return undefined
    this.#choosing.add(node)
    try {
      return chosenInput(node, (name) => this.valueOf(node.inputs[name], name))
    } finally {
      this.#choosing.delete(node)
    }
  }

  /** A node's inputs, with those of the pipes that it takes, and of those that these take. */
  inputsOf(node: GraphNode, seen: ReadonlySet<GraphNode> = new Set()): Json {
    const on = new Set([...seen, node])
    const carried = Object.entries(node.inputs)
      .filter(([name]) => PIPE.test(name))
      .flatMap(([, link]) => this.from(link) ?? [])
      .filter((pipe) => !on.has(pipe))
      .map((pipe) => this.inputsOf(pipe, on))
    return Object.assign({}, ...carried, node.inputs) as Json
  }

  /** The nodes that lead to a link, nearest first, each once. */
  upstream(link: unknown, goesThrough: (name: string) => boolean = () => true): GraphNode[] {
    const found = new Set<GraphNode>()
    const open = [this.from(link)]
    for (let node = open.shift(); node !== undefined; node = open.shift()) {
      if (node === null || found.has(node)) continue
      found.add(node)
      for (const [name, value] of Object.entries(node.inputs)) {
        if (goesThrough(name)) open.push(this.from(value))
      }
    }
    return [...found]
  }

  /**
   * A value, or the one of the node that an input is linked to.
   * @param called the input's name, by which a node with several values is asked first
   */
  valueOf(value: unknown, called: string, seen: ReadonlySet<GraphNode> = new Set()): unknown {
    const from = this.resolve(value)
    const node = this.from(from)
    if (node === null) return isLink(from) ? undefined : from
    if (seen.has(node) || RECKONS.test(node.type)) return undefined
    const inputs = this.inputsOf(node)
    const name = [called, ...(ALSO[called] ?? []), ...VALUES].find(
      (one) => inputs[one] !== undefined,
    )
    return name === undefined
      ? undefined
      : this.valueOf(inputs[name], called, new Set([...seen, node]))
  }
}
