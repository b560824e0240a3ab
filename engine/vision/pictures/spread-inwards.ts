/** Three values a pixel, row by row. */
interface Values {
  data: ArrayLike<number>
  width: number
  height: number
}

/**
 * What is seen, shrunk again and again until it has run into all that is hidden (push and pull, Gortler 1996).
 *
 * @param hidden other than 0 where the values are not known
 */
export function spreadInwards({ data, width, height }: Values, hidden: Uint8Array): Float32Array {
  const colours = new Float32Array(3 * width * height)
  const weights = new Float32Array(width * height)
  for (let i = 0; i < weights.length; i++) {
    if (hidden[i] !== 0) continue
    weights[i] = 1
    for (let c = 0; c < 3; c++) colours[3 * i + c] = data[3 * i + c]!
  }
  pull({ colours, weights, width, height })
  return colours
}

interface Level {
  colours: Float32Array
  weights: Float32Array
  width: number
  height: number
}

/** Fills what has no weight from a level of half the size. */
function pull(level: Level): void {
  const { colours, weights, width, height } = level
  if (width <= 1 && height <= 1) return
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half: Level = {
    colours: new Float32Array(3 * w * h),
    weights: new Float32Array(w * h),
    width: w,
    height: h,
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const weight = weights[at]!
      if (weight === 0) continue
      const to = (y >> 1) * w + (x >> 1)
      half.weights[to]! += weight
      for (let c = 0; c < 3; c++) half.colours[3 * to + c]! += weight * colours[3 * at + c]!
    }
  for (let i = 0; i < half.weights.length; i++) {
    const weight = half.weights[i]!
    if (weight === 0) continue
    for (let c = 0; c < 3; c++) half.colours[3 * i + c]! /= weight
    half.weights[i] = Math.min(1, weight)
  }
  pull(half)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (weights[at]! > 0) continue
      weights[at] = 1
      addBetween(half, (x - 0.5) / 2, (y - 0.5) / 2, colours, 3 * at)
    }
}

/** Writes the colour between four pixels. */
function addBetween(
  { colours, width, height }: Level,
  x: number,
  y: number,
  to: Float32Array,
  at: number,
): void {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [u, v] = [Math.max(0, x - left), Math.max(0, y - top)]
  for (let c = 0; c < 3; c++) {
    const above =
      colours[3 * (top * width + left) + c]! * (1 - u) + colours[3 * (top * width + right) + c]! * u
    const under =
      colours[3 * (below * width + left) + c]! * (1 - u) +
      colours[3 * (below * width + right) + c]! * u
    to[at + c] = above * (1 - v) + under * v
  }
}
