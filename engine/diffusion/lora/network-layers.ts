import { ELEMENT } from '../../onnx/onnx-writer.ts'
import type { ScannedModel, ScannedNode, ScannedTensor } from '../../onnx/scan-model.ts'
import { flatten } from './lora-keys.ts'

/** A layer of a network whose weights can be changed. */
export interface NetworkLayer {
  /** The nodes that read its weights, and as which input. */
  nodes: ScannedNode[]
  input: number
  /** The stored numbers; multiplied with `factor`, where there is one, they are the weights. */
  stored: ScannedTensor
  factor: ScannedTensor | null
  /** Element type that the nodes read. */
  element: number
  /** [out, in, ...kernel] */
  shape: number[]
  /** True if the stored numbers are [in, out]. */
  inputFirst: boolean
}

/** Input of MatMul, Gemm and Conv that holds the weights. */
const WEIGHTS = 1
const READABLE = new Set<number>([
  ELEMENT.FLOAT,
  ELEMENT.FLOAT16,
  ELEMENT.BFLOAT16,
  ELEMENT.DOUBLE,
  ELEMENT.INT8,
])

const WRITABLE = new Set<number>([ELEMENT.FLOAT, ELEMENT.FLOAT16])

/**
 * The layers of a network by their flattened place (`down_blocks_0_attentions_0_..._to_q`): from the names of the
 * weights where the export kept them (`....to_q.weight`), else from the node's (`/down_blocks.0/.../to_q/MatMul`).
 * An export without either has none.
 */
export function layersOf(model: ScannedModel): Map<string, NetworkLayer> {
  const producers = new Map(model.nodes.flatMap((node) => node.outputs.map((out) => [out, node])))
  const layers = new Map<string, NetworkLayer>()
  for (const node of model.nodes) {
    if (!['MatMul', 'Gemm', 'Conv'].includes(node.operator)) continue
    const name = node.inputs[WEIGHTS] ?? ''
    const weights = resolve(name, model, producers)
    if (!weights?.stored.data || !READABLE.has(weights.stored.element)) continue
    if (!WRITABLE.has(weights.element)) continue
    const place = name.endsWith('.weight') ? name.slice(0, -'.weight'.length) : placeOf(node.label)
    const key = flatten(place)
    const before = layers.get(key)
    if (before) before.nodes.push(node)
    else if (key)
      layers.set(key, { nodes: [node], input: WEIGHTS, ...weights, ...orient(node, weights) })
  }
  return layers
}

type Weights = Pick<NetworkLayer, 'stored' | 'factor' | 'element'>

function orient(
  { operator, integers }: ScannedNode,
  { stored: { shape } }: Weights,
): Pick<NetworkLayer, 'shape' | 'inputFirst'> {
  const inputFirst = operator === 'MatMul' || (operator === 'Gemm' && integers['transB'] !== 1)
  return { inputFirst, shape: inputFirst ? shape.toReversed() : shape }
}

/** Weights may be stored in half precision (Cast), or in 8 bits with a factor a channel (Cast, Mul). */
function resolve(
  name: string,
  model: ScannedModel,
  producers: ReadonlyMap<string, ScannedNode>,
): Weights | null {
  const stored = model.tensors.get(name)
  if (stored) return { stored, factor: null, element: stored.element }
  const node = producers.get(name)
  const [first = '', second = ''] = node?.inputs ?? []
  if (node?.operator === 'Identity') return resolve(first, model, producers)
  if (node?.operator === 'Cast') {
    const inner = resolve(first, model, producers)
    const element = node.integers['to'] ?? 0
    return inner && !inner.factor ? { ...inner, element } : null
  }
  if (node?.operator !== 'Mul') return null
  const inner = resolve(first, model, producers)
  const factor = model.tensors.get(second)
  return inner && !inner.factor && factor ? { ...inner, factor } : null
}

/** `/time/time.0/Gemm` is time.0: a list that is called itself stands there twice. */
function placeOf(label: string): string {
  const parts = label.split('/').slice(1, -1)
  return parts.filter((part, i) => !parts[i + 1]?.startsWith(`${part}.`)).join('.')
}
