/** Width of the means, as a part of the face's width: wider than eyes and lips, narrower than a cheek. */
const REACH = 0.11
/** How much of the target's light the face takes on; the rest keeps what light there is in its own features. */
const STRENGTH = 0.8
/** Passes of a box that together are nearly a bell (Wells 1986). */
const PASSES = 3

/**
 * Gives a face the light of the one that it replaces: what is broad in its colours (light, shade, tan) becomes what is
 * broad in the target's, what is fine (eyes, lips, skin) stays.
 *
 * @param inside 1 where the face is, in rows of `width`
 * @param face three for each pixel; changed inside
 * @param target three for each pixel, the same region of the target
 */
export function matchLight(
  inside: Uint8Array,
  face: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
): void {
  const reach = Math.max(1, Math.round(REACH * width))
  const weight = blur(Float32Array.from(inside), width, height, reach)
  for (let c = 0; c < 3; c++) {
    const difference = new Float32Array(inside.length)
    for (let at = 0; at < inside.length; at++)
      if (inside[at] === 1) difference[at] = target[3 * at + c]! - face[3 * at + c]!
    const broad = blur(difference, width, height, reach)
    for (let at = 0; at < inside.length; at++)
      if (inside[at] === 1) face[3 * at + c]! += (STRENGTH * broad[at]!) / weight[at]!
  }
}

/** @param reach half the width of the box, pixels */
function blur(values: Float32Array, width: number, height: number, reach: number): Float32Array {
  let blurred = values
  for (let pass = 0; pass < PASSES; pass++) {
    blurred = blurLines(blurred, { lines: height, length: width, between: width, step: 1 }, reach)
    blurred = blurLines(blurred, { lines: width, length: height, between: 1, step: width }, reach)
  }
  return blurred
}

interface Lines {
  lines: number
  length: number
  /** From the start of a line to that of the next. */
  between: number
  /** From a value to the next in its line. */
  step: number
}

/** Means over a box that slides along each line; beyond the ends is 0, which the weights know too. */
function blurLines(
  values: Float32Array,
  { lines, length, between, step }: Lines,
  reach: number,
): Float32Array {
  const blurred = new Float32Array(values.length)
  for (let line = 0; line < lines; line++) {
    const start = line * between
    let sum = 0
    for (let i = -reach; i < length; i++) {
      if (i + reach < length) sum += values[start + (i + reach) * step]!
      if (i - reach - 1 >= 0) sum -= values[start + (i - reach - 1) * step]!
      if (i >= 0) blurred[start + i * step] = sum / (2 * reach + 1)
    }
  }
  return blurred
}
