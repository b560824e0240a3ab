import type { OnnxWriter, Value } from '../../onnx/onnx-writer.ts'
import type { Graph, GraphNode } from './read-graph.ts'
import type { KnownValues } from './rules.ts'
import { RULES, WITHOUT_GRADIENT } from './rules.ts'

/** Copies a node as it is, or writes one that is in no file; the latter have no attributes. */
export function writeNode(writer: OnnxWriter, node: GraphNode): void {
  if (node.content) writer.copyNode(node.content, node.domain)
  else writer.node(node.operator, node.inputs, {}, node.outputs[0])
}

/** Values that depend on some of the graph's inputs in a way that has a gradient, those inputs among them. */
export function dependingOn(
  { nodes }: Pick<Graph, 'nodes'>,
  inputs: readonly Value[],
): ReadonlySet<Value> {
  const reached = new Set(inputs)
  for (const node of nodes)
    if (!WITHOUT_GRADIENT.has(node.operator) && node.inputs.some((input) => reached.has(input)))
      for (const output of node.outputs) reached.add(output)
  return reached
}

/**
 * Writes the nodes that compute gradients of a sum: backwards through a graph whose nodes the writer has already
 * (reverse accumulation; Griewank and Walther 2008, Evaluating derivatives).
 *
 * @param seed gradient by `result`, of its shape
 * @param inputs by which gradients are wanted
 * @returns for each of the inputs its gradient
 * @throws Error in a few words for a graph that has an operator without a rule on the way
 */
export function writeGradients(
  writer: OnnxWriter,
  { nodes }: Pick<Graph, 'nodes'>,
  result: { value: Value; seed: Value },
  inputs: readonly Value[],
  known: KnownValues,
): Value[] {
  const reached = dependingOn({ nodes }, inputs)
  /** What each use of a value adds to its gradient. */
  const parts = new Map<Value, Value[]>([[result.value, [result.seed]]])
  const gradientOf = (value: Value): Value | null => {
    const all = parts.get(value)
    if (!all) return null
    return all.length === 1 ? all[0]! : writer.node('Sum', all)
  }
  for (const node of nodes.toReversed()) {
    const [output = '', ...others] = node.outputs
    if (!reached.has(output)) continue
    const gradient = gradientOf(output)
    if (gradient === null) continue
    const rule = node.domain === '' ? RULES[node.operator] : undefined
    if (!rule || others.some((other) => parts.has(other)))
      throw new Error(`cannot be trained: it has the operator ${node.operator}`)
    const gradients = rule({
      writer,
      node,
      gradient,
      ...known,
      wants: (place) => reached.has(node.inputs[place] ?? ''),
    })
    for (const [place, part] of gradients.entries()) {
      const input = node.inputs[place] ?? ''
      if (part !== null && reached.has(input)) parts.set(input, [...(parts.get(input) ?? []), part])
    }
  }
  return inputs.map((input) => {
    const gradient = gradientOf(input)
    if (gradient === null) throw new Error(`cannot be trained: nothing depends on ${input}`)
    return gradient
  })
}
