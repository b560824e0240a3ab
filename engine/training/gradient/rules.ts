import type { OnnxWriter, Value } from '../../onnx/onnx-writer.ts'
import type { GraphNode } from './read-graph.ts'
import {
  meanOver,
  multiply,
  reshape,
  scalar,
  sizeOf,
  sumOver,
  sumToShape,
  transposed,
} from './values.ts'

/** What is known of a graph's values once its inputs have a shape. */
export interface KnownValues {
  shapeOf(value: Value): readonly number[]
  /** The whole numbers that a value holds which an operator takes as a setting. */
  integersOf(value: Value): readonly number[]
}

/** A node whose inputs' gradients are wanted. */
export interface Differentiation extends KnownValues {
  writer: OnnxWriter
  node: GraphNode
  /** Gradient by the node's first output, of its shape. */
  gradient: Value
  /** Whether the gradient by an input is wanted; what is given for others is not used. */
  wants(input: number): boolean
}

/** Writes the gradients by a node's inputs, in their order; null where there is none or it is not wanted. */
type Rule = (node: Differentiation) => (Value | null)[]

/** Axes may be counted from the end. */
const fromStart = (axis: number, rank: number): number => (axis < 0 ? axis + rank : axis)
const inputAt = ({ inputs }: GraphNode, place: number): Value => inputs[place] ?? ''
const resultOf = ({ outputs }: GraphNode): Value => outputs[0] ?? ''

/** The gradient by an input that may have been repeated along some axes, if it is wanted. */
function byRepeated(
  { writer, node, shapeOf, wants }: Differentiation,
  place: number,
  gradient: () => Value,
): Value | null {
  if (!wants(place)) return null
  const [to, from] = [shapeOf(inputAt(node, place)), shapeOf(resultOf(node))]
  return sumToShape(writer, gradient(), from, to)
}

/** The same numbers in the input's own shape. */
const sameNumbers: Rule = ({ writer, node, gradient, shapeOf }) => [
  reshape(writer, gradient, shapeOf(inputAt(node, 0))),
]

/** Of y = (x - mean) / deviation * scale, by x (Ioffe and Szegedy 2015, arXiv:1502.03167, section 3). */
function byNormalised(
  { writer, node, gradient }: Differentiation,
  axes: readonly number[],
  scale: Value,
): Value {
  const x = inputAt(node, 0)
  const from = writer.node('Sub', [x, meanOver(writer, x, axes)])
  const variance = meanOver(writer, multiply(writer, from, from), axes)
  const epsilon = scalar(writer, node.reals['epsilon'] ?? 1e-5)
  const deviation = writer.node('Sqrt', [writer.node('Add', [variance, epsilon])])
  const unit = writer.node('Div', [from, deviation])
  const scaled = multiply(writer, gradient, scale)
  const along = meanOver(writer, multiply(writer, scaled, unit), axes)
  const rest = writer.node('Sub', [
    writer.node('Sub', [scaled, meanOver(writer, scaled, axes)]),
    multiply(writer, unit, along),
  ])
  return writer.node('Div', [rest, deviation])
}

function convolution(differentiation: Differentiation): (Value | null)[] {
  const { writer, node, gradient, shapeOf, wants } = differentiation
  if (wants(1) || wants(2)) throw new Error('has a convolution that is to be trained')
  const weights = inputAt(node, 1)
  const [from, to, kernel] = [inputAt(node, 0), resultOf(node), weights].map((value) =>
    shapeOf(value).slice(2),
  ) as [number[], number[], number[]]
  const { group = [1], dilations = [1] } = node.integers
  const padding = node.texts['auto_pad'] ?? 'NOTSET'
  if (group[0] !== 1 || dilations.some((step) => step !== 1) || padding !== 'NOTSET')
    throw new Error('has a convolution of a kind that cannot be trained through')
  const strides = node.integers['strides'] ?? kernel.map(() => 1)
  const pads = node.integers['pads'] ?? [...kernel, ...kernel].map(() => 0)
  if (strides.some((stride) => stride !== 1)) {
    const left = from.map((size, axis) => {
      const reach = (to[axis]! - 1) * strides[axis]! + kernel[axis]!
      return size - (reach - pads[axis]! - pads[axis + kernel.length]!)
    })
    return [
      writer.node('ConvTranspose', [gradient, weights], { strides, pads, output_padding: left }),
    ]
  }
  // A convolution with the weights turned around is twice as fast as the runtime's transposed one.
  const exchanged = writer.node('Transpose', [weights], {
    perm: [1, 0, ...kernel.map((_, i) => i + 2)],
  })
  const axes = kernel.map((_, i) => i + 2)
  const each = (value: number) =>
    writer.integers(
      axes.map(() => value),
      [axes.length],
    )
  const turned = kernel.every((size) => size === 1)
    ? exchanged
    : writer.node('Slice', [
        exchanged,
        each(-1),
        each(-(2 ** 31)),
        writer.integers(axes, [axes.length]),
        each(-1),
      ])
  const around = pads.map((pad, i) => kernel[i % kernel.length]! - 1 - pad)
  return [writer.node('Conv', [gradient, turned], { pads: around })]
}

function matrixProduct(differentiation: Differentiation): (Value | null)[] {
  const { writer, node, gradient, shapeOf, wants } = differentiation
  const [a, b] = [inputAt(node, 0), inputAt(node, 1)]
  const [left, right, result] = [a, b, resultOf(node)].map(shapeOf) as [
    readonly number[],
    readonly number[],
    readonly number[],
  ]
  const lead = result.slice(0, -2)
  const [rows, inner, columns] = [left.at(-2)!, left.at(-1)!, right.at(-1)!]
  const product = (one: Value, other: Value, shape: readonly number[], size: number[]): Value =>
    sumToShape(writer, writer.node('MatMul', [one, other]), [...lead, ...size], shape)
  const byA = () => product(gradient, transposed(writer, b, right.length), left, [rows, inner])
  const byB = () => {
    if (right.length > 2)
      return product(transposed(writer, a, left.length), gradient, right, [inner, columns])
    // One matrix for all: all rows of all batches count together.
    const all = sizeOf(left) / inner
    const [flat, flatGradient] = [
      reshape(writer, a, [all, inner]),
      reshape(writer, gradient, [all, columns]),
    ]
    return writer.node('Gemm', [flat, flatGradient], { transA: 1 })
  }
  return [wants(0) ? byA() : null, wants(1) ? byB() : null]
}

function cutOut({
  writer,
  node,
  gradient,
  shapeOf,
  integersOf,
}: Differentiation): (Value | null)[] {
  const shape = shapeOf(inputAt(node, 0))
  const settingOf = (place: number): readonly number[] | null =>
    node.inputs[place] ? integersOf(inputAt(node, place)) : null
  const starts = settingOf(1) ?? []
  const axes = settingOf(3) ?? starts.map((_, axis) => axis)
  const steps = settingOf(4) ?? []
  if (steps.some((step) => step !== 1)) throw new Error('has a slice with steps')
  const cut = shapeOf(resultOf(node))
  const pads = [...shape, ...shape].map(() => 0)
  for (const [i, axis] of axes.entries()) {
    const place = fromStart(axis, shape.length)
    const size = shape[place]!
    const before = Math.min(fromStart(starts[i]!, size), size)
    pads[place] = before
    pads[place + shape.length] = size - before - cut[place]!
  }
  return [writer.node('Pad', [gradient, writer.integers(pads, [pads.length])])]
}

function joined({ writer, node, gradient, shapeOf, wants }: Differentiation): (Value | null)[] {
  const axis = fromStart(node.integers['axis']?.[0] ?? 0, shapeOf(resultOf(node)).length)
  let at = 0
  return node.inputs.map((input, place) => {
    const from = at
    at += shapeOf(input)[axis]!
    if (!wants(place)) return null
    const bounds = [from, at, axis].map((value) => writer.integers([value], [1]))
    return writer.node('Slice', [gradient, ...bounds])
  })
}

function enlarged({ writer, node, gradient, shapeOf }: Differentiation): (Value | null)[] {
  const [from, to] = [shapeOf(inputAt(node, 0)), shapeOf(resultOf(node))]
  const factors = from.map((size, axis) => to[axis]! / size)
  if ((node.texts['mode'] ?? 'nearest') !== 'nearest' || !factors.every(Number.isInteger))
    throw new Error('enlarges in a way that cannot be trained through')
  const parts = from.flatMap((size, axis) => [size, factors[axis]!])
  const within = from.map((_, axis) => 2 * axis + 1)
  return [reshape(writer, sumOver(writer, reshape(writer, gradient, parts), within), from)]
}

/** The operators that trained networks consist of. What only reads shapes needs none. */
export const RULES: Readonly<Record<string, Rule>> = {
  Identity: sameNumbers,
  Cast: sameNumbers,
  Reshape: sameNumbers,
  Flatten: sameNumbers,
  Squeeze: sameNumbers,
  Unsqueeze: sameNumbers,
  Add: (own) => [0, 1].map((place) => byRepeated(own, place, () => own.gradient)),
  Sub: (own) => [
    byRepeated(own, 0, () => own.gradient),
    byRepeated(own, 1, () => own.writer.node('Neg', [own.gradient])),
  ],
  Mul: (own) =>
    [0, 1].map((place) =>
      byRepeated(own, place, () =>
        multiply(own.writer, own.gradient, inputAt(own.node, 1 - place)),
      ),
    ),
  Div: (own) => {
    const { writer, node, gradient } = own
    const divided = (): Value => writer.node('Div', [gradient, inputAt(node, 1)])
    return [
      byRepeated(own, 0, divided),
      byRepeated(own, 1, () => writer.node('Neg', [multiply(writer, divided(), resultOf(node))])),
    ]
  },
  MatMul: matrixProduct,
  Conv: convolution,
  Slice: cutOut,
  Concat: joined,
  Resize: enlarged,
  Transpose: ({ writer, node, gradient, shapeOf }) => {
    const rank = shapeOf(inputAt(node, 0)).length
    const order = node.integers['perm'] ?? Array.from({ length: rank }, (_, i) => rank - 1 - i)
    return [writer.node('Transpose', [gradient], { perm: order.map((_, i) => order.indexOf(i)) })]
  },
  Sigmoid: ({ writer, node, gradient }) => {
    const y = resultOf(node)
    const slope = multiply(writer, y, writer.node('Sub', [scalar(writer, 1), y]))
    return [multiply(writer, gradient, slope)]
  },
  Erf: ({ writer, node, gradient }) => {
    const x = inputAt(node, 0)
    const bell = writer.node('Exp', [writer.node('Neg', [multiply(writer, x, x)])])
    const slope = multiply(writer, bell, scalar(writer, 2 / Math.sqrt(Math.PI)))
    return [multiply(writer, gradient, slope)]
  },
  Softmax: ({ writer, node, gradient, shapeOf }) => {
    const y = resultOf(node)
    const axis = fromStart(node.integers['axis']?.[0] ?? -1, shapeOf(y).length)
    const along = sumOver(writer, multiply(writer, gradient, y), [axis])
    return [multiply(writer, y, writer.node('Sub', [gradient, along]))]
  },
  LayerNormalization: (own) => {
    const { node, shapeOf, wants } = own
    if (wants(1) || wants(2)) throw new Error('has a normalisation that is to be trained')
    const rank = shapeOf(inputAt(node, 0)).length
    const first = fromStart(node.integers['axis']?.[0] ?? -1, rank)
    const axes = Array.from({ length: rank - first }, (_, i) => first + i)
    return [byNormalised(own, axes, inputAt(node, 1))]
  },
  InstanceNormalization: (own) => {
    const { writer, node, shapeOf, wants } = own
    if (wants(1) || wants(2)) throw new Error('has a normalisation that is to be trained')
    const axes = shapeOf(inputAt(node, 0))
      .map((_, axis) => axis)
      .slice(2)
    const channels = shapeOf(inputAt(node, 1))[0]!
    const scale = reshape(writer, inputAt(node, 1), [1, channels, ...axes.map(() => 1)])
    return [byNormalised(own, axes, scale)]
  },
}

/** Operators through which nothing can be trained, and nothing needs to: they say how large something is. */
export const WITHOUT_GRADIENT: ReadonlySet<string> = new Set(['Shape', 'Size'])
