import type { ForegroundMap } from './find-foreground.ts'

/** Colours of the grid's cells, 0 to 1, three each, row by row. */
export type GuideColours = Float32Array

/** A linear model for each cell: opacity = red * r + green * g + blue * b + rest. Four numbers each. */
export type LinearModels = Float32Array

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
  const mean = (value: (cell: number) => number): Float64Array => {
    const plane = new Float64Array(count)
    for (let cell = 0; cell < count; cell++) plane[cell] = value(cell)
    return meanOver(plane, width, height, reach)
  }
  const colour = (cell: number, c: number): number => guide[3 * cell + c]!
  const means = [0, 1, 2].map((c) => mean((cell) => colour(cell, c)))
  const meanOpacity = mean((cell) => values[cell]!)
  const withOpacity = [0, 1, 2].map((c) => mean((cell) => colour(cell, c) * values[cell]!))
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const
  const products = pairs.map(([a, b]) => mean((cell) => colour(cell, a) * colour(cell, b)))
  const models = new Float32Array(4 * count)
  // Without lists for each cell: there are hundreds of thousands.
  const [red, green, blue] = means as [Float64Array, Float64Array, Float64Array]
  const [redBy, greenBy, blueBy] = withOpacity as [Float64Array, Float64Array, Float64Array]
  const [rr, rg, rb, gg, gb, bb] = products as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (let cell = 0; cell < count; cell++) {
    const r = red[cell]!
    const g = green[cell]!
    const b = blue[cell]!
    const opacity = meanOpacity[cell]!
    const a = solve(
      rr[cell]! - r * r + smoothness,
      rg[cell]! - r * g,
      rb[cell]! - r * b,
      gg[cell]! - g * g + smoothness,
      gb[cell]! - g * b,
      bb[cell]! - b * b + smoothness,
      [redBy[cell]! - r * opacity, greenBy[cell]! - g * opacity, blueBy[cell]! - b * opacity],
    )
    models[4 * cell] = a[0]
    models[4 * cell + 1] = a[1]
    models[4 * cell + 2] = a[2]
    models[4 * cell + 3] = opacity - a[0] * r - a[1] * g - a[2] * b
  }
  const smoothed = new Float32Array(4 * count)
  for (let k = 0; k < 4; k++) {
    const plane = mean((cell) => models[4 * cell + k]!)
    for (let cell = 0; cell < count; cell++) smoothed[4 * cell + k] = plane[cell]!
  }
  return smoothed
}

/** Solves a symmetric system of three by Cramer's rule. */
function solve(
  rr: number,
  rg: number,
  rb: number,
  gg: number,
  gb: number,
  bb: number,
  [r, g, b]: [number, number, number],
): [number, number, number] {
  const c0 = gg * bb - gb * gb
  const c1 = rb * gb - rg * bb
  const c2 = rg * gb - rb * gg
  const determinant = rr * c0 + rg * c1 + rb * c2
  const c3 = rr * bb - rb * rb
  const c4 = rb * rg - rr * gb
  const c5 = rr * gg - rg * rg
  return [
    (c0 * r + c1 * g + c2 * b) / determinant,
    (c1 * r + c3 * g + c4 * b) / determinant,
    (c2 * r + c4 * g + c5 * b) / determinant,
  ]
}

/** Means over squares, smaller ones at the border. */
function meanOver(plane: Float64Array, width: number, height: number, reach: number): Float64Array {
  const across = new Float64Array(plane.length)
  for (let y = 0; y < height; y++) {
    let sum = 0
    for (let x = -reach; x < width; x++) {
      if (x + reach < width) sum += plane[y * width + x + reach]!
      if (x - reach - 1 >= 0) sum -= plane[y * width + x - reach - 1]!
      if (x >= 0)
        across[y * width + x] = sum / (Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1)
    }
  }
  const means = new Float64Array(plane.length)
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let y = -reach; y < height; y++) {
      if (y + reach < height) sum += across[(y + reach) * width + x]!
      if (y - reach - 1 >= 0) sum -= across[(y - reach - 1) * width + x]!
      if (y >= 0)
        means[y * width + x] = sum / (Math.min(height - 1, y + reach) - Math.max(0, y - reach) + 1)
    }
  }
  return means
}
