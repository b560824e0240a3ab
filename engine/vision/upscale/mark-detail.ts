import type { Face } from '../faces/face.ts'
import { boxBlur } from '../pictures/box-blur.ts'
import type { RgbPicture } from '../pictures/rgb-picture.ts'

/** How much stronger detail is drawn than the network draws it, where that suits. */
const STRENGTH = 2.5
/** The same on faces: eyes and hair gain, and skin does not become rough. */
const FACE_STRENGTH = 1.6
/** How strong it is drawn on smooth ground: the network's own pattern of four pixels would be seen there. */
const SMOOTH_STRENGTH = 0.3
/** A cell whose neighbours differ by less almost everywhere is smooth ground, of 255; so much of it may differ by more. */
const SMOOTH = { step: 5, more: 0.02 }
/** Edge of the cells that are judged for themselves, pixels. */
const CELL = 12
/** Neighbours whose lightness differs by more are a hard edge, and by less are even ground, of 255. */
const [HARD, EVEN] = [56, 5]
/** Text and drawings: at least so much of a cell is hard edges, and so much of it even ground. */
const TEXT = { hard: 0.06, even: 0.3 }
/** How far around its box a face reaches, as a part of its size. */
const AROUND_FACE = 0.15

/** How strong details are to be drawn, in cells of a picture. */
export interface DetailMap {
  /** 1: as the network draws them. */
  values: Float32Array
  width: number
  height: number
  /** Edge of a cell, pixels of the picture. */
  cell: number
}

/**
 * Says for each cell whether details may be drawn stronger: a little on faces, for people know them well, and not on text,
 * which would ring. On smooth ground, where there are none, they are drawn weaker.
 */
export function markDetail(picture: RgbPicture, faces: readonly Pick<Face, 'box'>[]): DetailMap {
  const width = Math.ceil(picture.width / CELL)
  const height = Math.ceil(picture.height / CELL)
  const values = new Float32Array(width * height)
  const smooth = new Float32Array(width * height)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const cell = row * width + column
      const steps = stepsIn(picture, column, row)
      const isFace = faces.some(({ box }) => isOnFace(box, column, row))
      if (!isSmooth(steps)) {
        if (!isText(steps)) values[cell] = (isFace ? FACE_STRENGTH : STRENGTH) - 1
      } else if (!isFace) smooth[cell] = 1
    }
  // Text's own cells and those beside it stay as they are; from there on it grows softly.
  const soft = boxBlur(values, { width, height }, 1, 2)
  const even = boxBlur(smooth, { width, height }, 1, 1)
  return {
    values: soft.map(
      (share, at) =>
        1 + Math.min(values[at]!, share) - (1 - SMOOTH_STRENGTH) * Math.min(smooth[at]!, even[at]!),
    ),
    width,
    height,
    cell: CELL,
  }
}

function isOnFace({ x, y, width, height }: Face['box'], column: number, row: number): boolean {
  const [left, top] = [CELL * column, CELL * row]
  const around = AROUND_FACE * Math.max(width, height)
  return (
    left + CELL > x - around &&
    left < x + width + around &&
    top + CELL > y - around &&
    top < y + height + around
  )
}

/** How many of a cell's pixels there are, and of how many the neighbours differ by much, by little and by next to nothing. */
interface Steps {
  hard: number
  even: number
  smooth: number
  all: number
}

const isText = ({ hard, even, all }: Steps): boolean =>
  hard > TEXT.hard * all && even > TEXT.even * all
const isSmooth = ({ smooth, all }: Steps): boolean => smooth >= (1 - SMOOTH.more) * all

function stepsIn({ data, width, height }: RgbPicture, column: number, row: number): Steps {
  const steps = { hard: 0, even: 0, smooth: 0, all: 0 }
  const lightAt = (x: number, y: number): number => {
    const at = 3 * (y * width + x)
    return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
  }
  const [right, bottom] = [
    Math.min(width - 1, CELL * (column + 1)),
    Math.min(height - 1, CELL * (row + 1)),
  ]
  for (let y = CELL * row; y < bottom; y++)
    for (let x = CELL * column; x < right; x++) {
      const light = lightAt(x, y)
      const step = Math.max(
        Math.abs(lightAt(x + 1, y) - light),
        Math.abs(lightAt(x, y + 1) - light),
      )
      steps.all++
      if (step > HARD) steps.hard++
      if (step < EVEN) steps.even++
      if (step < SMOOTH.step) steps.smooth++
    }
  return steps
}

/** The strength at a place of the picture, interpolated between the middles of cells. */
export function strengthAt(
  { values, width, height, cell }: DetailMap,
  x: number,
  y: number,
): number {
  const u = Math.min(width - 1, Math.max(0, (x + 0.5) / cell - 0.5))
  const v = Math.min(height - 1, Math.max(0, (y + 0.5) / cell - 0.5))
  const [column, row] = [Math.floor(u), Math.floor(v)]
  const [next, below] = [Math.min(width - 1, column + 1), Math.min(height - 1, row + 1)]
  const [s, t] = [u - column, v - row]
  const upper = values[row * width + column]! * (1 - s) + values[row * width + next]! * s
  const lower = values[below * width + column]! * (1 - s) + values[below * width + next]! * s
  return upper * (1 - t) + lower * t
}
