export const FACE_LIMITS = {
  /** Shorter side of a face, pixels. */
  smallest: 40,
  /** ... and of one that is put in the place of another. */
  smallestSource: 120,
  pairs: 10,
} as const
