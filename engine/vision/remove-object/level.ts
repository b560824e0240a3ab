import { distances } from '../../diffusion/source/distance.ts'

/** Half the edge of a patch, without its middle: patches are 7 x 7 pixels. */
export const REACH = 3
/** Edge of a patch, pixels. */
export const EDGE = 2 * REACH + 1

/** A picture with a hole. */
export interface Holed {
  width: number
  height: number
  /** Red, green and blue of each pixel, 0 to 255; in the hole what is painted so far. */
  colours: Float32Array
  /** 1 in the hole, else 0. */
  hole: Uint8Array
}

/** A picture with a hole at one size, and which of its patches are looked for and which are copied. */
export interface Level extends Holed {
  /** Middles of the patches that touch the hole, row by row. */
  targets: Int32Array
  /** Place in `targets` of each pixel, or -1. */
  targetAt: Int32Array
  /** Middles of the patches that may be copied: they lie in the picture and hold no part of the hole. */
  sources: Int32Array
  /** 1 where `sources` has the pixel. */
  isSource: Uint8Array
  /** Added to the difference of two patches for each pixel that one lies above the other: root of the sum of squares. */
  upright: number
  /** How deep in the hole each pixel lies, pixels; 0 beyond it. */
  depth: Float32Array
}

/**
 * @param blocked 1 for pixels that are not copied either: the hole and what is close to it
 */
export function createLevel({ width, height, colours, hole }: Holed, blocked: Uint8Array): Level {
  const touched = sums(hole, width, height)
  const barred = sums(blocked, width, height)
  const targetAt = new Int32Array(hole.length).fill(-1)
  const isSource = new Uint8Array(hole.length)
  // Lists of numbers would need twice the memory of all else.
  const targets = new Int32Array(hole.length)
  const sources = new Int32Array(hole.length)
  let [targetCount, sourceCount] = [0, 0]
  for (let y = REACH; y < height - REACH; y++)
    for (let x = REACH; x < width - REACH; x++) {
      const at = y * width + x
      if (countAround(touched, width, x, y) > 0) {
        targetAt[at] = targetCount
        targets[targetCount++] = at
      }
      if (countAround(barred, width, x, y) > 0) continue
      isSource[at] = 1
      sources[sourceCount++] = at
    }
  const seen = hole.map((value) => (value === 0 ? 1 : 0))
  return {
    width,
    height,
    colours,
    hole,
    targets: targets.slice(0, targetCount),
    targetAt,
    sources: sources.slice(0, sourceCount),
    isSource,
    upright: 0,
    depth: distances(seen, { width, height }),
  }
}

/** Half the size: colours of what is seen alone; a pixel is hole if any of its four is. */
export function halve({ width, height, colours, hole }: Holed): Holed {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const half = {
    width: w,
    height: h,
    colours: new Float32Array(3 * w * h),
    hole: new Uint8Array(w * h),
  }
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const to = y * w + x
      let count = 0
      for (let j = 2 * y; j < Math.min(height, 2 * y + 2); j++)
        for (let i = 2 * x; i < Math.min(width, 2 * x + 2); i++) {
          const from = j * width + i
          if (hole[from] !== 0) {
            half.hole[to] = 1
            continue
          }
          count++
          for (let c = 0; c < 3; c++) half.colours[3 * to + c]! += colours[3 * from + c]!
        }
      if (count > 1) for (let c = 0; c < 3; c++) half.colours[3 * to + c]! /= count
    }
  return half
}

/** What is within a distance of the hole, the hole included. */
export function widen(hole: Uint8Array, width: number, height: number, by: number): Uint8Array {
  const away = distances(hole, { width, height })
  return Uint8Array.from(away, (distance) => (distance <= by ? 1 : 0))
}

/** Sums of all values above and left of each corner, with a row and a column of zeros before. */
function sums(values: Uint8Array, width: number, height: number): Int32Array {
  const total = new Int32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += values[y * width + x]!
      total[(y + 1) * (width + 1) + x + 1] = total[y * (width + 1) + x + 1]! + row
    }
  }
  return total
}

function countAround(total: Int32Array, width: number, x: number, y: number): number {
  const stride = width + 1
  const top = (y - REACH) * stride + x - REACH
  const below = top + EDGE * stride
  return total[below + EDGE]! - total[below]! - total[top + EDGE]! + total[top]!
}
