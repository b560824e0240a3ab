import { distances } from '../../diffusion/source/distance.ts'
import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'
import { fitSlope, meanSquare, type Slope, valueAt } from './fit-slope.ts'

/** Pixels next to the hole that are passed over: they may show the rest of what is removed. */
const MARGIN = 1
/** Width of the ring, pixels. */
const WIDTH = 6
/** A ring is even whose colours are this near to a slope, of 255 (root of the mean square). */
const EVEN = 3.5
/** Pixels around a place of the ring from which its slope is taken, how steady that is, and how far the hole follows it. */
const NEAR = 6
const STEADY = 0.7
const FADES = 12
/** Weight of what a slope leaves unexplained, which speaks against it. */
const GRAIN = 0.2
/** Places of the hole times those of the ring, at most: a larger hole shows if it has no grain. */
const MOST_PAIRS = 2e7

/**
 * Fills a small hole in an even surface, a wall, a sky, a cap, from the ring around it: by the slope of its colours, and by
 * what of the ring is nearest. Patches from elsewhere would bring in what is there.
 *
 * @param hole 1 in the hole, else 0
 * @returns red, green and blue of each pixel; null where the surface is not even or the hole is too large
 */
export function fillEvenly(picture: RgbPicture, hole: Uint8Array): Float32Array | null {
  const { data, width, height } = picture
  const away = distances(hole, { width, height })
  const inside: number[] = []
  const ring: number[] = []
  for (const [at, far] of away.entries()) {
    if (hole[at] !== 0) inside.push(at)
    else if (far > MARGIN && far <= MARGIN + WIDTH) ring.push(at)
  }
  if (ring.length < 12 || inside.length * ring.length > MOST_PAIRS) return null
  const places = ring.map((at) => ({ x: at % width, y: Math.floor(at / width) }))
  const colours = Float32Array.from(data)
  const fills: ((place: Point) => number)[] = []
  for (let c = 0; c < 3; c++) {
    const values = Float64Array.from(ring, (at) => data[3 * at + c]!)
    const slope = fitSlope(values, places, 0)
    const rests = values.map((value, i) => value - valueAt(slope, places[i]!))
    if (Math.sqrt(meanSquare(rests)) > EVEN) return null
    const restAt = continueInwards(rests, places)
    fills.push((place) => valueAt(slope, place) + restAt(place))
  }
  for (const at of inside) {
    const place = { x: at % width, y: Math.floor(at / width) }
    for (const [c, fill] of fills.entries()) colours[3 * at + c] = fill(place)
  }
  return colours
}

/**
 * Says what the slope leaves at a place of the hole: each place of the ring goes on as it does around itself, and the nearest
 * count most (Shepard 1968, with the slopes of Franke and Nielson 1980).
 */
function continueInwards(rests: Float64Array, places: readonly Point[]): (place: Point) => number {
  const slopes = places.map(({ x, y }) => {
    const near = Array.from(places.keys()).filter(
      (i) => Math.abs(places[i]!.x - x) <= NEAR && Math.abs(places[i]!.y - y) <= NEAR,
    )
    const slope = fitSlope(rests, places, STEADY, near)
    return { slope, trust: trustIn(slope, rests, places, near) }
  })
  const [least, most] = [Math.min(...rests), Math.max(...rests)]
  return (place) => {
    let [sum, weights] = [0, 0]
    for (const [i, { x, y }] of places.entries()) {
      const squared = (x - place.x) ** 2 + (y - place.y) ** 2
      const weight = 1 / squared ** 1.5
      const { slope, trust } = slopes[i]!
      const on = trust * (valueAt(slope, place) - slope.own)
      const value = slope.own + on / (1 + Math.sqrt(squared) / FADES)
      weights += weight
      sum += weight * Math.min(most, Math.max(least, value))
    }
    return sum / weights
  }
}

/** Returns the share of a slope that is continued, 0 to 1: one that explains little of what lies around it is grain. */
function trustIn(
  slope: Slope,
  rests: Float64Array,
  places: readonly Point[],
  near: readonly number[],
): number {
  let [explained, left] = [1e-6, 0]
  for (const i of near) {
    const said = valueAt(slope, places[i]!)
    explained += (said - slope.own) ** 2
    left += (rests[i]! - said) ** 2
  }
  return explained / (explained + GRAIN * left)
}
