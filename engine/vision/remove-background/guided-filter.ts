import type { ForegroundMap } from '../pictures/foreground-map.ts'

/** Colours of the grid's cells, 0 to 1, three each, row by row. */
export type GuideColours = Float32Array

/** A linear model for each cell: opacity = red * r + green * g + blue * b + rest. Four numbers each. */
export type LinearModels = Float32Array

/** What sums in single precision may be off. */
const EVEN = 1e-6

/**
 * The colour guided filter (He, Sun and Tang 2013): in every small window opacity is taken for a linear function of
 * colour, so that its edges become those of the picture. Returns the means of the windows' functions, which may be
 * applied to the picture in full size (the fast form; He and Sun 2015).
 *
 * @param reach half the window's edge, cells
 * @param smoothness how much colours may vary inside what is even (0 to 1, squared)
 */
export function guideByColours(
  { values, width, height }: ForegroundMap,
  guide: GuideColours,
  reach: number,
  smoothness: number,
): LinearModels {
  const count = width * height
  const means = createMeans(width, height, reach)
  const [red, green, blue] = [0, 1, 2].map((c) => planeOf(guide, c, count)) as Colours
  const meanColours = [red, green, blue].map((plane) => means.of(plane)) as Colours
  const meanOpacity = means.of(values)
  const by = [red, green, blue].map((plane) => means.ofProduct(plane, values)) as Colours
  const rr = means.ofProduct(red, red)
  const rg = means.ofProduct(red, green)
  const rb = means.ofProduct(red, blue)
  const gg = means.ofProduct(green, green)
  const gb = means.ofProduct(green, blue)
  const bb = means.ofProduct(blue, blue)
  const models = Array.from({ length: 4 }, () => new Float32Array(count))
  // One for all cells: hundreds of thousands of short lists would take longer than the sums.
  const solved = new Float64Array(3)
  for (let cell = 0; cell < count; cell++) {
    const r = meanColours[0][cell]!
    const g = meanColours[1][cell]!
    const b = meanColours[2][cell]!
    const opacity = meanOpacity[cell]!
    if (opacity < EVEN || opacity > 1 - EVEN) {
      // All of the window is alike: no colour changes it.
      models[3]![cell] = opacity
      continue
    }
    solved[0] = by[0][cell]! - r * opacity
    solved[1] = by[1][cell]! - g * opacity
    solved[2] = by[2][cell]! - b * opacity
    solve(
      rr[cell]! - r * r + smoothness,
      rg[cell]! - r * g,
      rb[cell]! - r * b,
      gg[cell]! - g * g + smoothness,
      gb[cell]! - g * b,
      bb[cell]! - b * b + smoothness,
      solved,
    )
    models[0]![cell] = solved[0]
    models[1]![cell] = solved[1]
    models[2]![cell] = solved[2]
    models[3]![cell] = opacity - solved[0] * r - solved[1] * g - solved[2] * b
  }
  const smoothed = new Float32Array(4 * count)
  for (const [k, plane] of models.entries()) {
    const mean = means.of(plane)
    for (let cell = 0; cell < count; cell++) smoothed[4 * cell + k] = mean[cell]!
  }
  return smoothed
}

/** One plane each of red, green and blue. */
type Colours = [Float32Array, Float32Array, Float32Array]

function planeOf(guide: GuideColours, c: number, count: number): Float32Array {
  const plane = new Float32Array(count)
  for (let cell = 0, at = c; cell < count; cell++, at += 3) plane[cell] = guide[at]!
  return plane
}

/** Solves a symmetric system of three by Cramer's rule; `right` becomes the solution. */
function solve(
  rr: number,
  rg: number,
  rb: number,
  gg: number,
  gb: number,
  bb: number,
  right: Float64Array,
): void {
  const r = right[0]!
  const g = right[1]!
  const b = right[2]!
  const c0 = gg * bb - gb * gb
  const c1 = rb * gb - rg * bb
  const c2 = rg * gb - rb * gg
  const determinant = rr * c0 + rg * c1 + rb * c2
  const c3 = rr * bb - rb * rb
  const c4 = rb * rg - rr * gb
  const c5 = rr * gg - rg * rg
  right[0] = (c0 * r + c1 * g + c2 * b) / determinant
  right[1] = (c1 * r + c3 * g + c4 * b) / determinant
  right[2] = (c2 * r + c4 * g + c5 * b) / determinant
}

/** Means over squares, smaller ones at the border, of planes of one size. */
interface Means {
  of(plane: Float32Array): Float32Array
  /** The mean of the product of two planes, without making a plane of the product. */
  ofProduct(a: Float32Array, b: Float32Array): Float32Array
}

function createMeans(width: number, height: number, reach: number): Means {
  const across = new Float32Array(width * height)
  // Room before and behind a row stands for what lies beyond the border, so that no cell has to ask.
  const row = new Float64Array(width + 2 * reach + 1)
  const shares = Float64Array.from({ length: width }, (_, x) => 1 / within(x, width, reach))
  const sumAlong = (start: number): void => {
    let sum = 0
    for (let x = 0; x < reach; x++) sum += row[x + reach + 1]!
    for (let x = 0; x < width; x++) {
      sum += row[x + 2 * reach + 1]! - row[x]!
      across[start + x] = sum
    }
  }
  const down = (): Float32Array => meanDown(across, shares, height, reach)
  return {
    of(plane) {
      for (let start = 0; start < plane.length; start += width) {
        for (let x = 0; x < width; x++) row[x + reach + 1] = plane[start + x]!
        sumAlong(start)
      }
      return down()
    },
    ofProduct(a, b) {
      for (let start = 0; start < a.length; start += width) {
        for (let x = 0; x < width; x++) row[x + reach + 1] = a[start + x]! * b[start + x]!
        sumAlong(start)
      }
      return down()
    },
  }
}

/** Row by row, as memory lies: the sums of all columns go on together. @param shares what a sum along a row counts */
function meanDown(
  across: Float32Array,
  shares: Float64Array,
  height: number,
  reach: number,
): Float32Array {
  const width = shares.length
  const means = new Float32Array(across.length)
  const sums = new Float64Array(width)
  for (let y = -reach; y < height; y++) {
    const next = (y + reach) * width
    const last = (y - reach - 1) * width
    if (y + reach < height && last >= 0)
      for (let x = 0; x < width; x++) sums[x]! += across[next + x]! - across[last + x]!
    else if (y + reach < height) for (let x = 0; x < width; x++) sums[x]! += across[next + x]!
    else if (last >= 0) for (let x = 0; x < width; x++) sums[x]! -= across[last + x]!
    if (y < 0) continue
    const share = 1 / within(y, height, reach)
    for (let x = 0, at = y * width; x < width; x++, at++) means[at] = sums[x]! * shares[x]! * share
  }
  return means
}

/** How many places of a line are at most `reach` from one. */
const within = (place: number, length: number, reach: number): number =>
  Math.min(length - 1, place + reach) - Math.max(0, place - reach) + 1
