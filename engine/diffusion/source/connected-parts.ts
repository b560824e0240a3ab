import type { PictureSize } from '../picture-size.ts'

/** Steps across and down to the neighbours of a pixel: at its edges, and also at its corners. */
const NEIGHBOURS = {
  edges: [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  corners: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
} as const

/**
 * Returns the connected parts of what is set, in the order of their first pixels.
 *
 * @param set 0 where nothing is set
 * @param by `edges`: pixels that meet at a corner alone are not connected
 * @returns the pixels of each
 */
export function connectedParts(
  set: Uint8Array,
  { width, height }: PictureSize,
  by: keyof typeof NEIGHBOURS,
): number[][] {
  const seen = new Uint8Array(set.length)
  const parts: number[][] = []
  for (let start = 0; start < set.length; start++) {
    if (set[start] === 0 || seen[start] === 1) continue
    const part = [start]
    seen[start] = 1
    for (let i = 0; i < part.length; i++) {
      const [x, y] = [part[i]! % width, Math.floor(part[i]! / width)]
      for (const [across, down] of NEIGHBOURS[by]) {
        const [column, row] = [x + across, y + down]
        if (column < 0 || row < 0 || column >= width || row >= height) continue
        const next = row * width + column
        if (set[next] === 0 || seen[next] === 1) continue
        seen[next] = 1
        part.push(next)
      }
    }
    parts.push(part)
  }
  return parts
}
