import { Tensor } from 'onnxruntime-node'
import { describe, expect, test } from 'vitest'
import { InferenceSession } from '../../onnx/inference-session.ts'
import { createNoiseStream } from '../../diffusion/noise.ts'
import { OnnxWriter, type Value } from '../../onnx/onnx-writer.ts'
import { writeGradients, writeNode } from './differentiate.ts'
import { readGraph } from './read-graph.ts'
import { RULES } from './rules.ts'
import { traceValues } from './trace-values.ts'
import { sizeOf } from './values.ts'

type Build = (writer: OnnxWriter, x: Value) => Value

const STEP = 1e-2
const random = (seed: number, shape: readonly number[]): Float32Array =>
  Float32Array.from(createNoiseStream(seed)(sizeOf(shape)))

/** Runs a graph on `x`. */
async function run(bytes: Buffer, x: Float32Array, shape: readonly number[]) {
  const session = await InferenceSession.create(bytes, { logSeverityLevel: 3 })
  const results = await session.run({ x: new Tensor('float32', x, shape) })
  await session.release()
  return results
}

/** What a graph does to `x` with its gradient beside it: slopes of the sum of the result times random numbers. */
async function differentiate(shape: readonly number[], build: Build) {
  const named = new OnnxWriter()
  const result = build(named, named.input('x', shape))
  named.outputOfAnyKind(result)
  const graph = readGraph(named.build())
  const known = await traceValues(graph, { x: shape }, ['x'], '.')
  const writer = new OnnxWriter('gradient/')
  writer.input('x', shape)
  for (const constant of graph.constants) writer.copyConstant(constant)
  for (const node of graph.nodes) writeNode(writer, node)
  const sizes = known.shapeOf(result)
  const seed = writer.floats(random(99, sizes), sizes)
  const [gradient = ''] = writeGradients(writer, graph, { value: result, seed }, ['x'], known)
  writer.node('Identity', [gradient], {}, 'slopes')
  writer.node('ReduceSum', [writer.node('Mul', [result, seed])], { keepdims: 0 }, 'sum')
  writer.outputOfAnyKind('slopes')
  writer.outputOfAnyKind('sum')
  return writer.build()
}

/** The largest error of the slopes along random directions, against the difference of two runs. */
async function errorOf(shape: readonly number[], build: Build): Promise<number> {
  const bytes = await differentiate(shape, build)
  const x = random(1, shape)
  const { slopes } = await run(bytes, x, shape)
  expect(slopes!.dims).toEqual(shape)
  let most = 0
  for (const seed of [2, 3, 4]) {
    const way = random(seed, shape)
    const at = async (sign: number): Promise<number> => {
      const moved = x.map((value, i) => value + sign * STEP * way[i]!)
      return ((await run(bytes, moved, shape))['sum']!.data as Float32Array)[0]!
    }
    const measured = ((await at(1)) - (await at(-1))) / (2 * STEP)
    const said = way.reduce((sum, value, i) => sum + value * (slopes!.data[i] as number), 0)
    most = Math.max(most, Math.abs(said - measured) / (1 + Math.abs(measured)))
  }
  return most
}

const floats = (writer: OnnxWriter, seed: number, shape: number[]): Value =>
  writer.floats(random(seed, shape), shape)
const ints = (writer: OnnxWriter, ...values: number[]): Value =>
  writer.integers(values, [values.length])

const CASES: Record<string, [shape: number[], build: Build][]> = {
  Identity: [[[2, 3], (w, x) => w.node('Identity', [x])]],
  Cast: [[[2, 3], (w, x) => w.node('Cast', [x], { to: 1 })]],
  Reshape: [[[2, 6], (w, x) => w.node('Reshape', [x, ints(w, 3, -1)])]],
  Flatten: [[[2, 3, 2], (w, x) => w.node('Flatten', [x], { axis: 1 })]],
  Squeeze: [[[2, 1, 3], (w, x) => w.node('Squeeze', [x, ints(w, 1)])]],
  Unsqueeze: [[[2, 3], (w, x) => w.node('Unsqueeze', [x, ints(w, 0)])]],
  Add: [
    [[2, 3, 4], (w, x) => w.node('Add', [x, floats(w, 5, [4])])],
    [[4], (w, x) => w.node('Add', [floats(w, 5, [2, 3, 4]), x])],
    [[3, 1], (w, x) => w.node('Add', [x, x])],
  ],
  Sub: [[[3, 1], (w, x) => w.node('Sub', [floats(w, 5, [2, 3, 4]), x])]],
  Mul: [
    [[2, 1, 4], (w, x) => w.node('Mul', [x, floats(w, 5, [2, 3, 1])])],
    [[2, 3], (w, x) => w.node('Mul', [x, x])],
  ],
  Div: [
    [
      [2, 3],
      (w, x) =>
        w.node('Div', [
          x,
          w.node('Add', [w.node('Mul', [x, x]), w.floats(Float32Array.of(1.5), [])]),
        ]),
    ],
  ],
  MatMul: [
    [[2, 3, 4], (w, x) => w.node('MatMul', [x, floats(w, 5, [4, 5])])],
    [[4, 5], (w, x) => w.node('MatMul', [floats(w, 5, [2, 3, 4]), x])],
    [[2, 2, 3, 4], (w, x) => w.node('MatMul', [x, floats(w, 5, [2, 2, 4, 5])])],
    [[2, 2, 4, 5], (w, x) => w.node('MatMul', [floats(w, 5, [2, 2, 3, 4]), x])],
    [[2, 3, 3], (w, x) => w.node('MatMul', [x, w.node('Transpose', [x], { perm: [0, 2, 1] })])],
  ],
  Conv: [
    [
      [2, 3, 5, 6],
      (w, x) => w.node('Conv', [x, floats(w, 5, [4, 3, 3, 3])], { pads: [1, 1, 1, 1] }),
    ],
    [[2, 3, 4, 4], (w, x) => w.node('Conv', [x, floats(w, 5, [4, 3, 1, 1])])],
    [
      [1, 2, 6, 5],
      (w, x) =>
        w.node('Conv', [x, floats(w, 5, [3, 2, 3, 3]), floats(w, 6, [3])], {
          pads: [1, 1, 1, 1],
          strides: [2, 2],
        }),
    ],
  ],
  Slice: [
    [[2, 6], (w, x) => w.node('Slice', [x, ints(w, 1), ints(w, 4), ints(w, 1)])],
    [[2, 6], (w, x) => w.node('Slice', [x, ints(w, -3), ints(w, 2 ** 31), ints(w, -1)])],
  ],
  Concat: [
    [
      [2, 3],
      (w, x) => w.node('Concat', [floats(w, 5, [2, 2]), x, w.node('Sigmoid', [x])], { axis: 1 }),
    ],
  ],
  Resize: [
    [
      [1, 2, 3, 2],
      (w, x) =>
        w.node('Resize', [x, '', w.floats(Float32Array.of(1, 1, 2, 2), [4])], {
          mode: 'nearest',
          coordinate_transformation_mode: 'asymmetric',
          nearest_mode: 'floor',
        }),
    ],
  ],
  Transpose: [[[2, 3, 4], (w, x) => w.node('Transpose', [x], { perm: [1, 2, 0] })]],
  Sigmoid: [[[2, 3], (w, x) => w.node('Sigmoid', [x])]],
  Erf: [[[2, 3], (w, x) => w.node('Erf', [x])]],
  Softmax: [[[2, 5], (w, x) => w.node('Softmax', [x], { axis: 1 })]],
  LayerNormalization: [
    [
      [2, 3, 6],
      (w, x) =>
        w.node('LayerNormalization', [x, floats(w, 5, [6]), floats(w, 6, [6])], {
          axis: 2,
          epsilon: { float: 1e-5 },
        }),
    ],
  ],
  InstanceNormalization: [
    [
      [2, 3, 8],
      (w, x) =>
        w.node('InstanceNormalization', [x, floats(w, 5, [3]), floats(w, 6, [3])], {
          epsilon: { float: 1e-5 },
        }),
    ],
  ],
}

test('there is a case for every operator with a rule', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(Object.keys(RULES).toSorted())
})

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  test.each(cases)('has the slopes that differences show, from %j', async (shape, build) => {
    expect(await errorOf(shape, build)).toBeLessThan(3e-3)
  })
})

test('what has no rule is named', async () => {
  await expect(differentiate([2], (w, x) => w.node('Tanh', [x]))).rejects.toThrow(
    'cannot be trained: it has the operator Tanh',
  )
})
