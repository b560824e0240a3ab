import type { LightPlane } from '../faces/measure-softness.ts'

/** So many deviations to each side count. */
const REACH = 3

/**
 * Blurs by a bell of this deviation, as a lens does that is out of focus. What lies at the border is repeated beyond it.
 *
 * @param deviation pixels
 */
export function bellBlur(
  values: Float32Array,
  { width, height }: Pick<LightPlane, 'width' | 'height'>,
  deviation: number,
): Float32Array {
  const reach = Math.max(1, Math.ceil(REACH * deviation))
  const bell = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-(((i - reach) / deviation) ** 2) / 2),
  )
  const sum = bell.reduce((total, weight) => total + weight, 0)
  for (let i = 0; i < bell.length; i++) bell[i]! /= sum
  const across = new Float32Array(values.length)
  const line = new Float32Array(width + 2 * reach)
  for (let start = 0; start < values.length; start += width) {
    line.set(values.subarray(start, start + width), reach)
    line.fill(values[start]!, 0, reach)
    line.fill(values[start + width - 1]!, reach + width)
    for (let x = 0; x < width; x++) {
      let value = 0
      for (let i = 0; i < bell.length; i++) value += bell[i]! * line[x + i]!
      across[start + x] = value
    }
  }
  const blurred = new Float32Array(values.length)
  for (let y = 0; y < height; y++)
    for (let i = 0; i < bell.length; i++) {
      const from = width * Math.min(height - 1, Math.max(0, y + i - reach))
      const [to, weight] = [width * y, bell[i]!]
      for (let x = 0; x < width; x++) blurred[to + x]! += weight * across[from + x]!
    }
  return blurred
}
