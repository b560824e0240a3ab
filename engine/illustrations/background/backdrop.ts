import type { Planes } from '../../diffusion/networks.ts'
import { reachedFromFrame } from './foreground.ts'
import type { Backdrop, NamedBackground } from './backgrounds.ts'

/** Colours nearer than this, of values in [-1, 1], are hard to tell apart. */
const ALIKE = 0.7
/** A thing stands out from a backdrop that no more than this share of it is like. */
const MOST_ALIKE = 0.1
/** At least this many backdrops are chosen among, though the thing may stand out less from some. */
const LEAST_CHOICE = 3
/** The light comes from above, and at most so much from a side. */
const STEEPEST = 0.6
/** Every so many pixels are looked at. */
const APART = 4

/**
 * What things stand on where a prompt does not say: a backdrop, chosen for every seed among those from which they stand out.
 *
 * @param things on white
 * @returns null if there is none to choose from
 */
export function chooseBackdrop(
  backdrops: readonly Backdrop[],
  things: Planes,
  uniform: () => number,
): NamedBackground | null {
  const colours = coloursOf(things)
  const ranked = backdrops
    .map((backdrop) => ({ ...backdrop, alike: shareAlike(backdrop, colours) }))
    .toSorted((a, b) => a.alike - b.alike)
  const good = ranked.filter(({ alike }, rank) => alike <= MOST_ALIKE || rank < LEAST_CHOICE)
  const chosen = good[Math.floor(uniform() * good.length)]
  if (!chosen) return null
  const lean = STEEPEST * (2 * uniform() - 1)
  return { words: '', upper: chosen.upper, lower: chosen.lower, horizon: null, lean }
}

/** Share of the colours that are like the backdrop at their height. */
function shareAlike({ upper, lower }: Backdrop, colours: Float32Array): number {
  let alike = 0
  for (let i = 0; i < colours.length; i += 4) {
    const part = colours[i + 3]!
    let apart = 0
    for (let plane = 0; plane < 3; plane++) {
      const behind = 2 * (upper[plane]! + part * (lower[plane]! - upper[plane]!)) - 1
      apart += (colours[i + plane]! - behind) ** 2
    }
    if (apart < ALIKE ** 2) alike++
  }
  return alike / Math.max(1, colours.length / 4)
}

/** Red, green, blue and the height (0 is above) of every few pixels of the things, one after the other. */
function coloursOf(things: Planes): Float32Array {
  const { data, width, height } = things
  const outside = reachedFromFrame(things)
  const area = width * height
  const colours = new Float32Array(4 * Math.ceil(width / APART) * Math.ceil(height / APART))
  let count = 0
  for (let y = 0; y < height; y += APART)
    for (let x = 0; x < width; x += APART) {
      const at = y * width + x
      if (outside[at]) continue
      for (let plane = 0; plane < 3; plane++) colours[count++] = data[plane * area + at]!
      colours[count++] = y / height
    }
  return colours.subarray(0, count)
}
