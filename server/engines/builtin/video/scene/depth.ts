/** Depth of what is behind everything; the picture's lower edge has depth 1. */
const FARTHEST = 0.15
/** Share of the height at which the ground begins to come nearer. */
const HORIZON = 0.35
/** The subject stands before the ground that it stands on. */
const BEFORE = 0.12

/** Depth of the surroundings at a height, 0 (upper edge) to 1 (lower edge): a wall or sky above, ground below. */
export function depthAt(height: number): number {
  const t = Math.min(1, Math.max(0, (height - HORIZON) / (1 - HORIZON)))
  return FARTHEST + (1 - FARTHEST) * t * t * (3 - 2 * t)
}

/** @param foot height at which the subject ends below */
export const subjectDepth = (foot: number): number =>
  Math.min(1, Math.max(0.6, depthAt(foot)) + BEFORE)
