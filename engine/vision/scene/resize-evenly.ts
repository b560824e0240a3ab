import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** A picture that was shrunk, and where something hides what is behind. */
interface Shrunk extends RgbPicture {
  /** Pixels on an edge of the square that each of its pixels was. */
  by: number
  /** 255 where any pixel is hidden, else 0. */
  hidden: Uint8Array
}

/** Shrinks a picture by means of squares, of which pixels that are hidden are left out. @param edge the longer one, at most */
export function shrinkSeen(
  { data, width, height }: RgbPicture,
  hidden: Uint8Array,
  edge: number,
): Shrunk {
  const by = Math.max(1, Math.ceil(Math.max(width, height) / edge))
  const [w, h] = [Math.ceil(width / by), Math.ceil(height / by)]
  const small = {
    by,
    data: new Uint8Array(3 * w * h),
    width: w,
    height: h,
    hidden: new Uint8Array(w * h),
  }
  const sums = new Float32Array(4 * w * h)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const to = Math.floor(y / by) * w + Math.floor(x / by)
      if (hidden[at] !== 0) {
        small.hidden[to] = 255
        continue
      }
      for (let c = 0; c < 3; c++) sums[4 * to + c]! += data[3 * at + c]!
      sums[4 * to + 3]!++
    }
  for (let to = 0; to < w * h; to++)
    for (let c = 0; c < 3; c++)
      small.data[3 * to + c] = Math.round(sums[4 * to + c]! / Math.max(1, sums[4 * to + 3]!))
  return small
}

/** Colours of a picture that was shrunk by {@link shrinkSeen}, enlarged to a size between its pixels. */
export function resizeEvenly(
  small: Pick<Shrunk, 'data' | 'width' | 'height' | 'by'>,
  { width, height }: Pick<RgbPicture, 'width' | 'height'>,
): Float32Array {
  const { by } = small
  const colours = new Float32Array(3 * width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const v = Math.min(small.height - 1, Math.max(0, (y + 0.5) / by - 0.5))
    const [top, t] = [Math.floor(v), v % 1]
    const low = Math.min(small.height - 1, top + 1)
    for (let x = 0; x < width; x++, at++) {
      const u = Math.min(small.width - 1, Math.max(0, (x + 0.5) / by - 0.5))
      const [left, s] = [Math.floor(u), u % 1]
      const right = Math.min(small.width - 1, left + 1)
      for (let c = 0; c < 3; c++) {
        const value = (row: number, column: number): number =>
          small.data[3 * (row * small.width + column) + c]!
        const upper = value(top, left) * (1 - s) + value(top, right) * s
        const lower = value(low, left) * (1 - s) + value(low, right) * s
        colours[3 * at + c] = upper * (1 - t) + lower * t
      }
    }
  }
  return colours
}
