import type { Planes } from '../networks.ts'
import { reachedFromFrame } from './foreground.ts'
import type { Backdrop, Place } from './retrieval-store.ts'

/** Colours nearer than this, of values in [-1, 1], are hard to tell apart. */
const ALIKE = 0.7
/** A thing stands out from a backdrop that no more than this share of it is like. */
const MOST_ALIKE = 0.1
/** So many are chosen among, though it may stand out less from some. */
const LEAST_CHOICE = 3
/** Every so many pixels are looked at. */
const APART = 4

/**
 * What things stand on where a prompt does not say: a soft backdrop, chosen for every seed among those from which they stand out.
 *
 * @param things on white
 * @returns null if there is none to choose from
 */
export function chooseBackdrop(
  backdrops: readonly Backdrop[],
  things: Planes,
  uniform: () => number,
): Place | null {
  const colours = coloursOf(things)
  const ranked = backdrops
    .map((backdrop) => ({ ...backdrop, alike: shareAlike(backdrop, colours) }))
    .toSorted((a, b) => a.alike - b.alike)
  const good = ranked.filter(({ alike }, rank) => alike <= MOST_ALIKE || rank < LEAST_CHOICE)
  const chosen = good[Math.floor(uniform() * good.length)]
  return chosen ? { words: '', upper: chosen.upper, lower: chosen.lower, horizon: null } : null
}

function shareAlike({ upper, lower }: Backdrop, colours: readonly number[][]): number {
  const middle = upper.map((value, plane) => value + lower[plane]! - 1)
  const isAlike = (colour: readonly number[]): boolean =>
    Math.hypot(...colour.map((value, plane) => value - middle[plane]!)) < ALIKE
  return colours.filter(isAlike).length / Math.max(1, colours.length)
}

/** Of every few pixels of the things. */
function coloursOf(things: Planes): number[][] {
  const { data, width, height } = things
  const outside = reachedFromFrame(things)
  const area = width * height
  const colours: number[][] = []
  for (let y = 0; y < height; y += APART)
    for (let x = 0; x < width; x += APART) {
      const at = y * width + x
      if (!outside[at]) colours.push([0, 1, 2].map((plane) => data[plane * area + at]!))
    }
  return colours
}
