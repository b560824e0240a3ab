import { isObject, type Json } from '../parse-json.ts'

/** More subgraphs than this in each other are no graph of a person. */
const DEEPEST = 8

/** A node as the editor keeps it. */
export interface EditorNode {
  id: string
  type: string
  mode: number
  inputs: Json[]
  outputs: Json[]
  values: unknown
}

export interface EditorLink {
  id: string
  from: string
  slot: number
  to: string
  toSlot: number
}

/** The nodes and links of the graph itself, or of one use of a subgraph. */
export interface Scope {
  /** Before the ids of its nodes, as ComfyUI writes them: `57:8`. */
  prefix: string
  nodes: Map<string, EditorNode>
  links: Map<string, EditorLink>
  /** What the subgraph is given, in order. */
  inputs: Json[]
  /** The node that stands for the subgraph, and where it is; null for the graph itself. */
  owner: EditorNode | null
  outer: Scope | null
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

/** Links are lists `[id, from, output, to, input, type]`, in newer files and in subgraphs objects. */
function readLinks(json: Json): Map<string, EditorLink> {
  const links = Array.isArray(json['links']) ? (json['links'] as unknown[]) : []
  return new Map(
    links.flatMap((link) => {
      const parts = Array.isArray(link)
        ? link
        : isObject(link)
          ? ['id', 'origin_id', 'origin_slot', 'target_id', 'target_slot'].map((key) => link[key])
          : null
      if (parts === null) return []
      const [id, from, slot, to, toSlot] = parts
      const read = {
        id: String(id),
        from: String(from),
        slot: Number(slot),
        to: String(to),
        toSlot: Number(toSlot),
      }
      return [[read.id, read] as const]
    }),
  )
}

/** Adds the links that `Use Everywhere` makes and the editor does not draw. */
function addUnseenLinks(json: Json, { nodes, links }: Scope): void {
  const extra = isObject(json['extra']) ? json['extra'] : {}
  for (const [index, link] of listOf(extra['ue_links']).entries()) {
    const [to, toSlot] = [String(link['downstream']), Number(link['downstream_slot'])]
    const node = nodes.get(to)
    const input = node?.inputs[toSlot]
    if (!node || !input || (input['link'] !== null && input['link'] !== undefined)) continue
    const id = `everywhere ${index}`
    const from = String(link['upstream'])
    links.set(id, { id, from, slot: Number(link['upstream_slot']), to, toSlot })
    node.inputs[toSlot] = { ...input, link: id }
  }
}

/** The graph itself, then each use of a subgraph in it, by which a subgraph may appear several times. */
export function scopesOf(json: Json): [Scope, ...Scope[]] {
  const definitions = isObject(json['definitions']) ? json['definitions'] : {}
  const subgraphs = new Map(listOf(definitions['subgraphs']).map((one) => [one['id'], one]))
  const read = (from: Json, prefix: string, owner: EditorNode | null, outer: Scope | null) => ({
    prefix,
    nodes: readNodes(from),
    links: readLinks(from),
    inputs: listOf(from['inputs']),
    owner,
    outer,
  })
  const top = read(json, '', null, null)
  addUnseenLinks(json, top)
  const within = (scope: Scope, depth: number): Scope[] =>
    [...scope.nodes.values()].flatMap((node) => {
      const subgraph = subgraphs.get(node.type)
      // Muted and bypassed ones draw nothing.
      if (!subgraph || node.mode !== 0 || depth > DEEPEST) return []
      const inner = read(subgraph, `${scope.prefix}${node.id}:`, node, scope)
      return [inner, ...within(inner, depth + 1)]
    })
  return [top, ...within(top, 0)]
}
