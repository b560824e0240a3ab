/**
 * Paints over what a subject hides, as the remove object tool would: with patches of what surrounds it, on a picture that
 * is shrunk, for grounds behind a subject are mostly out of focus. Along its edge, where a moving camera looks, the
 * surroundings themselves go on: mirrored, so that their grain is kept.
 */
import type { RgbPicture } from '../pictures/rgb-picture.ts'
import { spreadInwards } from '../pictures/spread-inwards.ts'
import { removeObject } from '../remove-object/remove-object.ts'
import { resizeEvenly, shrinkSeen } from './resize-evenly.ts'

/** Longer edge of the picture that patches are looked for in, pixels. */
const EDGE = 256
/** How far the mirrored surroundings reach, as a share of the picture's longer edge; further they would draw rays. */
const DEEP = 0.012

/**
 * @param hidden set where something hides what is behind; all of a picture is given back unchanged
 * @returns a new picture
 */
export function fillBehind(
  picture: RgbPicture,
  hidden: Uint8Array,
  signal: AbortSignal,
): RgbPicture {
  const { width, height } = picture
  const data = new Uint8Array(picture.data)
  const nearest = nearestSeen(hidden, width, height)
  if (!nearest || !hidden.some((value) => value !== 0)) return { data, width, height }
  const small = shrinkSeen(picture, hidden, EDGE)
  const isPainted = removeObject(small, small.hidden, () => undefined, signal)
  // Where all of the shrunk picture is hidden, no patch is left: what is seen runs into what is hidden.
  const ground = isPainted ? resizeEvenly(small, picture) : spreadInwards(picture, hidden)
  const deep = DEEP * Math.max(width, height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (hidden[at] === 0) continue
      const edge = nearest[at]!
      const [ex, ey] = [edge % width, Math.floor(edge / width)]
      const [mx, my] = [2 * ex - x, 2 * ey - y]
      const mirrored = my * width + mx
      const isSeen = mx >= 0 && my >= 0 && mx < width && my < height && hidden[mirrored] === 0
      const share = isSeen ? Math.max(0, 1 - Math.hypot(x - ex, y - ey) / deep) : 0
      const from = isSeen ? mirrored : edge
      for (let c = 0; c < 3; c++)
        data[3 * at + c] = Math.round(
          share * picture.data[3 * from + c]! + (1 - share) * ground[3 * at + c]!,
        )
    }
  return { data, width, height }
}

/** Neighbours that a pass from above, and one from below, has been at before. */
const ABOVE = [-1, 0, -1, -1, 0, -1, 1, -1]
const BELOW = [1, 0, 1, 1, 0, 1, -1, 1]

/** For each pixel the place of the nearest that is seen, nearly (Danielsson 1980, eight neighbours); null: none is. */
function nearestSeen(hidden: Uint8Array, width: number, height: number): Int32Array | null {
  const nearest = new Int32Array(hidden.length).fill(-1)
  let any = false
  for (let i = 0; i < hidden.length; i++)
    if (hidden[i] === 0) {
      nearest[i] = i
      any = true
    }
  if (!any) return null
  const distance = (x: number, y: number, to: number): number => {
    const row = Math.floor(to / width)
    return (x - to + row * width) ** 2 + (y - row) ** 2
  }
  /** Takes over what is nearest to one of the neighbours, if it is nearer to this one too. */
  function take(x: number, y: number, neighbours: readonly number[], count: number): void {
    const at = y * width + x
    if (hidden[at] === 0) return
    let best = nearest[at]!
    let least = best < 0 ? Infinity : distance(x, y, best)
    for (let i = 0; i < count; i += 2) {
      const [fx, fy] = [x + neighbours[i]!, y + neighbours[i + 1]!]
      if (fx < 0 || fy < 0 || fx >= width || fy >= height) continue
      const from = nearest[fy * width + fx]!
      if (from < 0 || from === best) continue
      const away = distance(x, y, from)
      if (away >= least) continue
      ;[best, least] = [from, away]
    }
    nearest[at] = best
  }
  // The first neighbour of each is that of the same row.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) take(x, y, ABOVE, ABOVE.length)
    for (let x = width - 1; x >= 0; x--) take(x, y, BELOW, 2)
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--) take(x, y, BELOW, BELOW.length)
    for (let x = 0; x < width; x++) take(x, y, ABOVE, 2)
  }
  return nearest
}
