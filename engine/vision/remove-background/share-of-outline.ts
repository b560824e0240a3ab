/** Half-way between foreground and background. */
const HALF = 0.5

/**
 * Returns the share of the outline of which `isSo` is true, 0 to 1. The outline is every pair of neighbours of which one is
 * foreground and the other is not.
 *
 * @param certainty of each cell of a square grid
 * @param margin cells at the edge of the grid that are left out, so that `isSo` may look that far
 * @param isSo is given the cell inside of the outline and the step from it to the one outside
 */
export function shareOfOutline(
  certainty: Float32Array,
  edge: number,
  margin: number,
  isSo: (inside: number, step: number) => boolean,
): number {
  let [so, all] = [0, 0]
  for (let y = margin; y < edge - margin; y++)
    for (let x = margin; x < edge - margin; x++) {
      const at = y * edge + x
      if (certainty[at]! < HALF) continue
      for (const step of [1, -1, edge, -edge]) {
        if (certainty[at + step]! >= HALF) continue
        all++
        if (isSo(at, step)) so++
      }
    }
  return all === 0 ? 0 : so / all
}
