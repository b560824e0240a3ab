import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OnnxWriter, type Value } from '#engine/onnx/onnx-writer.ts'
import { type WeightBits, writeWeights } from './write-weights.ts'

interface Layer {
  class_name: string
  name: string
  config: {
    padding?: string
    activation?: string
    beta?: number
    scale?: number
    size?: number[]
    interpolation?: string
  }
  /** For each call of the layer its inputs: [layer, call, output, extras]. */
  inbound_nodes: [string][][]
}

interface Source {
  modelTopology: { model_config: { config: { layers: Layer[]; output_layers: [string][] } } }
  weightsManifest: { paths: string[]; weights: { name: string; shape: number[] }[] }[]
}

interface Weight {
  values: Float32Array
  shape: number[]
}

/**
 * Writes a convolutional layers model of TensorFlow.js (`model.json` and its shards in single precision; picture in,
 * picture out) as ONNX. Keras works on [n, h, w, c], ONNX on [n, c, h, w]; input `picture` is [1, 3, height, width].
 *
 * @throws Error naming a kind of layer that is unknown
 */
export function convertKeras(file: string, outputName: string, bits: WeightBits): Buffer {
  const source = JSON.parse(readFileSync(file, 'utf8')) as Source
  const weights = readWeights(source, dirname(file))
  const writer = new OnnxWriter()
  const values = new Map<string, Value>()
  const { layers, output_layers: outputs } = source.modelTopology.model_config.config
  for (const layer of layers) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => values.get(name)!)
    values.set(layer.name, writeLayer(writer, layer, inputs, weights, bits))
  }
  writer.node('Identity', [values.get(outputs[0]![0])!], {}, outputName)
  writer.output(outputName, [1, 3, 'output_height', 'output_width'])
  return writer.build()
}

function readWeights(source: Source, folder: string): Map<string, Weight> {
  const weights = new Map<string, Weight>()
  for (const group of source.weightsManifest) {
    // Copied, so that the numbers start on a multiple of four bytes.
    const bytes = Uint8Array.from(
      Buffer.concat(group.paths.map((shard) => readFileSync(join(folder, shard)))),
    )
    let offset = 0
    for (const { name, shape } of group.weights) {
      const count = shape.reduce((product, size) => product * size, 1)
      weights.set(name, { values: new Float32Array(bytes.buffer, offset, count), shape })
      offset += 4 * count
    }
  }
  return weights
}

function writeLayer(
  writer: OnnxWriter,
  { class_name: kind, name, config }: Layer,
  inputs: Value[],
  weights: Map<string, Weight>,
  bits: WeightBits,
): Value {
  // Named after its factor: PixelShuffle2x, PixelShuffle4x.
  if (kind.startsWith('PixelShuffle'))
    return writer.node('DepthToSpace', inputs, { blocksize: config.scale!, mode: 'DCR' })
  switch (kind) {
    case 'InputLayer':
      return writer.input('picture', [1, 3, 'height', 'width'])
    case 'Conv2D': {
      const convolved = writeConvolution(
        writer,
        inputs[0]!,
        weights.get(`${name}/kernel`)!,
        weights.get(`${name}/bias`),
        config.padding === 'same',
        bits,
      )
      return writeActivation(writer, config.activation, convolved)
    }
    case 'Activation':
      return writeActivation(writer, config.activation, inputs[0]!)
    case 'Concatenate':
      return writer.node('Concat', inputs, { axis: 1 })
    case 'Add':
      return writer.node('Add', inputs)
    case 'MultiplyBeta':
      // 0.2 is the residual scaling of ESRGAN, where the layer does not say another.
      return writer.node('Mul', [inputs[0]!, writer.floats(Float32Array.of(config.beta ?? 0.2), [1])])
    case 'UpSampling2D': {
      if (config.interpolation !== 'nearest') throw new Error(`Interpolation of ${name} is unknown`)
      const factors = writer.floats(Float32Array.from([1, 1, ...(config.size ?? [])]), [4])
      return writer.node('Resize', [inputs[0]!, '', factors], {
        mode: 'nearest',
        coordinate_transformation_mode: 'asymmetric',
        nearest_mode: 'floor',
      })
    }
    default:
      throw new Error(`Layer ${name} is of the unknown kind ${kind}`)
  }
}

function writeActivation(writer: OnnxWriter, activation = 'linear', input: Value): Value {
  if (activation === 'linear') return input
  if (activation === 'relu') return writer.node('Relu', [input])
  throw new Error(`Activation ${activation} is unknown`)
}

function writeConvolution(
  writer: OnnxWriter,
  input: Value,
  kernel: Weight,
  bias: Weight | undefined,
  isSame: boolean,
  bits: WeightBits,
): Value {
  const [height, width, from, to] = kernel.shape as [number, number, number, number]
  const moved = new Float32Array(kernel.values.length)
  for (let place = 0; place < height * width; place++)
    for (let i = 0; i < from; i++)
      for (let o = 0; o < to; o++)
        moved[(o * from + i) * height * width + place] = kernel.values[(place * from + i) * to + o]!
  const operands = [input, writeWeights(writer, moved, [to, from, height, width], bits)]
  if (bias) operands.push(writer.floats(bias.values, bias.shape))
  const before = isSame ? [Math.floor((height - 1) / 2), Math.floor((width - 1) / 2)] : [0, 0]
  const after = isSame ? [height - 1 - before[0]!, width - 1 - before[1]!] : [0, 0]
  return writer.node('Conv', operands, { kernel_shape: [height, width], pads: [...before, ...after] })
}
