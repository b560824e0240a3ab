import type { KerasLayer, KerasModel, KerasWeight } from './keras-model.ts'
import type { Value } from '../../onnx/onnx-writer.ts'
import { OnnxWriter } from '../../onnx/onnx-writer.ts'

/**
 * Writes a convolutional Keras model (picture in, picture out) as ONNX. Keras works on [n, h, w, c], ONNX on
 * [n, c, h, w]; input `picture` is [1, 3, height, width], output `enlarged`.
 */
export function kerasToOnnx(model: KerasModel): Buffer {
  const writer = new OnnxWriter()
  const values = new Map<string, Value>()
  for (const layer of model.layers) {
    const inputs = (layer.inbound_nodes[0] ?? []).map(([name]) => values.get(name) ?? name)
    values.set(layer.name, writeLayer(writer, layer, inputs, model.weights))
  }
  writer.node('Identity', [values.get(model.outputLayer)!], {}, 'enlarged')
  writer.output('enlarged', [1, 3, 'enlarged_height', 'enlarged_width'])
  return writer.build()
}

function writeLayer(
  writer: OnnxWriter,
  { class_name: kind, name, config }: KerasLayer,
  inputs: Value[],
  weights: KerasModel['weights'],
): Value {
  switch (kind) {
    case 'InputLayer':
      return writer.input('picture', [1, 3, 'height', 'width'])
    case 'Conv2D': {
      const kernel = weights.get(`${name}/kernel`)
      if (!kernel) throw new Error(`Layer ${name} has no kernel`)
      const bias = weights.get(`${name}/bias`)
      const convolved = writeConvolution(writer, inputs, kernel, bias, config.padding === 'same')
      return writeActivation(writer, config.activation ?? 'linear', convolved)
    }
    case 'Activation':
      return writeActivation(writer, config.activation ?? 'linear', inputs[0]!)
    case 'Concatenate':
      return writer.node('Concat', inputs, { axis: 1 })
    case 'Add':
      return writer.node('Add', inputs)
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

function writeActivation(writer: OnnxWriter, activation: string, input: Value): Value {
  if (activation === 'linear') return input
  if (activation === 'relu') return writer.node('Relu', [input])
  throw new Error(`Activation ${activation} is unknown`)
}

function writeConvolution(
  writer: OnnxWriter,
  inputs: Value[],
  kernel: KerasWeight,
  bias: KerasWeight | undefined,
  same: boolean,
): Value {
  const [height, width, from, to] = kernel.shape as [number, number, number, number]
  const moved = new Float32Array(kernel.values.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let i = 0; i < from; i++)
        for (let o = 0; o < to; o++)
          moved[((o * from + i) * height + y) * width + x] =
            kernel.values[((y * width + x) * from + i) * to + o]!
  const operands = [...inputs, writer.floats(moved, [to, from, height, width])]
  if (bias) operands.push(writer.floats(bias.values, bias.shape))
  const before = same ? [Math.floor((height - 1) / 2), Math.floor((width - 1) / 2)] : [0, 0]
  const after = same ? [height - 1 - before[0]!, width - 1 - before[1]!] : [0, 0]
  return writer.node('Conv', operands, {
    kernel_shape: [height, width],
    pads: [...before, ...after],
  })
}
