/** Where a cell's own certainty is up to `NONE`, what encloses it does not count; from `SOME` on it counts in full. */
const NONE = 0.12
const SOME = 0.4
const LEVELS = 256

/**
 * Makes what lies within the subject as certain as what encloses it, if the network was half sure of it by itself: an
 * eye in fur, a badge on a jacket. What it is sure of stays a hole: the inside of a ring, the gap between arm and body.
 *
 * A cell counts as enclosed up to the certainty that every way from it to the border has to cross (priority flood;
 * Barnes, Lehman, Mulla 2014).
 *
 * @param values certainty of each cell, 0 to 1, row by row
 */
export function fillEnclosed(values: Float32Array, width: number, height: number): Float32Array {
  const levels = floodFromBorder(values, width, height)
  return values.map((value, cell) => {
    const trust = Math.min(1, Math.max(0, (value - NONE) / (SOME - NONE)))
    return value + trust * Math.max(0, levels[cell]! / (LEVELS - 1) - value)
  })
}

/** For each cell the least of the greatest levels on the ways to the border. */
function floodFromBorder(values: Float32Array, width: number, height: number): Uint8Array {
  const own = Uint8Array.from(values, (value) =>
    Math.min(LEVELS - 1, Math.max(0, Math.floor(value * (LEVELS - 1)))),
  )
  const levels = new Uint8Array(own.length)
  const reached = new Uint8Array(own.length)
  const waiting: number[][] = Array.from({ length: LEVELS }, () => [])
  const reach = (cell: number, level: number): void => {
    if (reached[cell]) return
    reached[cell] = 1
    levels[cell] = Math.max(level, own[cell]!)
    waiting[levels[cell]]!.push(cell)
  }
  for (let x = 0; x < width; x++) {
    reach(x, 0)
    reach((height - 1) * width + x, 0)
  }
  for (let y = 0; y < height; y++) {
    reach(y * width, 0)
    reach((y + 1) * width - 1, 0)
  }
  for (const [level, cells] of waiting.entries())
    // Cells of the same level are added while it is gone through.
    for (let next = 0; next < cells.length; next++) {
      const cell = cells[next]!
      const x = cell % width
      if (x > 0) reach(cell - 1, level)
      if (x < width - 1) reach(cell + 1, level)
      if (cell >= width) reach(cell - width, level)
      if (cell + width < own.length) reach(cell + width, level)
    }
  return levels
}
