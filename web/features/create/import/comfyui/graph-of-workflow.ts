import { isObject, type Json } from '../parse-json.ts'
import { type EditorNode, type Scope, scopesOf } from './scopes.ts'
import { WIDGETS } from './widgets.ts'

/** What the editor shows behind a seed is no input of the node; some nodes hide it. */
const AFTER_SEED = new Set<unknown>(['fixed', 'increment', 'decrement', 'randomize', null])

/** Nodes that are switched off, and those through which everything passes as it is (LiteGraph's modes). */
const MUTED = 2
const BYPASSED = 4

/** The ends of a subgraph: links from what it is given, and to what it gives. */
const GIVEN = '-10'
const GIVES = '-20'

function widgetValues(node: EditorNode): Record<string, unknown> {
  if (isObject(node.values)) return { ...node.values }
  if (!Array.isArray(node.values)) return {}
  const shown: readonly unknown[] = node.values
  const written = node.inputs.flatMap(({ widget }) => (isObject(widget) ? widget['name'] : []))
  const names = WIDGETS[node.type] ?? written.map(String)
  const values: Record<string, unknown> = {}
  let at = 0
  for (const name of names) {
    values[name] = shown[at++]
    if (name.endsWith('seed') && at < shown.length && AFTER_SEED.has(shown[at])) at++
  }
  // rgthree's loader has a list of objects that no field names.
  const loras = shown.filter((value) => isObject(value) && typeof value['lora'] === 'string')
  for (const [index, lora] of loras.entries()) values[`lora_${index + 1}`] ??= lora
  return values
}

/** Follows links of the editor's graph to the node whose output it really is. */
class Links {
  readonly #scopes: readonly Scope[]

  constructor(scopes: readonly Scope[]) {
    this.#scopes = scopes
  }

  /** Where a link comes from: past reroutes, subgraphs and what is bypassed; null where nothing arrives. */
  resolve(scope: Scope, id: unknown, depth = 0): unknown {
    const link = scope.links.get(String(id))
    if (!link || depth > 200) return null
    if (link.from === GIVEN) return this.#given(scope, link.slot, depth)
    const node = scope.nodes.get(link.from)
    if (!node || node.mode === MUTED) return null
    const inner = this.#scopes.find(({ owner }) => owner === node)
    if (inner && node.mode !== BYPASSED) {
      const end = [...inner.links.values()].find(
        ({ to, toSlot }) => to === GIVES && toSlot === link.slot,
      )
      return end ? this.resolve(inner, end.id, depth + 1) : null
    }
    if (node.type === 'PrimitiveNode') return Array.isArray(node.values) ? node.values[0] : null
    if (node.type === 'Reroute') return this.resolve(scope, node.inputs[0]?.['link'], depth + 1)
    if (node.type === 'GetNode') return this.#kept(node, depth)
    if (node.mode !== BYPASSED) return [scope.prefix + link.from, link.slot]
    const type = node.outputs[link.slot]?.['type']
    const through = node.inputs.find((input) => input['type'] === type)
    return this.resolve(scope, through?.['link'], depth + 1)
  }

  /** What a subgraph is given at a place: by a link, or by what its node shows. */
  #given({ owner, outer, inputs }: Scope, slot: number, depth: number): unknown {
    const name = inputs[slot]?.['name']
    const input = owner?.inputs.find((one) => one['name'] === name)
    if (!owner || !outer || !input) return null
    if (input['link'] !== null && input['link'] !== undefined) {
      return this.resolve(outer, input['link'], depth + 1)
    }
    const shown = owner.inputs.filter(({ widget }) => isObject(widget))
    return (Array.isArray(owner.values) ? owner.values[shown.indexOf(input)] : null) ?? null
  }

  /** What a `SetNode` of the same name was given (KJNodes). */
  #kept({ values }: EditorNode, depth: number): unknown {
    const named = (node: EditorNode) =>
      node.type === 'SetNode' &&
      Array.isArray(node.values) &&
      Array.isArray(values) &&
      node.values[0] === values[0]
    for (const scope of this.#scopes) {
      const kept = [...scope.nodes.values()].find(named)
      if (kept) return this.resolve(scope, kept.inputs[0]?.['link'], depth + 1)
    }
    return null
  }
}

/**
 * The graph of ComfyUI's editor (`workflow`) in the API's format (`prompt`), for files that carry only the first.
 * @returns null where it is no such graph
 */
export function graphOfWorkflow(json: Json): Json | null {
  const scopes = scopesOf(json)
  if (scopes[0].nodes.size === 0) return null
  const links = new Links(scopes)
  const isOff = ({ mode }: EditorNode) => mode === MUTED || mode === BYPASSED
  return Object.fromEntries(
    scopes.flatMap((scope) => {
      const working = [...scope.nodes.values()].filter(
        (node) => !isOff(node) && !scopes.some(({ owner }) => owner === node),
      )
      return working.map((node) => {
        const linked = node.inputs
          .filter(({ link }) => link !== null && link !== undefined)
          .map((input) => [String(input['name']), links.resolve(scope, input['link'])] as const)
          .filter(([, value]) => value !== null)
        const inputs = { ...widgetValues(node), ...Object.fromEntries(linked) }
        const outputs = node.outputs.map((output) =>
          typeof output['name'] === 'string' ? output['name'] : '',
        )
        return [scope.prefix + node.id, { class_type: node.type, inputs, outputs }] as const
      })
    }),
  )
}
