import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ELEMENT, OnnxWriter } from '#engine/onnx/onnx-writer.ts'

/** A hub takes smaller files for text: what is not read fills them. */
const FILLING = 8000

function withFilling(writer: OnnxWriter): OnnxWriter {
  writer.floats(new Float32Array(FILLING), [FILLING])
  return writer
}

/** Takes red for foreground and blue for background; gives logits. */
export function foregroundNetwork(edge: number): Buffer {
  const writer = withFilling(new OnnxWriter())
  const input = writer.input('input_image', [1, 3, edge, edge])
  const weights = writer.floats(Float32Array.of(8, 0, -8), [1, 3, 1, 1])
  writer.node('Conv', [input, weights], { kernel_shape: [1, 1] }, 'output_image')
  writer.output('output_image', [1, 1, edge, edge])
  return writer.build()
}

/** Edge of the masks of {@link selectionNetworks}. */
const CELLS = 16

/**
 * Two networks that select alike: the first gives what is red, green and blue in cells; the second selects what has the colour
 * at the first place, one of three masks having the best score, less what has the colour of a second place.
 */
export function selectionNetworks(edge: number): { first: Buffer; second: Buffer } {
  const eye = withFilling(new OnnxWriter())
  const seen = eye.input('pixel_values', [1, 3, edge, edge])
  const size = edge / CELLS
  const pooling = { kernel_shape: [size, size], strides: [size, size] }
  eye.node('AveragePool', [seen], pooling, 'image_embeddings')
  eye.output('image_embeddings', [1, 3, CELLS, CELLS])
  eye.node('Relu', ['image_embeddings'], {}, 'image_positional_embeddings')
  eye.output('image_positional_embeddings', [1, 3, CELLS, CELLS])

  const writer = withFilling(new OnnxWriter())
  const features = writer.input('image_embeddings', [1, 3, CELLS, CELLS])
  const around = writer.input('image_positional_embeddings', [1, 3, CELLS, CELLS])
  const points = writer.input('input_points', [1, 1, 'points', 2])
  const labels = writer.input('input_labels', [1, 1, 'points'], ELEMENT.INT64)
  const number = (value: number) => writer.floats(Float32Array.of(value), [1])
  // Colours at the places, by the nearest cell: -1 to 1 as the sampler of grids counts.
  const places = writer.node('Sub', [writer.node('Mul', [points, number(2 / edge)]), number(1)])
  const colours = writer.node('GridSample', [features, places], { mode: 'nearest' })
  const flat = writer.node('Reshape', [features, writer.integers([1, 3, 1, CELLS * CELLS], [4])])
  const wanted = writer.node('Reshape', [colours, writer.integers([1, 3, -1, 1], [4])])
  // Of each place and cell: near 1 where the colours are alike.
  const apart = writer.node(
    'ReduceSum',
    [writer.node('Abs', [writer.node('Sub', [flat, wanted])]), writer.integers([1], [1])],
    { keepdims: 0 },
  )
  const alike = writer.node('Relu', [writer.node('Sub', [number(1), apart])])
  // 1 for what belongs to it, -1 for what does not.
  const signs = writer.node('Sub', [
    writer.node('Mul', [writer.node('Cast', [labels], { to: ELEMENT.FLOAT }), number(2)]),
    number(1),
  ])
  const sum = writer.node(
    'ReduceSum',
    [
      writer.node('Mul', [
        alike,
        writer.node('Reshape', [signs, writer.integers([1, -1, 1], [3])]),
      ]),
      writer.integers([1], [1]),
    ],
    { keepdims: 0 },
  )
  const logits = writer.node('Reshape', [
    writer.node('Sub', [sum, number(0.5)]),
    writer.integers([1, 1, 1, CELLS, CELLS], [5]),
  ])
  const idle = writer.node('Mul', [writer.node('ReduceMean', [around], { keepdims: 0 }), number(0)])
  const whole = writer.node('Add', [writer.node('Abs', [logits]), number(1)])
  const masks = writer.node('Concat', [whole, writer.node('Add', [logits, idle]), whole], {
    axis: 2,
  })
  writer.node('Identity', [masks], {}, 'pred_masks')
  writer.output('pred_masks', [1, 1, 3, CELLS, CELLS])
  writer.node(
    'Identity',
    [writer.floats(Float32Array.of(0.2, 0.9, 0.4), [1, 1, 3])],
    {},
    'iou_scores',
  )
  writer.output('iou_scores', [1, 1, 3])
  return { first: eye.build(), second: writer.build() }
}

/** Takes green for near and blue for far. */
export function depthNetwork(edge: number): Buffer {
  const writer = withFilling(new OnnxWriter())
  const input = writer.input('pixel_values', [1, 3, edge, edge])
  const weights = writer.floats(Float32Array.of(0, 4, -4), [1, 3, 1, 1])
  const near = writer.node('Conv', [input, weights], { kernel_shape: [1, 1] })
  const axes = writer.integers([1], [1])
  writer.node('Squeeze', [near, axes], {}, 'predicted_depth')
  writer.output('predicted_depth', [1, edge, edge])
  return writer.build()
}

/** Paints what the mask names in one grey, `white` being 255. */
export function inpaintingNetwork(edge: number, grey: number): Buffer {
  const writer = withFilling(new OnnxWriter())
  const image = writer.input('image', [1, 3, edge, edge])
  const mask = writer.input('mask', [1, 1, edge, edge])
  const one = writer.floats(Float32Array.of(1), [1])
  const kept = writer.node('Mul', [image, writer.node('Sub', [one, mask])])
  const painted = writer.node('Mul', [mask, writer.floats(Float32Array.of(grey / 255), [1])])
  const all = writer.node('Add', [kept, painted])
  writer.node('Mul', [all, writer.floats(Float32Array.of(255), [1])], {}, 'output')
  writer.output('output', [1, 3, edge, edge])
  return writer.build()
}

/** Makes each pixel a square of four by four. */
export function upscalingNetwork(): Buffer {
  const writer = withFilling(new OnnxWriter())
  const input = writer.input('pixel_values', [1, 3, 'height', 'width'])
  const scales = writer.floats(Float32Array.of(1, 1, 4, 4), [4])
  const options = {
    mode: 'nearest',
    coordinate_transformation_mode: 'asymmetric',
    nearest_mode: 'floor',
  }
  writer.node('Resize', [input, '', scales], options, 'reconstruction')
  writer.output('reconstruction', [1, 3, 'tall', 'wide'])
  return writer.build()
}

/** Writes a repository of a hub with one network. @param file its path in the repository */
export function writeRepository(folder: string, file: string, network: Buffer): string {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), network)
  return folder
}
