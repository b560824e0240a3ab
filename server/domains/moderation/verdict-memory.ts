import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { PromptVerdict } from './check-prompt.ts'

/** The verdicts of this process, as long as a quote is good. */
export interface VerdictMemory {
  /** What was said of these very words, or what `read` says of them now. */
  recall(
    words: readonly (string | null)[],
    read: () => PromptVerdict | Promise<PromptVerdict>,
  ): PromptVerdict | Promise<PromptVerdict>
}

const REMEMBERED = 20_000
const KEPT_MS = 600_000
/** How exactly that is kept: the clock is read no more often. */
const CLOCK_MS = 1000

/** By the hash of the words: what people write is not kept. */
export function createVerdictMemory(): VerdictMemory {
  const known = new LRUCache<string, PromptVerdict>({
    max: REMEMBERED,
    ttl: KEPT_MS,
    ttlResolution: CLOCK_MS,
  })
  const hashOf = (words: readonly (string | null)[]) =>
    hash('sha256', JSON.stringify(words), 'base64')
  return {
    recall(words, read) {
      const key = hashOf(words)
      const keep = (verdict: PromptVerdict) => {
        known.set(key, verdict)
        return verdict
      }
      const verdict = known.get(key) ?? read()
      return verdict instanceof Promise ? verdict.then(keep) : keep(verdict)
    },
  }
}
