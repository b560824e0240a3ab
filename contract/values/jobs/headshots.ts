/** Sizes of the part of a person that is seen. */
export const FRAMINGS = ['close', 'shoulders'] as const
