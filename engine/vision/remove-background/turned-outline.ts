/** Both answers are compared so far inside and outside of the outline, cells. */
const AWAY = 3
/** Certainties further apart are two answers. */
const APART = 0.3
/** Half-way between foreground and background. */
const HALF = 0.5

/**
 * Returns the share of the outline that lies elsewhere in the mirror image, 0 to 1. A large subject has few cells there, so that
 * a wrong outline hardly counts as a part of all that was found.
 *
 * @param straight certainty of each cell of a square grid
 * @param turned the same, as found in the mirror image
 */
export function turnedShareOfOutline(
  straight: Float32Array,
  turned: Float32Array,
  edge: number,
): number {
  let [elsewhere, all] = [0, 0]
  const isApart = (at: number): boolean => Math.abs(straight[at]! - turned[at]!) > APART
  for (let y = AWAY; y < edge - AWAY; y++)
    for (let x = AWAY; x < edge - AWAY; x++) {
      const at = y * edge + x
      if (straight[at]! < HALF) continue
      for (const step of [1, -1, edge, -edge]) {
        if (straight[at + step]! >= HALF) continue
        all++
        if (isApart(at - AWAY * step) || isApart(at + AWAY * step)) elsewhere++
      }
    }
  return all === 0 ? 0 : elsewhere / all
}
