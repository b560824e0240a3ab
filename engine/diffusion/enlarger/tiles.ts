import type { Planes } from '../networks.ts'
import type { PictureSize } from '../picture-size.ts'
import type { Tiling } from './enlarger-kind.ts'

export interface Region {
  left: number
  top: number
  width: number
  height: number
}

/**
 * `inner` is the part that a tile answers for, `outer` that part with the margin which its pixels depend on.
 * At the picture's border `outer` reaches a little beyond it.
 */
export interface Tile {
  inner: Region
  outer: Region
}

/**
 * Pixels beyond the border, repeating it. A convolution takes what lies outside for black, and a network
 * trained on the inside of pictures then draws dark corners.
 */
const LEAST_BEYOND = 4

/**
 * Tiles of at most `edge` that cover a picture without overlap, each with up to `reach` more on every side. Both are
 * multiples of `multiple`; tiles begin and end at such, so that a network which halves its input sees the same halves.
 */
export function splitIntoTiles(picture: PictureSize, tiling: Tiling): Tile[] {
  const columns = spans(picture.width, tiling)
  return spans(picture.height, tiling).flatMap((row) =>
    columns.map((column) => ({
      inner: region(column.inner, row.inner),
      outer: region(column.outer, row.outer),
    })),
  )
}

/** The pixels of a region of a picture; beyond the border its pixels are repeated. */
export function copyRegion(picture: Planes, { left, top, width, height }: Region): Planes {
  const data = new Float32Array(3 * width * height)
  let at = 0
  for (let plane = 0; plane < 3; plane++)
    for (let y = top; y < top + height; y++) {
      const row = (plane * picture.height + clamp(y, picture.height)) * picture.width
      for (let x = left; x < left + width; x++)
        data[at++] = picture.data[row + clamp(x, picture.width)]!
    }
  return { data, width, height }
}

interface Span {
  start: number
  end: number
}

function spans(length: number, { edge, reach, multiple }: Tiling): { inner: Span; outer: Span }[] {
  const count = Math.ceil(length / edge)
  const beyond = Math.max(LEAST_BEYOND, multiple)
  const roundUp = (at: number): number => Math.ceil(at / multiple) * multiple
  const last = roundUp(length) + beyond
  const border = (i: number): number =>
    i === count ? length : Math.round((i * length) / count / multiple) * multiple
  return Array.from({ length: count }, (_, i) => {
    const [start, end] = [border(i), border(i + 1)]
    return {
      inner: { start, end },
      outer: { start: Math.max(-beyond, start - reach), end: Math.min(last, roundUp(end) + reach) },
    }
  })
}

function region(column: Span, row: Span): Region {
  return {
    left: column.start,
    top: row.start,
    width: column.end - column.start,
    height: row.end - row.start,
  }
}

function clamp(position: number, length: number): number {
  return Math.min(length - 1, Math.max(0, position))
}
