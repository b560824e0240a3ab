/** Limits of the lists that prompts draw words from. */
export const WILDCARD_LIMITS = {
  /** Lists of one person. */
  lists: 100,
  /** Largest list, in UTF-8. */
  bytes: 1024 * 1024,
  lines: 10_000,
  /** Characters of one line. */
  line: 2000,
  name: 60,
  /** Most levels of braces in braces, and of lists in lists. */
  depth: 5,
} as const
