export const KEY_LIMITS = {
  /** Most keys of one person. */
  keys: 20,
  name: 60,
  /** Calls of a key that are kept, the latest. */
  calls: 100,
  dailyCredits: { min: 1, max: 1_000_000 },
  callsPerMinute: { min: 1, max: 600, usual: 60 },
  imagesAtOnce: { min: 1, max: 64, usual: 4 },
} as const
