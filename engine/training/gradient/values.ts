import type { OnnxWriter, Value } from '../../onnx/onnx-writer.ts'

/** Small pieces of graphs that the rules of gradients are made of. */

/** A number, the same for all entries. */
export function scalar(writer: OnnxWriter, value: number): Value {
  return writer.floats(Float32Array.of(value), [])
}

export function multiply(writer: OnnxWriter, a: Value, b: Value): Value {
  return writer.node('Mul', [a, b])
}

export function reshape(writer: OnnxWriter, value: Value, shape: readonly number[]): Value {
  return writer.node('Reshape', [value, writer.integers(shape, [shape.length])])
}

/** With the last two axes exchanged. */
export function transposed(writer: OnnxWriter, value: Value, rank: number): Value {
  const axes = Array.from({ length: rank }, (_, axis) => axis)
  return writer.node('Transpose', [value], { perm: [...axes.slice(0, -2), rank - 1, rank - 2] })
}

/** Sums along some axes, which stay with one entry each. */
export function sumOver(writer: OnnxWriter, value: Value, axes: readonly number[]): Value {
  return writer.node('ReduceSum', [value, writer.integers(axes, [axes.length])], { keepdims: 1 })
}

/** Means along some axes, which stay with one entry each. */
export function meanOver(writer: OnnxWriter, value: Value, axes: readonly number[]): Value {
  return writer.node('ReduceMean', [value], { axes, keepdims: 1 })
}

/** Sums what was repeated when something of shape `to` was made as large as `from`. */
export function sumToShape(
  writer: OnnxWriter,
  value: Value,
  from: readonly number[],
  to: readonly number[],
): Value {
  const lead = from.length - to.length
  const axes = from.flatMap((size, axis) =>
    axis < lead || (to[axis - lead] === 1 && size !== 1) ? [axis] : [],
  )
  if (axes.length === 0) return value
  const sum = sumOver(writer, value, axes)
  return lead === 0 ? sum : reshape(writer, sum, to)
}

/** Number of entries. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1)
}
