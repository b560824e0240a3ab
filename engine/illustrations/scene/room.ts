import type { Region } from '../../diffusion/enlarger/tiles.ts'
import type { PictureSize } from '../../diffusion/picture-size.ts'
import { connectedParts } from '../../diffusion/source/connected-parts.ts'

/** A part that fills less of its bounds than this has no room for a thing all over them. */
const SOLID = 0.6

/**
 * The room that the largest connected part of what is set has for things: its bounds, or the largest rectangle within it
 * where it is no solid shape (a frame, a corner).
 *
 * @returns null if nothing is set
 */
export function roomWithin(set: Uint8Array, size: PictureSize): Region | null {
  const part = largestPart(set, size)
  if (part.length === 0) return null
  const bounds = boundsOf(part, size.width)
  return part.length >= SOLID * bounds.width * bounds.height ? bounds : largestRectangle(part, size)
}

/** The bounds of the largest connected part of what is set; null if nothing is. */
export function boundsOfLargest(set: Uint8Array, size: PictureSize): Region | null {
  const part = largestPart(set, size)
  return part.length > 0 ? boundsOf(part, size.width) : null
}

/** The bounds of all that is set; null if nothing is. */
export function boundsOfAll(set: Uint8Array, { width }: PictureSize): Region | null {
  const pixels = [...set.keys()].filter((at) => set[at] === 1)
  return pixels.length > 0 ? boundsOf(pixels, width) : null
}

/** Its pixels. */
const largestPart = (set: Uint8Array, size: PictureSize): number[] =>
  connectedParts(set, size, 'edges').reduce(
    (largest, part) => (part.length > largest.length ? part : largest),
    [],
  )

function boundsOf(pixels: readonly number[], width: number): Region {
  const [xs, ys] = [pixels.map((at) => at % width), pixels.map((at) => Math.floor(at / width))]
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b))
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b))
  const [left, top] = [least(xs), least(ys)]
  return { left, top, width: most(xs) - left + 1, height: most(ys) - top + 1 }
}

/** By the heights of the columns that stand on each row. */
function largestRectangle(pixels: readonly number[], { width, height }: PictureSize): Region {
  const inside = new Uint8Array(width * height)
  for (const at of pixels) inside[at] = 1
  const heights = Array.from<number>({ length: width }).fill(0)
  let best: Region = { left: 0, top: 0, width: 0, height: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) heights[x] = inside[y * width + x] === 1 ? heights[x]! + 1 : 0
    for (let left = 0; left < width; left++) {
      let least = Infinity
      for (let right = left; right < width && heights[right]! > 0; right++) {
        least = Math.min(least, heights[right]!)
        const across = right - left + 1
        if (worth(across, least) > worth(best.width, best.height))
          best = { left, top: y - least + 1, width: across, height: least }
      }
    }
  }
  return best
}

/** A thing is as large as the shorter edge lets it be; the longer one counts a little. */
const worth = (width: number, height: number): number =>
  Math.min(width, height) ** 2 + 0.1 * width * height
