import type { Storage } from './storage.ts'
import { StorageAway } from './storage-errors.ts'

/** So long a store that took a file is believed to take the next one. */
const BELIEVED_MS = 5000

/**
 * Makes a check of whether a store takes files, for what is ordered now and stored in a minute. One that does not answer at
 * the moment passes: what is made is kept until it does.
 * @returns throws `AppError` `unavailable` where the store is full or read-only
 */
export function createWritableCheck(storage: Pick<Storage, 'check'>): () => Promise<void> {
  let taken = -Infinity
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      await storage.check()
    } catch (error) {
      if (!(error instanceof StorageAway)) throw error
    }
    taken = performance.now()
  }

  return async () => {
    if (performance.now() - taken < BELIEVED_MS) return
    asking ??= ask().finally(() => (asking = null))
    await asking
  }
}
