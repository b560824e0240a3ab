import { setTimeout as sleep } from 'node:timers/promises'
import { type Storage, StorageAway } from '#server/platform/storage/index.ts'

export interface Patience {
  everyMs: number
  forMs: number
}

const USUAL: Patience = { everyMs: 2000, forMs: 180_000 }

/**
 * Stores a file that was costly to make; a store that is away for a moment is waited for, so that the work is not lost.
 * @throws {AppError} `unavailable` when the store is full, read-only or away for too long
 */
export async function putPatiently(
  storage: Storage,
  key: string,
  body: Uint8Array,
  { everyMs, forMs }: Patience = USUAL,
): Promise<void> {
  const deadline = Date.now() + forMs
  for (;;) {
    try {
      return await storage.put(key, body)
    } catch (error) {
      if (!(error instanceof StorageAway) || Date.now() > deadline) throw error
    }
    await sleep(everyMs, undefined, { ref: false })
  }
}
