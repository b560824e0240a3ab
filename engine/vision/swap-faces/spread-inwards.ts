/** Longest edge of the grid on which the differences are spread. They are smooth, so that more would show nothing. */
const GRID = 96
/** Sweeps over the grid; enough for its edge (successive over-relaxation, Young 1954). */
const SWEEPS = 240
const RELAXATION = 1.9

/**
 * Spreads differences that are known along the edge of a shape over its inside, as smoothly as can be (Laplace's
 * equation). Added to a picture that was put into the shape, it makes the edge disappear and keeps all gradients
 * inside: what Poisson blending does (Pérez, Gangnet and Blake 2003), in the form of its correction.
 *
 * @param inside 1 where the shape is, in rows of `width`
 * @param edge 1 along the shape's edge, some pixels wide, so that no single pixel decides
 * @param differences three for each pixel; read along the edge only
 * @returns three for each pixel of the inside, 0 elsewhere
 */
export function spreadInwards(
  inside: Uint8Array,
  edge: Uint8Array,
  differences: Float32Array,
  width: number,
  height: number,
): Float32Array {
  const step = Math.max(1, Math.max(width, height) / GRID)
  const columns = Math.ceil(width / step) + 2
  const rows = Math.ceil(height / step) + 2
  const grid = new Float32Array(3 * columns * rows)
  const known = new Uint8Array(columns * rows)
  gatherEdge(edge, differences, width, { step, columns, grid, known })
  fillUnknown(known, grid, columns, rows)
  relax(grid, known, columns, rows)
  const spread = new Float32Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (inside[at] === 0) continue
      const [u, v] = [(x + 0.5) / step + 0.5, (y + 0.5) / step + 0.5]
      const [i, j] = [Math.floor(u), Math.floor(v)]
      const [s, t] = [u - i, v - j]
      for (let c = 0; c < 3; c++) {
        const value = (column: number, row: number): number =>
          grid[3 * (Math.min(rows - 1, row) * columns + Math.min(columns - 1, column)) + c]!
        spread[3 * at + c] =
          (value(i, j) * (1 - s) + value(i + 1, j) * s) * (1 - t) +
          (value(i, j + 1) * (1 - s) + value(i + 1, j + 1) * s) * t
      }
    }
  return spread
}

interface Grid {
  step: number
  columns: number
  grid: Float32Array
  known: Uint8Array
}

/** Means of the differences along the edge, cell by cell. */
function gatherEdge(
  edge: Uint8Array,
  differences: Float32Array,
  width: number,
  { step, columns, grid, known }: Grid,
): void {
  const counts = new Uint32Array(known.length)
  for (const [at, isEdge] of edge.entries()) {
    if (isEdge === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const cell = (Math.floor((y + 0.5) / step) + 1) * columns + Math.floor((x + 0.5) / step) + 1
    counts[cell]!++
    known[cell] = 1
    for (let c = 0; c < 3; c++) grid[3 * cell + c]! += differences[3 * at + c]!
  }
  for (const [cell, count] of counts.entries()) {
    if (count === 0) continue
    for (let c = 0; c < 3; c++) grid[3 * cell + c]! /= count
  }
}

/** Starts unknown cells with the mean of what is known, from which relaxing goes on. */
function fillUnknown(known: Uint8Array, grid: Float32Array, columns: number, rows: number): void {
  const mean = [0, 0, 0]
  let count = 0
  for (let cell = 0; cell < columns * rows; cell++) {
    if (known[cell] === 0) continue
    count++
    for (let c = 0; c < 3; c++) mean[c]! += grid[3 * cell + c]!
  }
  if (count === 0) return
  for (let cell = 0; cell < columns * rows; cell++)
    for (let c = 0; c < 3 && known[cell] === 0; c++) grid[3 * cell + c] = mean[c]! / count
}

/** Cells at the grid's border take themselves for what lies beyond, so that nothing pulls the edge towards a mean. */
function relax(grid: Float32Array, known: Uint8Array, columns: number, rows: number): void {
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const cell = row * columns + column
        if (known[cell] === 1) continue
        const left = column > 0 ? cell - 1 : cell
        const right = column < columns - 1 ? cell + 1 : cell
        const above = row > 0 ? cell - columns : cell
        const below = row < rows - 1 ? cell + columns : cell
        for (let c = 0; c < 3; c++) {
          const mean =
            (grid[3 * left + c]! +
              grid[3 * right + c]! +
              grid[3 * above + c]! +
              grid[3 * below + c]!) /
            4
          grid[3 * cell + c]! += RELAXATION * (mean - grid[3 * cell + c]!)
        }
      }
}
