export const LONGEST_MESSAGE = 5000

/** Most credits that are given back at once. */
export const MOST_CREDITS_BACK = 1_000_000
