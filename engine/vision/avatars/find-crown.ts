import type { Face } from '../faces/face.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** Opacity of what is the person. */
const SOLID = 128
/** How far beyond the face's sides hair belongs to the head, as a part of the face's width. */
const BESIDE = 0.3
/** A row of less than this part of the face's width is no hair any more, but a strand or a mistake. */
const ROW = 0.08
/** A head with its hair rises by no more than this part of the face's height above it: what goes on is something else. */
const HIGHEST = 1.1

/** Where the hair, or a hat, ends above a face. */
export interface Crown {
  /** Row of the picture. */
  y: number
  /** The photograph ends before the hair does. */
  isCutOff: boolean
}

/** Goes up from the forehead through what was cut out until the head ends. */
export function findCrown(
  { width }: Pick<RgbPicture, 'width'>,
  opacity: Uint8Array,
  { box }: Pick<Face, 'box'>,
): Crown {
  const from = Math.max(0, Math.floor(box.x - BESIDE * box.width))
  const to = Math.min(width, Math.ceil(box.x + (1 + BESIDE) * box.width))
  const least = Math.max(1, ROW * box.width)
  const highest = Math.max(0, Math.round(box.y - HIGHEST * box.height))
  let y = Math.max(0, Math.round(box.y))
  while (y > highest && countSolid(opacity, (y - 1) * width + from, to - from) >= least) y--
  return { y, isCutOff: y === 0 }
}

function countSolid(opacity: Uint8Array, start: number, length: number): number {
  let count = 0
  for (let at = start; at < start + length; at++) if (opacity[at]! >= SOLID) count++
  return count
}

/** From this turn on, degrees, the middle of a head is no longer that of its face, and at the second it is that of what was cut out. */
const TURNED = { from: 14, all: 34 }
/** Hair reaches so far beside a face at most, and its middle moves so far, as parts of the face's width. */
const HEAD = { beside: 0.8, moved: 0.45 }

/** The column of a head's middle: of a face turned aside most of the head is behind it. */
export function middleOfHead(
  { width }: Pick<RgbPicture, 'width'>,
  opacity: Uint8Array,
  { box, yaw }: Pick<Face, 'box' | 'yaw'>,
  crown: Crown,
): number {
  const middle = box.x + box.width / 2
  const turned = (Math.abs(yaw) - TURNED.from) / (TURNED.all - TURNED.from)
  if (turned <= 0) return middle
  const from = Math.max(0, Math.round(box.x - HEAD.beside * box.width))
  const to = Math.min(width, Math.round(box.x + (1 + HEAD.beside) * box.width))
  const middles: number[] = []
  const bottom = Math.round(box.y + 0.5 * box.height)
  for (let y = Math.max(0, Math.round((crown.y + box.y) / 2)); y < bottom; y++) {
    let [left, right] = [Math.round(middle), Math.round(middle)]
    const isHead = (x: number): boolean => opacity[y * width + x]! >= SOLID
    while (left > from && isHead(left - 1)) left--
    while (right < to - 1 && isHead(right + 1)) right++
    middles.push((left + right) / 2)
  }
  const found = middles.toSorted((a, b) => a - b)[Math.floor(middles.length / 2)] ?? middle
  const moved = Math.min(1, turned) * (found - middle)
  const most = HEAD.moved * box.width
  return middle + Math.min(most, Math.max(-most, moved))
}

/**
 * How far what belongs to a head reaches from its middle column above the eyes, in pixels: hair, or the brim of a hat. What
 * the photograph's side cuts off ends there.
 *
 * @param from row of the crown
 * @param to row of the eyes
 */
export function reachOfHead(
  { width }: Pick<RgbPicture, 'width'>,
  opacity: Uint8Array,
  column: number,
  { from, to }: { from: number; to: number },
): number {
  const middle = Math.min(width - 1, Math.max(0, Math.round(column)))
  let reach = 0
  for (let y = Math.max(0, Math.round(from)); y < Math.round(to); y++) {
    const isHead = (x: number): boolean => opacity[y * width + x]! >= SOLID
    if (!isHead(middle)) continue
    let [left, right] = [middle, middle]
    while (left > 0 && isHead(left - 1)) left--
    while (right < width - 1 && isHead(right + 1)) right++
    reach = Math.max(reach, middle - left, right - middle)
  }
  return reach
}
