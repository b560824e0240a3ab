import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'

/** Answers that are remembered. A file never changes, so neither does what an engine sees in it. */
const REMEMBERED = 2000
/** An operator may switch on another network; what is remembered of the one before is forgotten then. */
const REMEMBERED_MS = 600_000
/** A quote is not kept waiting longer; what comes later is said with the next one. */
const PATIENCE_MS = 4000
/** Files that are held at once while they are looked at; a batch has many. */
const AT_ONCE = 2
/** More are not looked at: their quotes would be answered before their turn. */
const MOST_WAITING = 8

/**
 * Looks once at each thing for quotes, a few things at a time, and remembers the answers.
 * @returns the answer; null where nobody could look, not in time, or too much else waits to be looked at
 */
export function createPatientLook<Answer extends string | boolean>(): (
  key: string,
  look: () => Promise<Answer | null>,
) => Promise<Answer | null> {
  const known = new LRUCache<string, Promise<Answer | null>>({
    max: REMEMBERED,
    ttl: REMEMBERED_MS,
  })
  const slots = new PQueue({ concurrency: AT_ONCE })

  return (key, look) => {
    let looked = known.get(key)
    if (!looked) {
      if (slots.size >= MOST_WAITING) return Promise.resolve(null)
      looked = slots.add(look)
      known.set(key, looked)
      looked.then(
        (answer) => answer === null && known.delete(key),
        () => known.delete(key),
      )
    }
    const answer = looked.catch(() => null)
    return Promise.race([answer, sleep(PATIENCE_MS, null, { ref: false })])
  }
}
