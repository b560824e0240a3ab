import { ellipseShare } from '#engine/vision/faces/ellipse-share.ts'
import type { Box, RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'

/** Lightness (Rec. 601) of each pixel. */
export function lightOf({ data, width, height }: RgbPicture): Float32Array {
  return Float32Array.from(
    { length: width * height },
    (_, at) => 0.299 * data[3 * at]! + 0.587 * data[3 * at + 1]! + 0.114 * data[3 * at + 2]!,
  )
}

/** How strongly lightness changes between neighbours: the variance of its gradient where `counts`. */
export function gradientVariance(
  light: Float32Array,
  { width, height }: { width: number; height: number },
  counts: (x: number, y: number) => boolean,
): number {
  let [squares, sumX, sumY, count] = [0, 0, 0, 0]
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      if (!counts(x, y)) continue
      const at = y * width + x
      const across = (light[at + 1]! - light[at - 1]!) / 2
      const down = (light[at + width]! - light[at - width]!) / 2
      squares += across ** 2 + down ** 2
      sumX += across
      sumY += down
      count++
    }
  return (squares - (sumX ** 2 + sumY ** 2) / count) / count
}

/** The share of pixels lighter or darker than all around them were before, by more than `by`: what rings. */
export function overshoot(
  after: Float32Array,
  before: Float32Array,
  { width, height }: { width: number; height: number },
  counts: (x: number, y: number) => boolean,
  { reach, by }: { reach: number; by: number },
): number {
  let [beyond, count] = [0, 0]
  for (let y = reach; y < height - reach; y++)
    for (let x = reach; x < width - reach; x++) {
      if (!counts(x, y)) continue
      count++
      let [least, most] = [Infinity, -Infinity]
      for (let j = -reach; j <= reach; j++)
        for (let i = -reach; i <= reach; i++) {
          const value = before[(y + j) * width + x + i]!
          least = Math.min(least, value)
          most = Math.max(most, value)
        }
      const value = after[y * width + x]!
      if (value > most + by || value < least - by) beyond++
    }
  return beyond / count
}

/** Whether a pixel lies in the ellipse of a face. */
export const insideFace =
  (box: Box): ((x: number, y: number) => boolean) =>
  (x, y) => {
    const [u, v] = [(x - box.x) / box.width, (y - box.y) / box.height]
    return u > 0 && v > 0 && u < 1 && v < 1 && ellipseShare(u, v, 0.5) > 0
  }
