/** Least and most of each. */
export const OWN_LIMITS = {
  queue: [1, 1000],
  running: [1, 50],
  storage_mb: [1, 1_000_000],
  // Fewer would not open one page; more than this one network address may not make, as long as nobody sets that otherwise.
  calls_per_minute: [10, 3000],
} as const
