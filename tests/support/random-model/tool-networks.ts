import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OnnxWriter } from '#server/engines/builtin/onnx/onnx-writer.ts'

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
