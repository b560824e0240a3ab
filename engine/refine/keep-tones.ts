/** Cells along the longer edge. Coarser than what is redrawn, finer than light and shade. */
const CELLS = 8

/**
 * Gives what was drawn the tones of what it was drawn from: the means of large cells become equal, with no steps between
 * them. Without it each part would have a cast of its own, which shows as a seam.
 *
 * @param drawn red, green, blue of each pixel; changed in place
 * @param original as many
 */
export function keepTones(
  drawn: Uint8Array,
  original: Uint8Array,
  { width, height }: { width: number; height: number },
): void {
  const cell = Math.max(1, Math.max(width, height) / CELLS)
  const columns = Math.max(1, Math.round(width / cell))
  const rows = Math.max(1, Math.round(height / cell))
  const shifts = new Float32Array(3 * columns * rows)
  const counts = new Float32Array(columns * rows)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width)
      counts[to]!++
      const at = 3 * (y * width + x)
      for (let c = 0; c < 3; c++) shifts[3 * to + c]! += original[at + c]! - drawn[at + c]!
    }
  for (let i = 0; i < shifts.length; i++) shifts[i]! /= counts[Math.floor(i / 3)]!
  for (let y = 0; y < height; y++) {
    const row = between(((y + 0.5) * rows) / height - 0.5, rows)
    for (let x = 0; x < width; x++) {
      const column = between(((x + 0.5) * columns) / width - 0.5, columns)
      for (let c = 0; c < 3; c++) {
        const at = 3 * (y * width + x) + c
        const shiftOf = (j: number, i: number): number => shifts[3 * (j * columns + i) + c]!
        const above =
          shiftOf(row.from, column.from) * (1 - column.share) +
          shiftOf(row.from, column.to) * column.share
        const below =
          shiftOf(row.to, column.from) * (1 - column.share) +
          shiftOf(row.to, column.to) * column.share
        const shift = above * (1 - row.share) + below * row.share
        drawn[at] = Math.round(Math.min(255, Math.max(0, drawn[at]! + shift)))
      }
    }
  }
}

/** The cells around a place, and how much of the second it has. */
function between(place: number, cells: number): { from: number; to: number; share: number } {
  const inside = Math.min(cells - 1, Math.max(0, place))
  const from = Math.floor(inside)
  return { from, to: Math.min(cells - 1, from + 1), share: inside - from }
}
