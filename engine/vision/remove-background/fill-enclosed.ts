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
  const filled = Float32Array.from(values)
  for (let cell = 0; cell < filled.length; cell++) {
    const value = values[cell]!
    const enclosed = levels[cell]! / (LEVELS - 1)
    if (enclosed <= value || value <= NONE) continue
    filled[cell] = value + Math.min(1, (value - NONE) / (SOME - NONE)) * (enclosed - value)
  }
  return filled
}

/** For each cell the least of the greatest levels on the ways to the border. */
function floodFromBorder(values: Float32Array, width: number, height: number): Uint8Array {
  const levels = new Uint8Array(values.length)
  const reached = new Uint8Array(values.length)
  // Of each level a chain of the cells that wait: the last one, and for each the one before it.
  const last = new Int32Array(LEVELS).fill(-1)
  const before = new Int32Array(values.length)
  const reach = (cell: number, level: number): void => {
    if (reached[cell] === 1) return
    reached[cell] = 1
    const own = Math.floor(values[cell]! * (LEVELS - 1))
    const met = own > level ? Math.min(own, LEVELS - 1) : level
    levels[cell] = met
    before[cell] = last[met]!
    last[met] = cell
  }
  for (let x = 0; x < width; x++) {
    reach(x, 0)
    reach((height - 1) * width + x, 0)
  }
  for (let y = 0; y < height; y++) {
    reach(y * width, 0)
    reach((y + 1) * width - 1, 0)
  }
  for (let level = 0; level < LEVELS; level++)
    for (let cell = last[level]!; cell >= 0; cell = last[level]!) {
      last[level] = before[cell]!
      const x = cell % width
      if (x > 0) reach(cell - 1, level)
      if (x < width - 1) reach(cell + 1, level)
      if (cell >= width) reach(cell - width, level)
      if (cell + width < values.length) reach(cell + width, level)
    }
  return levels
}
