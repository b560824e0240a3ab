import { type Face, LANDMARKS, middleOf } from '../faces/face.ts'
import { isInside, outlineOf } from '../faces/outline.ts'
import type { Portrait } from './cut-portrait.ts'
import { boxBlur } from '../pictures/box-blur.ts'
import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'
import { spreadInwards } from '../pictures/spread-inwards.ts'

/** Cells along the longer edge of the grid on which both sides' colours are known everywhere. */
const CELLS = 288
/** Opacity of what is surely behind, and of what is surely the person. */
const BEHIND = 8
const PERSON = 250
/** How far inside a person's colour is taken from, as a part of the face's width. */
const DEEP = 0.1
/** An uneven background says nothing about single pixels: mean distance of its cells from those around, of 255. */
const EVEN = 14
/** Colours closer to the background than this, of 255, are ignored, and the share of a head that may have such colours. */
const ALIKE = 45
const MOST_ALIKE = 0.12
/** Both sides must differ so much, of 255, that a pixel can be told to be one of them. */
const APART = 60
/** A pixel as near to the background as the first, as a share of that, is nothing else; from the second on it stays. */
const SAME = { all: 0.18, none: 0.42 }
/** Bounds of the hair: at most this far below the chin, and outside the skull and this part of the face's box. */
const BELOW_CHIN = 0.3
const FACE = 0.92
/** A skull rises so many times as far above the eyes as what is found of the forehead, and is so much wider than the face. */
const SKULL = { rise: 1.6, width: 1.06 }
/** Above the eyes, so far beside the middle of the head (in widths of the face), nothing is seen through it. */
const COLUMN = 0.46

/**
 * Makes what still shows an even background transparent: between curls, beside a neck. The cut-out counts such places as
 * the person; their colour says that they are not.
 *
 * @param before the photograph as it was before the cut-out changed its edges
 */
export function clearRemnants({ picture, opacity, face }: Portrait, before: RgbPicture): void {
  const { width, height } = picture
  const step = Math.max(1, Math.max(width, height) / CELLS)
  const grid = shrink(before, opacity, step)
  const cells = { width: grid.width, height: grid.height }
  const hidden = grid.most.map((value) => (value > BEHIND ? 1 : 0))
  if (unevenness(grid.colours, hidden, cells) > EVEN) return
  const behind = spreadInwards({ data: grid.colours, ...cells }, hidden)
  const reach = Math.max(1, Math.round((DEEP * face.box.width) / step))
  const inside = boxBlur(
    Float32Array.from(grid.least, (value) => (value >= PERSON ? 1 : 0)),
    cells,
    reach,
    1,
  )
  const { box } = face
  const lowest = Math.round((box.y + (1 + BELOW_CHIN) * box.height) / step)
  let [alike, all] = [0, 0]
  const unsure = Uint8Array.from(inside, (share, cell) => {
    if (share <= 0.999) return 1
    const isAlike = distance(grid.colours, 3 * cell, behind, 3 * cell) < ALIKE
    if (cell < lowest * cells.width) {
      all++
      if (isAlike) alike++
    }
    return isAlike ? 1 : 0
  })
  // Hair, skin or a hat of the background's color: nothing can be told by it.
  if (alike > MOST_ALIKE * all) return
  const person = spreadInwards({ data: grid.colours, ...cells }, unsure)
  const [middleX, middleY] = [box.x + box.width / 2, box.y + box.height / 2]
  const isHead = headOf(face)
  const last = Math.min(height, Math.round(box.y + (1 + BELOW_CHIN) * box.height))
  for (let y = 0; y < last; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (opacity[at]! <= BEHIND) continue
      const aside = (2 * (x - middleX)) / (FACE * box.width)
      const down = (2 * (y - middleY)) / (FACE * box.height)
      if (aside ** 2 + down ** 2 < 1) continue
      const place =
        Math.min(cells.height - 1, Math.floor(y / step)) * cells.width +
        Math.min(cells.width - 1, Math.floor(x / step))
      if (isHead({ x, y }, inside[place]! > 0.999)) continue
      const cell = 3 * place
      const apart = distance(behind, cell, person, cell)
      if (apart < APART) continue
      const near = distance(before.data, 3 * at, behind, cell) / apart
      if (near >= SAME.none) continue
      const share = Math.max(0, (near - SAME.all) / (SAME.none - SAME.all))
      const opaque = Math.round(255 * share * share * (3 - 2 * share))
      if (opaque >= opacity[at]!) continue
      opacity[at] = opaque
      for (let c = 0; c < 3; c++) picture.data[3 * at + c] = Math.round(person[cell + c]!)
    }
}

/** Tells where a head is solid: light on a forehead and the label of a cap may have the background's color. */
function headOf(face: Face): (place: Point, isDeep: boolean) => boolean {
  const outline = outlineOf(face)
  if (outline.length === 0) return () => false
  const { leftEye, rightEye, forehead, chin } = LANDMARKS
  const eyes = middleOf(face.mesh, [...leftEye, ...rightEye])
  const [top, bottom] = [face.mesh[forehead]!, face.mesh[chin]!]
  const height = Math.hypot(top.x - bottom.x, top.y - bottom.y)
  const up = { x: (top.x - bottom.x) / height, y: (top.y - bottom.y) / height }
  const along = ({ x, y }: Point) => ({
    rise: (x - eyes.x) * up.x + (y - eyes.y) * up.y,
    aside: (y - eyes.y) * up.x - (x - eyes.x) * up.y,
  })
  const skull = outline.map((point) => {
    const { rise, aside } = along(point)
    return { x: aside * SKULL.width, y: rise > 0 ? rise * SKULL.rise : rise }
  })
  return (place, isDeep) => {
    const { rise, aside } = along(place)
    const isInColumn = rise > 0 && Math.abs(aside) < COLUMN * face.box.width
    return (isDeep && isInColumn) || isInside(skull, { x: aside, y: rise })
  }
}

interface Shrunk {
  /** Means of three colours for each cell. */
  colours: Float32Array
  /** The least and the greatest opacity in each cell. */
  least: Uint8Array
  most: Uint8Array
  width: number
  height: number
}

function shrink({ data, width, height }: RgbPicture, opacity: Uint8Array, step: number): Shrunk {
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)]
  const colours = new Float32Array(3 * columns * rows)
  const counts = new Float32Array(columns * rows)
  const least = new Uint8Array(columns * rows).fill(255)
  const most = new Uint8Array(columns * rows)
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor(y / step) * columns
    for (let x = 0; x < width; x++, at++) {
      const cell = row + Math.floor(x / step)
      counts[cell]!++
      least[cell] = Math.min(least[cell]!, opacity[at]!)
      most[cell] = Math.max(most[cell]!, opacity[at]!)
      for (let c = 0; c < 3; c++) colours[3 * cell + c]! += data[3 * at + c]!
    }
  }
  for (let i = 0; i < colours.length; i++) colours[i]! /= Math.max(1, counts[Math.floor(i / 3)]!)
  return { colours, least, most, width: columns, height: rows }
}

/** How far cells that are seen differ from the mean of those around them, on the whole. */
function unevenness(
  colours: Float32Array,
  hidden: Uint8Array,
  cells: { width: number; height: number },
): number {
  const weights = Float32Array.from(hidden, (one) => 1 - one)
  const around = boxBlur(weights, cells, 5, 1)
  let [sum, count] = [0, 0]
  for (let c = 0; c < 3; c++) {
    const own = weights.map((weight, cell) => weight * colours[3 * cell + c]!)
    const means = boxBlur(own, cells, 5, 1)
    for (let cell = 0; cell < own.length; cell++) {
      if (hidden[cell] === 1) continue
      sum += Math.abs(own[cell]! - means[cell]! / Math.max(1e-3, around[cell]!))
      count++
    }
  }
  return count === 0 ? Infinity : sum / count
}

const distance = (a: ArrayLike<number>, from: number, b: ArrayLike<number>, to: number): number =>
  Math.hypot(a[from]! - b[to]!, a[from + 1]! - b[to + 1]!, a[from + 2]! - b[to + 2]!)
