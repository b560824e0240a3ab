import type { Point } from '../pictures/rgb-picture.ts'

/** A colour that changes evenly: at the middle, and for each pixel to the right and down. */
export interface Slope {
  middle: Point
  own: number
  across: number
  down: number
}

/** Returns a slope's value at a place. */
export const valueAt = ({ middle, own, across, down }: Slope, { x, y }: Point): number =>
  own + across * (x - middle.x) + down * (y - middle.y)

/**
 * Fits a slope by least squares.
 * @param steady keeps few places from making a steep slope: squares of pixels for each of them
 * @param of the places that count; left out: all
 */
export function fitSlope(
  values: ArrayLike<number>,
  places: readonly Point[],
  steady: number,
  of: readonly number[] = Array.from(places.keys()),
): Slope {
  const mean = (valueOf: (i: number) => number): number =>
    of.reduce((sum, i) => sum + valueOf(i), 0) / of.length
  const middle = { x: mean((i) => places[i]!.x), y: mean((i) => places[i]!.y) }
  const own = mean((i) => values[i]!)
  let [xx, xy, yy, xv, yv] = [steady * of.length, 0, steady * of.length, 0, 0]
  for (const i of of) {
    const [dx, dy, dv] = [places[i]!.x - middle.x, places[i]!.y - middle.y, values[i]! - own]
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

/** Returns the mean of the squares. */
export const meanSquare = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value ** 2, 0) / values.length
