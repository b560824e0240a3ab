import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OnnxWriter, type Value } from '#engine/onnx/onnx-writer.ts'
import { type WeightBits, writeWeights } from './write-weights.ts'

interface Node {
  name: string
  op: string
  input?: string[]
  attr?: Record<string, { s?: string; list?: { i?: string[]; s?: string[] } }>
}

interface Manifest {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string }
}

interface Source {
  modelTopology: { node: Node[] }
  weightsManifest: { paths: string[]; weights: Manifest[] }[]
}

interface Weight {
  values: Float32Array | Int32Array
  shape: number[]
}

/** A graph's input and outputs, by the names of its nodes. */
interface Ends {
  input: { node: string; name: string; shape: (number | string)[] }
  outputs: { node: string; name: string }[]
}

/** From TensorFlow's [n, h, w, c] to ONNX's [n, c, h, w] and back. */
const TO_PLANES = [0, 3, 1, 2]
const TO_PIXELS = [0, 2, 3, 1]

/**
 * Writes a frozen graph of TensorFlow.js (`model.json` and its shards) as ONNX. Input and outputs keep TensorFlow's
 * order of axes: a picture is [1, height, width, 3].
 *
 * @throws Error naming an operator that is unknown
 */
export function convertTensorFlowGraph(file: string, ends: Ends, bits: WeightBits): Buffer {
  const source = JSON.parse(readFileSync(file, 'utf8')) as Source
  const weights = readWeights(source, dirname(file))
  const graph = new Graph(source.modelTopology.node, weights, ends, bits)
  return graph.write()
}

function readWeights(source: Source, folder: string): Map<string, Weight> {
  const weights = new Map<string, Weight>()
  for (const group of source.weightsManifest) {
    const bytes = Buffer.concat(group.paths.map((shard) => readFileSync(join(folder, shard))))
    let offset = 0
    for (const { name, shape, dtype, quantization } of group.weights) {
      const count = shape.reduce((product, size) => product * size, 1)
      const width = quantization ? 2 : 4
      if (quantization && quantization.dtype !== 'float16')
        throw new Error(`Weights ${name} are kept in the unknown way ${quantization.dtype}`)
      // Copied, so that the numbers start on a multiple of their size.
      const own = Uint8Array.from(bytes.subarray(offset, offset + width * count)).buffer
      const values = quantization
        ? Float32Array.from(new Float16Array(own))
        : dtype === 'int32'
          ? new Int32Array(own)
          : new Float32Array(own)
      weights.set(name, { values, shape })
      offset += width * count
    }
  }
  return weights
}

class Graph {
  readonly #writer = new OnnxWriter()
  readonly #nodes: Map<string, Node>
  readonly #weights: Map<string, Weight>
  readonly #ends: Ends
  readonly #bits: WeightBits
  readonly #values = new Map<string, Value>()

  constructor(nodes: Node[], weights: Map<string, Weight>, ends: Ends, bits: WeightBits) {
    this.#nodes = new Map(nodes.map((node) => [node.name, node]))
    this.#weights = weights
    this.#ends = ends
    this.#bits = bits
  }

  write(): Buffer {
    for (const { node, name } of this.#ends.outputs) {
      this.#writer.node('Identity', [this.#value(node)], {}, name)
      this.#writer.output(name, [])
    }
    return this.#writer.build()
  }

  /** The value of a node, written with all that it needs when it is asked for the first time. */
  #value(input: string): Value {
    const name = input.replace(/:\d+$/, '')
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const node = this.#nodes.get(name)
    if (!node) throw new Error(`The graph has no node ${name}`)
    const value = this.#write(node)
    this.#values.set(name, value)
    return value
  }

  #write(node: Node): Value {
    const writer = this.#writer
    const { name, op, input = [] } = node
    const operand = (i: number): Value => this.#value(input[i]!)
    switch (op) {
      case 'Placeholder':
        return writer.input(this.#ends.input.name, this.#ends.input.shape)
      case 'Const':
        return this.#constant(name)
      case 'Identity':
        return operand(0)
      case 'Conv2D':
      case '_FusedConv2D':
      case 'DepthwiseConv2dNative':
      case 'FusedDepthwiseConv2dNative':
        return this.#convolution(node, op.includes('Depthwise'))
      case 'Add':
      case 'AddV2':
        return writer.node('Add', [operand(0), operand(1)])
      case 'Mul':
        return writer.node('Mul', [operand(0), operand(1)])
      case 'Minimum':
        return writer.node('Min', [operand(0), operand(1)])
      case 'Maximum':
        return writer.node('Max', [operand(0), operand(1)])
      case 'Relu':
      case 'Sigmoid':
      case 'Softmax':
        return writer.node(op, [operand(0)])
      case 'Mean':
        return writer.node('ReduceMean', [operand(0)], {
          axes: [...this.#weight(input[1]!).values],
          keepdims: 0,
        })
      case '_FusedMatMul':
        return this.#matrixProduct(node)
      case 'Prelu':
        return writer.node('PRelu', [operand(0), operand(1)])
      case 'Reshape':
        return writer.node('Reshape', [operand(0), this.#integers(input[1]!)])
      case 'Pad':
        return writer.node('Pad', [operand(0), this.#pads(input[1]!)])
      case 'MaxPool':
        return this.#inPlanes(operand(0), (planes) =>
          writer.node('MaxPool', [planes], {
            kernel_shape: numbers(node, 'ksize').slice(1, 3),
            strides: numbers(node, 'strides').slice(1, 3),
            auto_pad: padding(node),
          }),
        )
      default:
        throw new Error(`${name} is of the unknown kind ${op}`)
    }
  }

  #weight(name: string): Weight {
    const weight = this.#weights.get(name)
    if (!weight) throw new Error(`${name} has no weights`)
    return weight
  }

  #constant(name: string): Value {
    const { values, shape } = this.#weight(name)
    if (values instanceof Int32Array) return this.#writer.integers([...values], shape)
    return this.#writer.floats(values, shape)
  }

  #integers(name: string): Value {
    const { values, shape } = this.#weight(name)
    return this.#writer.integers([...values], shape)
  }

  /** TensorFlow has [before, after] for each axis, ONNX all before and then all after. */
  #pads(name: string): Value {
    const values = [...this.#weight(name).values]
    const before = values.filter((_, i) => i % 2 === 0)
    const after = values.filter((_, i) => i % 2 === 1)
    return this.#writer.integers([...before, ...after], [values.length])
  }

  #inPlanes(value: Value, write: (planes: Value) => Value): Value {
    const planes = this.#writer.node('Transpose', [value], { perm: TO_PLANES })
    return this.#writer.node('Transpose', [write(planes)], { perm: TO_PIXELS })
  }

  /** A product with a matrix of weights, with the bias and activation that TensorFlow fuses into it. */
  #matrixProduct(node: Node): Value {
    const writer = this.#writer
    const [values = '', matrixName = '', biasName = ''] = node.input ?? []
    const { values: numbers, shape } = this.#weight(matrixName)
    const matrix = writeWeights(writer, Float32Array.from(numbers), shape, this.#bits)
    const product = writer.node('MatMul', [this.#value(values), matrix])
    const fused = (node.attr?.['fused_ops']?.list?.s ?? []).map(decode)
    const biased = fused.includes('BiasAdd')
      ? writer.node('Add', [product, this.#value(biasName)])
      : product
    return fused.includes('Relu') ? writer.node('Relu', [biased]) : biased
  }

  /** A convolution with the bias and activation that TensorFlow fuses into it. */
  #convolution(node: Node, isDepthwise: boolean): Value {
    const writer = this.#writer
    const [picture = '', kernelName = '', biasName = '', slopeName = ''] = node.input ?? []
    const { values, shape } = this.#weight(kernelName)
    const [height, width, from, to] = shape as [number, number, number, number]
    const channels = isDepthwise ? from * to : to
    const moved = new Float32Array(values.length)
    for (let place = 0; place < height * width; place++)
      for (let i = 0; i < from; i++)
        for (let o = 0; o < to; o++) {
          const row = isDepthwise ? i * to + o : o * from + i
          moved[row * height * width + place] = values[(place * from + i) * to + o]!
        }
    const kernelShape = isDepthwise ? [channels, 1, height, width] : [to, from, height, width]
    const kernel = writeWeights(writer, moved, kernelShape, this.#bits)
    const fused = (node.attr?.['fused_ops']?.list?.s ?? []).map(decode)
    const bias = fused.includes('BiasAdd') ? [this.#value(biasName)] : []
    const convolved = this.#inPlanes(this.#value(picture), (planes) =>
      writer.node('Conv', [planes, kernel, ...bias], {
        kernel_shape: [height, width],
        strides: numbers(node, 'strides').slice(1, 3),
        auto_pad: padding(node),
        group: isDepthwise ? from : 1,
      }),
    )
    const activation = fused.find((one) => one !== 'BiasAdd')
    if (activation === undefined) return convolved
    if (activation === 'Relu') return writer.node('Relu', [convolved])
    if (activation === 'Prelu') return writer.node('PRelu', [convolved, this.#value(slopeName)])
    throw new Error(`${node.name} has the unknown activation ${activation}`)
  }
}

function numbers(node: Node, name: string): number[] {
  return (node.attr?.[name]?.list?.i ?? []).map(Number)
}

function padding(node: Node): string {
  return decode(node.attr?.['padding']?.s ?? '') === 'SAME' ? 'SAME_UPPER' : 'VALID'
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString()
}
