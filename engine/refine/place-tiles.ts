import type { Box } from '../vision/pictures/rgb-picture.ts'

/** A part of a picture, and how much each of its pixels counts where several parts lie over each other. */
export interface PlacedTile {
  box: Box
  /** Above 0; x and y from the tile's upper left corner. */
  weightAt(x: number, y: number): number
}

/** Least overlap of two tiles, as a share of a tile's edge. */
const OVERLAP = 0.25

/**
 * Tiles that cover a picture, row by row, as even as they can be; a picture smaller than a tile is one.
 * @param edge of a tile, pixels
 */
export function placeTiles(
  { width, height }: { width: number; height: number },
  edge: number,
): PlacedTile[] {
  const [columns, rows] = [placeAlong(width, edge), placeAlong(height, edge)]
  return rows.flatMap((row) =>
    columns.map((column) => ({
      box: { x: column.start, y: row.start, width: column.length, height: row.length },
      weightAt: (x, y) => column.weights[x]! * row.weights[y]!,
    })),
  )
}

interface Stretch {
  start: number
  length: number
  weights: Float32Array
}

function placeAlong(length: number, edge: number): Stretch[] {
  if (length <= edge) return [{ start: 0, length, weights: new Float32Array(length).fill(1) }]
  const overlap = Math.floor(OVERLAP * edge)
  const count = Math.ceil((length - overlap) / (edge - overlap))
  return Array.from({ length: count }, (_, i) => {
    const start = Math.round((i * (length - edge)) / (count - 1))
    const weights = Float32Array.from({ length: edge }, (__, k) => {
      const before = start === 0 ? 1 : (k + 0.5) / overlap
      const after = start + edge === length ? 1 : (edge - k - 0.5) / overlap
      return Math.min(1, before, after)
    })
    return { start, length: edge, weights }
  })
}
