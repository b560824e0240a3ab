import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'
import type { Face } from './face.ts'

/** Corners of an eye, outer and inner, and skin beside and below it, for both sides of the picture. */
const SIDES = [
  { corners: [33, 133], skin: [50, 205, 101, 36, 117] },
  { corners: [362, 263], skin: [280, 425, 330, 266, 346] },
] as const

/** Smaller faces do not show enough of their eyes. */
const LEAST_WIDTH = 60
/** Of a head that is turned further the far eye is half hidden. */
const MOST_YAW = 25
/** Light of an eye, as shares of the skin's: an open or closed eye has lashes and white, or at least a line. */
const FLAT = { one: 0.15, both: 0.25 }
/** Behind dark glass, or hair, also what is below the eye is dark, and the eye has less contrast. */
const DARK = { one: { below: 0.5, contrast: 0.45 }, both: { below: 0.58, contrast: 0.5 } }
/** Hair over a cheek: much darker than the other one, and uneven. */
const HAIR = { light: 0.7, spread: 0.25 }

/** Light at an eye and below it, as shares of the skin's light. */
interface Eye {
  skin: number
  contrast: number
  below: number
  spread: number
}

/**
 * Whether dark or mirrored glasses, a hand or hair cover the eyes, or one of them. Eyes that are closed, in shadow or
 * behind clear glasses are not covered; of small and of turned faces only what is sure is said.
 */
export function coversEyes(picture: RgbPicture, face: Face): boolean {
  if (face.box.width < LEAST_WIDTH) return false
  const eyes = SIDES.map((side) => lookAt(picture, face, side)) as [Eye, Eye]
  const isTurned = Math.abs(face.yaw) > MOST_YAW
  if (isTurned) return eyes.every(({ contrast }) => contrast < FLAT.one)
  const [left, right] = [besideOther(eyes[0], eyes[1]), besideOther(eyes[1], eyes[0])]
  const isHidden = ({ contrast, below }: Eye, how: 'one' | 'both') =>
    contrast < FLAT[how] || (below < DARK[how].below && contrast < DARK[how].contrast)
  const both = isHidden(left, 'both') && isHidden(right, 'both')
  return both || isHidden(left, 'one') || isHidden(right, 'one')
}

/** Hair over a cheek is no skin: then the other cheek is what an eye is compared with. */
function besideOther(eye: Eye, other: Eye): Eye {
  const share = eye.skin / other.skin
  if (share >= HAIR.light || eye.spread * share <= HAIR.spread) return eye
  return { ...eye, contrast: eye.contrast * share, below: eye.below * share }
}

function lookAt(picture: RgbPicture, { mesh, box }: Face, side: (typeof SIDES)[number]): Eye {
  const [from, to] = side.corners.map((index) => mesh[index]!) as [Point, Point]
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  const [across, down] = [to.x - from.x, to.y - from.y]
  /** Light where the eye is, in its own width: `a` along it, `b` below it. */
  const lightsIn = (area: { a: readonly [number, number]; b: readonly [number, number] }) => {
    const found: number[] = []
    for (let a = area.a[0]; a <= area.a[1]; a += 0.05)
      for (let b = area.b[0]; b <= area.b[1]; b += 0.04) {
        const x = middle.x + a * across - b * down
        const y = middle.y + a * down + b * across
        found.push(lightAt(picture, x, y))
      }
    return found.toSorted((one, other) => one - other)
  }
  const reach = Math.max(1, Math.round(0.015 * box.width))
  const skin = Math.max(
    1,
    median(side.skin.map((index) => lightAround(picture, mesh[index]!, reach))),
  )
  const eye = lightsIn({ a: [-0.45, 0.45], b: [-0.16, 0.16] })
  const below = lightsIn({ a: [-0.45, 0.45], b: [0.3, 0.5] })
  return {
    skin,
    contrast: (at(eye, 0.95) - at(eye, 0.05)) / skin,
    below: at(below, 0.5) / skin,
    spread: (at(below, 0.9) - at(below, 0.1)) / skin,
  }
}

/** @param sorted ascending */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(share * (sorted.length - 1))]!

const median = (values: readonly number[]): number =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  )

function lightAround(picture: RgbPicture, { x, y }: Point, reach: number): number {
  const found: number[] = []
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) found.push(lightAt(picture, x + dx, y + dy))
  return median(found)
}

/** Rec. 601, of the nearest pixel. */
function lightAt({ data, width, height }: RgbPicture, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.round(x)))
  const row = Math.min(height - 1, Math.max(0, Math.round(y)))
  const place = 3 * (row * width + column)
  return 0.299 * data[place]! + 0.587 * data[place + 1]! + 0.114 * data[place + 2]!
}
