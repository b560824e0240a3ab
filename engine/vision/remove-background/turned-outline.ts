import { shareOfOutline } from './share-of-outline.ts'

/** Both answers are compared so far inside and outside of the outline, cells. */
const AWAY = 3
/** Certainties further apart are two answers. */
const APART = 0.3

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
  const isApart = (at: number): boolean => Math.abs(straight[at]! - turned[at]!) > APART
  return shareOfOutline(
    straight,
    edge,
    AWAY,
    (at, step) => isApart(at - AWAY * step) || isApart(at + AWAY * step),
  )
}
