import { readFileSync } from 'node:fs'
import { OnnxWriter, type Value } from '#engine/onnx/onnx-writer.ts'
import { type WeightBits, writeWeights } from './write-weights.ts'

/** First word of weights that ncnn keeps in half precision. */
const HALF = 0x01306b47

/** What the layers of a model are written with. */
interface Layer {
  kind: string
  inputs: Value[]
  /** Parameters by their number in ncnn's documentation of the layer. */
  parameter(number: number, otherwise?: number): number
  list(number: number): number[]
}

/**
 * Writes a network of ncnn (`.param` and `.bin`) as ONNX. Pictures are [1, 3, height, width] in both.
 *
 * @param inputs channels of each input by its name in the `.param` file
 * @param outputName the last layer's value is called so
 * @throws Error naming a kind of layer that is unknown
 */
export function convertNcnn(
  paramFile: string,
  binFile: string,
  inputs: Record<string, { name: string; channels: number }>,
  outputName: string,
  bits: WeightBits,
): Buffer {
  const writer = new OnnxWriter()
  const weights = new NcnnWeights(readFileSync(binFile))
  const warp = new Warp(writer)
  const values = new Map<string, Value>()
  let last = ''
  for (const line of readFileSync(paramFile, 'utf8').trim().split('\n').slice(2)) {
    const { layer, outputs } = readLayer(line, values)
    if (layer.kind === 'Split') {
      for (const output of outputs) values.set(output, layer.inputs[0]!)
      continue
    }
    const source = inputs[outputs[0]!]
    if (layer.kind === 'Input' && !source) throw new Error(`The input ${outputs[0]} is unknown`)
    last = source
      ? writer.input(source.name, [1, source.channels, 'height', 'width'])
      : writeLayer(writer, layer, weights, warp, bits)
    values.set(outputs[0]!, last)
  }
  weights.assertAllRead()
  writer.node('Identity', [last], {}, outputName)
  writer.output(outputName, [1, 3, 'output_height', 'output_width'])
  return writer.build()
}

/** A line is: kind, name, counts of inputs and outputs, their names, and `number=value` pairs. */
function readLayer(line: string, values: Map<string, Value>): { layer: Layer; outputs: string[] } {
  const [kind = '', , inputCount, outputCount, ...rest] = line.trim().split(/\s+/)
  const inputs = rest.slice(0, Number(inputCount)).map((name) => values.get(name)!)
  const outputs = rest.slice(Number(inputCount), Number(inputCount) + Number(outputCount))
  const lists = new Map<number, number[]>()
  for (const pair of rest.slice(Number(inputCount) + Number(outputCount))) {
    const [key = '', value = ''] = pair.split('=')
    const numbers = value.split(',').map(Number)
    // A list is numbered -23300 minus the parameter's own number and begins with its length.
    if (Number(key) <= -23300) lists.set(-Number(key) - 23300, numbers.slice(1))
    else lists.set(Number(key), numbers)
  }
  return {
    outputs,
    layer: {
      kind,
      inputs,
      parameter: (number, otherwise = 0) => lists.get(number)?.[0] ?? otherwise,
      list: (number) => lists.get(number) ?? [],
    },
  }
}

function writeLayer(
  writer: OnnxWriter,
  layer: Layer,
  weights: NcnnWeights,
  warp: Warp,
  bits: WeightBits,
): Value {
  const { kind, inputs, parameter, list } = layer
  switch (kind) {
    case 'Convolution':
      return writeConvolution(writer, layer, weights, bits)
    case 'Deconvolution':
      return writeDeconvolution(writer, layer, weights, bits)
    case 'PReLU':
      return writer.node('PRelu', [
        inputs[0]!,
        writer.floats(weights.plain(parameter(0)), [parameter(0), 1, 1]),
      ])
    case 'ReLU':
      return parameter(0) === 0
        ? writer.node('Relu', inputs)
        : writer.node('LeakyRelu', inputs, { alpha: { float: parameter(0) } })
    case 'Sigmoid':
      return writer.node('Sigmoid', inputs)
    case 'Concat':
      // ncnn counts axes without the batch.
      return writer.node('Concat', inputs, { axis: parameter(0) + 1 })
    case 'PixelShuffle':
      return writer.node('DepthToSpace', inputs, {
        blocksize: parameter(0),
        mode: parameter(1) === 1 ? 'DCR' : 'CRD',
      })
    case 'Interp':
      return writeResize(writer, inputs[0]!, parameter(0) === 1, parameter(1), parameter(2))
    case 'BinaryOp':
      return writeArithmetic(writer, layer)
    case 'Eltwise':
      return writeElementwise(writer, layer)
    case 'Crop':
      return writer.node('Slice', [
        inputs[0]!,
        writer.integers(list(9), [list(9).length]),
        writer.integers(list(10), [list(10).length]),
        writer.integers(
          list(11).map((axis) => axis + 1),
          [list(11).length],
        ),
      ])
    case 'rife.Warp':
      return warp.write(inputs[0]!, inputs[1]!)
    default:
      throw new Error(`The kind of layer ${kind} is unknown`)
  }
}

function writeConvolution(
  writer: OnnxWriter,
  { inputs, parameter, list }: Layer,
  weights: NcnnWeights,
  bits: WeightBits,
): Value {
  const [channels, width, count] = [parameter(0), parameter(1), parameter(6)]
  const height = parameter(11, width)
  const shape = [channels, count / (channels * width * height), height, width]
  const operands = [inputs[0]!, writeWeights(writer, weights.tagged(count), shape, bits)]
  if (parameter(5) === 1) operands.push(writer.floats(weights.plain(channels), [channels]))
  const [stride, dilation, pad] = [parameter(3, 1), parameter(2, 1), parameter(4)]
  const convolved = writer.node('Conv', operands, {
    kernel_shape: [height, width],
    strides: [stride, stride],
    dilations: [dilation, dilation],
    pads: [pad, pad, pad, pad],
  })
  const activation = parameter(9)
  if (activation === 0) return convolved
  if (activation === 1) return writer.node('Relu', [convolved])
  if (activation === 2)
    return writer.node('LeakyRelu', [convolved], { alpha: { float: list(10)[0]! } })
  throw new Error(`Activation ${activation} of a convolution is unknown`)
}

/** ncnn keeps a deconvolution's kernels as [output, input, ...], ONNX as [input, output, ...]. */
function writeDeconvolution(
  writer: OnnxWriter,
  { inputs, parameter }: Layer,
  weights: NcnnWeights,
  bits: WeightBits,
): Value {
  const [outputs, width, count] = [parameter(0), parameter(1), parameter(6)]
  const area = width * width
  const from = count / (outputs * area)
  const read = weights.tagged(count)
  const moved = new Float32Array(count)
  for (let output = 0; output < outputs; output++)
    for (let input = 0; input < from; input++)
      moved.set(
        read.subarray((output * from + input) * area, (output * from + input + 1) * area),
        (input * outputs + output) * area,
      )
  const operands = [inputs[0]!, writeWeights(writer, moved, [from, outputs, width, width], bits)]
  if (parameter(5) === 1) operands.push(writer.floats(weights.plain(outputs), [outputs]))
  const [stride, pad] = [parameter(3, 1), parameter(4)]
  return writer.node('ConvTranspose', operands, {
    kernel_shape: [width, width],
    strides: [stride, stride],
    pads: [pad, pad, pad, pad],
  })
}

function writeResize(
  writer: OnnxWriter,
  input: Value,
  isNearest: boolean,
  down: number,
  right: number,
): Value {
  const factors = writer.floats(Float32Array.of(1, 1, down, right), [4])
  const attributes = isNearest
    ? { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' }
    : { mode: 'linear', coordinate_transformation_mode: 'half_pixel' }
  return writer.node('Resize', [input, '', factors], attributes)
}

function writeArithmetic(writer: OnnxWriter, { inputs, parameter }: Layer): Value {
  const operators: Record<number, string> = { 0: 'Add', 1: 'Sub', 2: 'Mul', 3: 'Div', 7: 'Sub', 8: 'Div' }
  const number = parameter(0)
  const operator = operators[number]
  if (!operator) throw new Error(`The arithmetic ${number} is unknown`)
  const second =
    parameter(1) === 1 ? writer.floats(Float32Array.of(parameter(2)), [1]) : inputs[1]!
  // 7 and 8 are the reversed forms of subtraction and division.
  return writer.node(operator, number >= 7 ? [second, inputs[0]!] : [inputs[0]!, second])
}

function writeElementwise(writer: OnnxWriter, { inputs, parameter, list }: Layer): Value {
  if (parameter(0) === 0) return inputs.reduce((a, b) => writer.node('Mul', [a, b]))
  if (parameter(0) !== 1) throw new Error(`The element-wise ${parameter(0)} is unknown`)
  return inputs
    .map((input, i) => {
      const factor = list(1)[i] ?? 1
      return factor === 1
        ? input
        : writer.node('Mul', [input, writer.floats(Float32Array.of(factor), [1])])
    })
    .reduce((a, b) => writer.node('Add', [a, b]))
}

/**
 * Moves a picture along a flow, as RIFE's own layer does: pixel (x, y) is taken from (x + u, y + v). Needs two more
 * inputs: `grid` [1, 2, height, width], each pixel's own x and y, and `unit` [1, 2, 1, 1] = 2 / (width - 1) and
 * 2 / (height - 1), which brings positions to ONNX's -1 to 1.
 */
class Warp {
  readonly #writer: OnnxWriter
  #hasInputs = false

  constructor(writer: OnnxWriter) {
    this.#writer = writer
  }

  write(picture: Value, flow: Value): Value {
    const writer = this.#writer
    if (!this.#hasInputs) {
      writer.input('grid', [1, 2, 'height', 'width'])
      writer.input('unit', [1, 2, 1, 1])
      this.#hasInputs = true
    }
    const positions = writer.node('Mul', [writer.node('Add', ['grid', flow]), 'unit'])
    const centred = writer.node('Sub', [positions, writer.floats(Float32Array.of(1), [1])])
    const moved = writer.node('Transpose', [centred], { perm: [0, 2, 3, 1] })
    return writer.node('GridSample', [picture, moved], {
      mode: 'bilinear',
      padding_mode: 'border',
      align_corners: 1,
    })
  }
}

/** Reads a `.bin` file from its start, in the order of the layers. */
class NcnnWeights {
  readonly #bytes: Buffer
  #offset = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Weights behind a word that says how they are kept: in single or half precision. */
  tagged(count: number): Float32Array {
    const tag = this.#bytes.readUInt32LE(this.#offset)
    this.#offset += 4
    if (tag === 0) return this.plain(count)
    if (tag !== HALF) throw new Error(`Weights are kept in the unknown way ${tag.toString(16)}`)
    const bytes = Uint8Array.from(this.#bytes.subarray(this.#offset, this.#offset + 2 * count))
    // Padded to whole words.
    this.#offset += (2 * count + 3) & ~3
    return Float32Array.from(new Float16Array(bytes.buffer))
  }

  /** Numbers in single precision without a word before them, as biases are. */
  plain(count: number): Float32Array {
    const bytes = Uint8Array.from(this.#bytes.subarray(this.#offset, this.#offset + 4 * count))
    this.#offset += 4 * count
    return new Float32Array(bytes.buffer)
  }

  assertAllRead(): void {
    const left = this.#bytes.length - this.#offset
    if (left !== 0) throw new Error(`${left} bytes of weights were not read`)
  }
}
