import type { Planes } from '../../diffusion/networks.ts'

/** Two ends of a line that differ by at most this (all channels together, of values in [-1, 1]) are the same surface. */
const ALIKE = 0.3
/** What a pixel of difference weighs in pixels of distance. */
const DIFFERENCE = 60
/** Distance of the ends of a line that has only one end. */
const ONE_END = 0.25
/** The same where few pixels around the hole have that colour: then it belongs to a thing that is cut off there. */
const CUT = 0.6
/** Share of the pixels around the hole above which they are many. */
const MANY = 0.15

export interface Filled {
  /** The picture with the hole filled from around it. */
  picture: Planes
  /** How sure the filling is of each pixel: 0 to 1, 1 beyond the hole. */
  sure: Float32Array
}

/** What is known along one line through a pixel of the hole. */
interface Line {
  colour: number[]
  /** In pixels, and how far its ends differ. */
  distance: number
  difference: number
}

/**
 * Fills a hole with what would be behind it: each pixel with what lies at both ends of its row or of its column, whichever
 * ends are the more alike, so that a table's edge or a horizon goes on behind it.
 *
 * @param hole 1 for pixels to fill
 */
export function fillHole({ data, width, height }: Planes, hole: Uint8Array): Filled {
  const area = width * height
  const filled = data.slice()
  const known = Float32Array.from(hole, (value) => (value === 0 ? 1 : 0))
  const sure = known.slice()
  const colourAt = (at: number): number[] => [0, 1, 2].map((plane) => filled[plane * area + at]!)

  const rim = [...known.keys()].filter(
    (at) =>
      known[at] === 1 &&
      ((at % width > 0 && hole[at - 1] === 1) ||
        (at % width < width - 1 && hole[at + 1] === 1) ||
        hole[at - width] === 1 ||
        hole[at + width] === 1),
  )
  const common = new Map<string, boolean>()
  const isCommon = (colour: readonly number[]): boolean => {
    const key = colour.join()
    const before = common.get(key)
    if (before !== undefined) return before
    const alike = rim.filter((at) => apart(colourAt(at), colour) < ALIKE).length
    const result = alike >= MANY * rim.length
    common.set(key, result)
    return result
  }

  function line(at: number, step: number, before: number, after: number): Line | null {
    const ends: { colour: number[]; distance: number }[] = []
    for (const [direction, most] of [
      [-step, before],
      [step, after],
    ] as const)
      for (let distance = 1; distance <= most; distance++)
        if (known[at + direction * distance] === 1) {
          ends.push({ colour: colourAt(at + direction * distance), distance })
          break
        }
    const [first, second] = ends
    if (!first) return null
    if (!second) return { ...first, difference: isCommon(first.colour) ? ONE_END : CUT }
    const part = first.distance / (first.distance + second.distance)
    return {
      colour: first.colour.map((value, i) => value + part * (second.colour[i]! - value)),
      distance: Math.min(first.distance, second.distance),
      difference: apart(first.colour, second.colour),
    }
  }

  // What only a corner borders on is reached from what was filled before.
  for (let pass = 0; pass < 2; pass++) {
    const found: [at: number, colour: number[], sure: number][] = []
    for (let at = 0; at < area; at++) {
      if (known[at] === 1) continue
      const [x, y] = [at % width, Math.floor(at / width)]
      const lines = [line(at, 1, x, width - 1 - x), line(at, width, y, height - 1 - y)].filter(
        (one) => one !== null,
      )
      if (lines.length === 0) continue
      const weights = lines.map((one) => 1 / (one.distance + DIFFERENCE * one.difference) ** 2)
      const sum = weights.reduce((a, b) => a + b)
      const colour = [0, 1, 2].map(
        (plane) => lines.reduce((c, one, i) => c + weights[i]! * one.colour[plane]!, 0) / sum,
      )
      const least = Math.min(...lines.map(({ difference }) => difference))
      found.push([at, colour, Math.max(0, Math.min(1, 2 - least / ALIKE))])
    }
    for (const [at, colour, certainty] of found) {
      known[at] = 1
      sure[at] = certainty
      for (const [plane, value] of colour.entries()) filled[plane * area + at] = value
    }
  }
  return { picture: { data: filled, width, height }, sure }
}

function apart(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!))
}
