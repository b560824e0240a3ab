import type { Reader } from '#server/platform/db/index.ts'

/** Age after which the view of a lane is read again. */
const FRESH_MS = 500

interface View<T> {
  value: T
  readAt: number
  /** When somebody began to read it again; until that is done others go by what there is. */
  readingSince: number | null
}

/**
 * A view of each lane that is at most half a second old, and as much again while somebody reads it again: one caller reads for
 * all, not all of them at once.
 * @param read on the caller's connection: one more from the pool, taken inside a transaction, could wait for ever
 * @param isWorthKeeping one that is not is read again each time
 */
export function createLaneViews<T>(
  read: (reader: Reader, lane: string) => Promise<T>,
  isWorthKeeping: (value: T) => boolean = () => true,
): (reader: Reader, lane: string) => Promise<T> {
  const views = new Map<string, View<T>>()
  return async (reader, lane) => {
    const known = views.get(lane)
    const now = performance.now()
    if (known) {
      if (now - known.readAt < FRESH_MS) return known.value
      // Whoever reads could be held up, or fail.
      if (known.readingSince !== null && now - known.readingSince < FRESH_MS) return known.value
      known.readingSince = now
    }
    const value = await read(reader, lane)
    if (isWorthKeeping(value))
      views.set(lane, { value, readAt: performance.now(), readingSince: null })
    return value
  }
}
