import { isObject, type Json } from '../parse-json.ts'

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

/** Inputs that carry several things at once, as Impact's and Efficiency's pipes do. */
const PIPE = /(^|_)pipe$/

/** The nodes of a graph in ComfyUI's API format: `{"3": {"class_type": ..., "inputs": ...}}`. */
export class Graph {
  readonly nodes: ReadonlyMap<string, GraphNode>

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

  /** The node that a link comes from; null where the value is none, or leads nowhere. */
  from(value: unknown): GraphNode | null {
    return isLink(value) ? (this.nodes.get(String(value[0])) ?? null) : null
  }

  /** A node's inputs, with those of the pipe that it takes. */
  inputsOf(node: GraphNode): Json {
    const pipes = Object.entries(node.inputs).filter(([name]) => PIPE.test(name))
    const carried = pipes.flatMap(([, link]) => this.from(link)?.inputs ?? [])
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

  /** A value, or the one of the node that an input is linked to. */
  valueOf(value: unknown, seen: ReadonlySet<GraphNode> = new Set()): unknown {
    const node = this.from(value)
    if (node === null) return isLink(value) ? undefined : value
    if (seen.has(node)) return undefined
    const names = ['value', 'seed', 'noise_seed', 'int', 'Number', 'number', 'float', 'a', 'x']
    const name = names.find((one) => node.inputs[one] !== undefined)
    return name === undefined
      ? undefined
      : this.valueOf(node.inputs[name], new Set([...seen, node]))
  }
}
