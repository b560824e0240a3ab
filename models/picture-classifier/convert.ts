/**
 * Makes model.onnx from the `mobilenet_v2_mid` weights in the npm package nsfwjs 4.4.0 (MIT):
 *
 *   npm pack nsfwjs@4.4.0 && tar xzf nsfwjs-4.4.0.tgz
 *   node models/picture-classifier/convert.ts package/dist/models/mobilenet_v2_mid
 *
 * The package wraps a TensorFlow.js graph model in scripts, its 8-bit weights in base64. They are written as they
 * are; TensorFlow works on [n, h, w, c], ONNX on [n, c, h, w].
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { OnnxWriter, type Value } from '#engine/onnx/onnx-writer.ts'

interface Weight {
  name: string
  shape: number[]
  quantization?: { scale: number; min: number }
}

interface Node {
  name: string
  op: string
  input?: string[]
  attr?: Record<string, { s?: string; list?: { i?: string[]; s?: string[] } }>
}

interface Source {
  modelTopology: { node: Node[] }
  weightsManifest: { weights: Weight[] }[]
}

const folder = resolve(process.argv[2] ?? '.')
const load = createRequire(import.meta.url)
const source = load(join(folder, 'model.min.js')) as Source
const shards = ['group1-shard1of2', 'group1-shard2of2'].map((shard) =>
  Buffer.from(load(join(folder, `${shard}.min.js`)) as string, 'base64'),
)

const writer = new OnnxWriter()
const values = new Map<string, Value>()
const weights = readWeights()

for (const node of source.modelTopology.node) values.set(node.name, write(node))
writer.output('scores', ['n', 5])
writeFileSync(join(import.meta.dirname, 'model.onnx'), writer.build())

function readWeights(): Map<string, Weight & { bytes: Buffer }> {
  const bytes = Buffer.concat(shards)
  const read = new Map<string, Weight & { bytes: Buffer }>()
  let offset = 0
  for (const weight of source.weightsManifest.flatMap((group) => group.weights)) {
    const count = weight.shape.reduce((product, size) => product * size, 1)
    const length = count * (weight.quantization ? 1 : 4)
    read.set(weight.name, { ...weight, bytes: bytes.subarray(offset, offset + length) })
    offset += length
  }
  return read
}

/** The numbers with their axes moved: axis i of the result is axis `axes[i]` of the weight. */
function constant(name: string, axes?: readonly number[]): Value {
  const { shape, bytes, quantization } = weights.get(name)!
  const width = quantization ? 1 : 4
  const order = axes ?? shape.map((_, axis) => axis)
  const moved = Buffer.alloc(bytes.length)
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((product, size) => product * size, 1))
  const target = order.map((axis) => shape[axis]!)
  const count = bytes.length / width
  for (let place = 0; place < count; place++) {
    let rest = place
    let from = 0
    for (let i = target.length - 1; i >= 0; i--) {
      from += (rest % target[i]!) * strides[order[i]!]!
      rest = Math.floor(rest / target[i]!)
    }
    bytes.copy(moved, place * width, from * width, (from + 1) * width)
  }
  if (quantization) return writer.quantised(moved, target, quantization.scale, quantization.min)
  return writer.floats(new Float32Array(Uint8Array.from(moved).buffer), target)
}

function write({ name, op, input = [], attr = {} }: Node): Value {
  const inputs = input.map((one) => values.get(one)!)
  switch (op) {
    case 'Const':
      return name
    case 'Placeholder':
      return writer.input('picture', ['n', 3, 224, 224])
    case 'Mul':
    case 'Sub':
    case 'AddV2':
      return writer.node(op === 'AddV2' ? 'Add' : op, input.map(operand))
    case '_FusedConv2D':
    case 'FusedDepthwiseConv2dNative': {
      const isDepthwise = op !== '_FusedConv2D'
      const { shape } = weights.get(input[1]!)!
      const [height, width, channels] = shape as [number, number, number]
      const kernel = constant(input[1]!, isDepthwise ? [2, 3, 0, 1] : [3, 2, 0, 1])
      const convolved = writer.node('Conv', [inputs[0]!, kernel, constant(input[2]!)], {
        kernel_shape: [height, width],
        strides: attr['strides']!.list!.i!.slice(1, 3).map(Number),
        auto_pad: text(attr['padding']!.s!) === 'SAME' ? 'SAME_UPPER' : 'VALID',
        group: isDepthwise ? channels : 1,
      })
      const fused = attr['fused_ops']!.list!.s!.map(text)
      if (!fused.includes('Relu6')) return convolved
      return writer.node('Clip', [convolved, scalar(0), scalar(6)])
    }
    case 'AvgPool':
      return writer.node('GlobalAveragePool', inputs)
    case 'Squeeze':
      return writer.node('Flatten', inputs)
    case '_FusedMatMul': {
      const product = writer.node('MatMul', [inputs[0]!, constant(input[1]!)])
      return writer.node('Add', [product, constant(input[2]!)])
    }
    case 'Softmax':
      return writer.node('Softmax', inputs, { axis: 1 })
    case 'Identity':
      return writer.node('Identity', inputs, {}, 'scores')
    default:
      throw new Error(`${name} is of the unknown kind ${op}`)
  }
}

/** Numbers beside a picture are single ones here. */
function operand(name: string): Value {
  return weights.has(name) ? constant(name) : values.get(name)!
}

function scalar(value: number): Value {
  return writer.floats(Float32Array.of(value), [])
}

function text(base64: string): string {
  return Buffer.from(base64, 'base64').toString()
}
