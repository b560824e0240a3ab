export const PACK_LIMITS = {
  shots: { least: 10, most: 40 },
  /** Runs of one person that have shots waiting or running. */
  liveRuns: 2,
  /** Time that what is held for a run waits for another try. */
  holdHours: 48,
  tags: 6,
} as const
