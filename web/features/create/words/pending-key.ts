import { randomId } from '#web/lib/random-id.ts'

const NAME = 'pending-proposal'

/**
 * The key to ask for a proposal with: the same one until somebody decided about its answer, also over a reload, so that one
 * whose answer was lost on the way is shown and not paid for again.
 * @param asked canonical text of what is asked for
 */
export function keyFor(asked: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Pending | null
    if (kept?.asked === asked) return kept.key
  } catch {
    // What is there is not ours.
  }
  const fresh: Pending = { asked, key: randomId() }
  sessionStorage.setItem(NAME, JSON.stringify(fresh))
  return fresh.key
}

interface Pending {
  asked: string
  key: string
}

/** It was used, discarded or refused: asking again is a new request. */
export function forgetKey(): void {
  sessionStorage.removeItem(NAME)
}
