/** One colour of a picture. */
interface Plane {
  values: Float32Array
  width: number
  height: number
}

/** Which places are wanted: `width` x `height` of them, `step` apart, the first at `start`; in pixels of the plane. */
interface Wanted {
  start: { x: number; y: number }
  /** At least 1. */
  step: number
  width: number
  height: number
}

/** Lobes of the kernel. */
const LOBES = 3

/**
 * Shrinks a plane, or a part of it, by `step` with Lanczos' kernel, which keeps what is sharp without aliasing.
 * With a step of 1 on whole places it copies.
 */
export function resample(plane: Plane, { start, step, width, height }: Wanted): Float32Array {
  if (step === 1 && Number.isInteger(start.x) && Number.isInteger(start.y))
    return copy(plane, start, width, height)
  const columns = weightsAlong(start.x, step, width, plane.width)
  const rows = weightsAlong(start.y, step, height, plane.height)
  const first = rows[0]!.from
  const last = rows.at(-1)!.from + rows.at(-1)!.weights.length
  const across = new Float32Array(width * (last - first))
  for (let y = first; y < last; y++)
    for (const [x, { from, weights }] of columns.entries()) {
      let sum = 0
      for (const [i, weight] of weights.entries())
        sum += weight * plane.values[y * plane.width + from + i]!
      across[(y - first) * width + x] = sum
    }
  const result = new Float32Array(width * height)
  for (const [y, { from, weights }] of rows.entries())
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (const [i, weight] of weights.entries())
        sum += weight * across[(from - first + i) * width + x]!
      result[y * width + x] = sum
    }
  return result
}

function copy(
  plane: Plane,
  start: { x: number; y: number },
  width: number,
  height: number,
): Float32Array {
  const result = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = (start.y + y) * plane.width + start.x
    result.set(plane.values.subarray(from, from + width), y * width)
  }
  return result
}

interface Weights {
  /** The first pixel that counts. */
  from: number
  /** That of each pixel from there on; together 1. */
  weights: number[]
}

function weightsAlong(start: number, step: number, count: number, length: number): Weights[] {
  return Array.from({ length: count }, (_, i) => {
    const centre = start + i * step
    const reach = LOBES * step
    const from = Math.max(0, Math.ceil(centre - reach))
    const to = Math.min(length - 1, Math.floor(centre + reach))
    const weights = Array.from({ length: to - from + 1 }, (__, k) =>
      lanczos((from + k - centre) / step),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { from, weights: weights.map((weight) => weight / sum) }
  })
}

function lanczos(distance: number): number {
  if (Math.abs(distance) < 1e-8) return 1
  if (Math.abs(distance) >= LOBES) return 0
  const angle = Math.PI * distance
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle)
}
