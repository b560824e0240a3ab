import type { OnnxWriter, Value } from '#engine/onnx/onnx-writer.ts'

/** In how many bits a file keeps its weights; networks compute with them in single precision. */
export type WeightBits = 8 | 16 | 32

/** Fewer numbers than these are kept as they are: biases and slopes are small and matter. */
const FEW = 1024

/**
 * Weights as a constant. In 8 bits each entry of the first axis (an output channel) has a scale of its own, so that
 * its largest value is 127; the error of a weight is at most half of that scale.
 *
 * @param shape the first axis is that of the output channels
 */
export function writeWeights(
  writer: OnnxWriter,
  values: Float32Array,
  shape: readonly number[],
  bits: WeightBits,
): Value {
  if (bits === 32 || values.length < FEW) return writer.floats(values, shape)
  if (bits === 16) return writer.halves(values, shape)
  const channels = shape[0]!
  const length = values.length / channels
  const scales = new Float32Array(channels)
  const quantised = new Int8Array(values.length)
  for (let channel = 0; channel < channels; channel++) {
    const part = values.subarray(channel * length, (channel + 1) * length)
    const scale = part.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127
    scales[channel] = scale
    if (scale === 0) continue
    for (let i = 0; i < length; i++) quantised[channel * length + i] = Math.round(part[i]! / scale)
  }
  return writer.quantisedByChannel(quantised, shape, scales)
}
