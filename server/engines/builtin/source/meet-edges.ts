import type { PictureSize } from '../picture-size.ts'
import { distances } from './distance.ts'

/** The seam is as wide as this share of the picture's longer edge. */
const SEAM = 1 / 16

/**
 * Moves the colours of a painted part towards what it borders on, so that no edge shows where it begins: by the mean
 * difference between the kept pixels and what was painted there, less and less with the distance. After the membranes
 * of Farbman et al. 2009, Coordinates for instant image cloning, with a weight that falls to 0.
 *
 * @param painted RGB of the whole picture as it was painted; is changed
 * @param kept RGB of the picture as it was
 * @param shares share of what is painted in each pixel; those of 0 are kept
 */
export function meetEdges(
  painted: Uint8Array,
  kept: Uint8Array,
  shares: Uint8Array,
  size: PictureSize,
): void {
  const width = Math.max(4, Math.round(Math.max(size.width, size.height) * SEAM))
  const isKept = shares.map((share) => (share === 0 ? 1 : 0))
  const away = distances(isKept, size)
  const weights = soften(Float32Array.from(isKept), size, width / 2)
  for (let channel = 0; channel < 3; channel++) {
    const difference = Float32Array.from(isKept, (is, i) =>
      is === 1 ? kept[3 * i + channel]! - painted[3 * i + channel]! : 0,
    )
    const mean = soften(difference, size, width / 2)
    for (const [i, distance] of away.entries()) {
      if (isKept[i] === 1 || distance >= width || weights[i]! < 1e-3) continue
      const moved = (mean[i]! / weights[i]!) * (1 - distance / width) ** 2
      painted[3 * i + channel] = clamp(painted[3 * i + channel]! + moved)
    }
  }
}

/** Means over squares, twice, which is nearly a bell. */
function soften(
  values: Float32Array,
  { width, height }: PictureSize,
  radius: number,
): Float32Array {
  let result = values
  for (let pass = 0; pass < 2; pass++)
    for (const [count, length, next, step] of [
      [height, width, width, 1],
      [width, height, 1, width],
    ] as const)
      result = meansAlong(result, { count, length, next, step }, Math.max(1, Math.round(radius)))
  return result
}

interface Lines {
  count: number
  length: number
  /** From one line to the next, and from one value of a line to the next. */
  next: number
  step: number
}

/** What lies beyond a line's ends counts as 0. */
function meansAlong(values: Float32Array, lines: Lines, radius: number): Float32Array {
  const { count, length, next, step } = lines
  const result = new Float32Array(values.length)
  for (let line = 0; line < count; line++) {
    let sum = 0
    for (let i = -radius; i < length; i++) {
      if (i + radius < length) sum += values[line * next + (i + radius) * step]!
      if (i - radius - 1 >= 0) sum -= values[line * next + (i - radius - 1) * step]!
      if (i >= 0) result[line * next + i * step] = sum / (2 * radius + 1)
    }
  }
  return result
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)))
}
