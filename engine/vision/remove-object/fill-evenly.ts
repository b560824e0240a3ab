import { distances } from '../../diffusion/source/distance.ts'
import type { Point, RgbPicture } from '../pictures/rgb-picture.ts'

/** Pixels next to the hole that are passed over: they may show the rest of what is removed. */
const MARGIN = 1
/** Width of the ring, pixels. */
const WIDTH = 6
/** A ring is even whose colours are this near to a slope, of 255 (root of the mean square). */
const EVEN = 3.5
/** Places of the hole times those of the ring, at most: a larger hole shows if it has no grain. */
const MOST_PAIRS = 2e7

/** A colour that changes evenly: at the middle, and for each pixel to the right and down. */
interface Slope {
  middle: Point
  own: number
  across: number
  down: number
}

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
  const slopes = [0, 1, 2].map((c) => fitSlope(data, ring, width, c))
  const rests = new Float32Array(3 * ring.length)
  for (const [c, slope] of slopes.entries()) {
    let squares = 0
    for (const [i, at] of ring.entries()) {
      const rest = data[3 * at + c]! - colourAt(slope, at, width)
      rests[3 * i + c] = rest
      squares += rest ** 2
    }
    if (Math.sqrt(squares / ring.length) > EVEN) return null
  }
  const colours = Float32Array.from(data)
  const places = ring.map((at) => ({ x: at % width, y: Math.floor(at / width) }))
  const rest = new Float64Array(3)
  for (const at of inside) {
    restAt(rest, { x: at % width, y: Math.floor(at / width) }, places, rests)
    for (const [c, slope] of slopes.entries())
      colours[3 * at + c] = colourAt(slope, at, width) + rest[c]!
  }
  return colours
}

const colourAt = ({ middle, own, across, down }: Slope, at: number, width: number): number =>
  own + across * ((at % width) - middle.x) + down * (Math.floor(at / width) - middle.y)

/** Least squares. */
function fitSlope(data: Uint8Array, ring: readonly number[], width: number, c: number): Slope {
  const mean = (of: (at: number) => number): number =>
    ring.reduce((sum, at) => sum + of(at), 0) / ring.length
  const x = (at: number): number => at % width
  const y = (at: number): number => Math.floor(at / width)
  const middle = { x: mean(x), y: mean(y) }
  const own = mean((at) => data[3 * at + c]!)
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0]
  for (const at of ring) {
    const [dx, dy, dv] = [x(at) - middle.x, y(at) - middle.y, data[3 * at + c]! - own]
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
    xv += dx * dv
    yv += dy * dv
  }
  const whole = xx * yy - xy * xy
  if (whole < 1e-6) return { middle, own, across: 0, down: 0 }
  return { middle, own, across: (xv * yy - yv * xy) / whole, down: (yv * xx - xv * xy) / whole }
}

/** Writes what the slopes leave at a place: of the ring's places, the nearer the more (Shepard 1968). */
function restAt(
  rest: Float64Array,
  { x, y }: Point,
  places: readonly Point[],
  rests: Float32Array,
): void {
  rest.fill(0)
  let weights = 0
  for (let i = 0; i < places.length; i++) {
    const [dx, dy] = [places[i]!.x - x, places[i]!.y - y]
    const weight = 1 / (dx * dx + dy * dy) ** 1.5
    rest[0]! += weight * rests[3 * i]!
    rest[1]! += weight * rests[3 * i + 1]!
    rest[2]! += weight * rests[3 * i + 2]!
    weights += weight
  }
  for (let c = 0; c < 3; c++) rest[c]! /= weights
}
