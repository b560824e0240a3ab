import { LRUCache } from 'lru-cache'
import { isDatabaseAway } from './db/index.ts'
import type { Log } from './log.ts'
import type { SetAside } from './set-aside.ts'

/** Something that a sweep looks for, and what it does with each. */
export interface Swept<T> {
  /** Names it in the log. */
  kind: string
  /** Some that are due, without those that are set aside. */
  find(setAside: readonly string[]): Promise<readonly T[]>
  idOf(item: T): string
  /** In a transaction of its own; safe to repeat, and at once with itself. */
  act(item: T): Promise<unknown>
}

export interface Sweeper {
  /**
   * Does what is due of a kind, within its budget of time. An item that fails does not keep the others from their turn; one that
   * has failed five times is set aside, and told to the operator. Never rejects: what cannot even be looked for is in the log, and
   * keeps no other kind from its turn.
   */
  sweep<T>(swept: Swept<T>): Promise<void>
}

const MOST_FAILURES = 5
/** Failures further apart than this do not count together. */
const REMEMBERED_MS = 20_000
const BUDGET_MS = 2000
/** Of all kinds together. */
const REMEMBERED = 10_000

/** Failures are counted in this process; what failed too often is set aside for all processes. */
export function createSweeper({
  setAside,
  log,
  budgetMs = BUDGET_MS,
}: {
  setAside: Pick<SetAside, 'of' | 'put' | 'remove'>
  log: Log
  budgetMs?: number
}): Sweeper {
  const failures = new LRUCache<string, number>({ max: REMEMBERED, ttl: REMEMBERED_MS })
  /** The item of a kind at which its budget was spent. */
  const stoppedAt = new Map<string, string>()

  async function noteFailure(kind: string, id: string, error: unknown): Promise<void> {
    const key = `${kind}:${id}`
    const count = (failures.get(key) ?? 0) + 1
    failures.set(key, count)
    if (count < MOST_FAILURES) {
      log.warn({ err: error, kind, id, count }, 'a sweep failed')
      return
    }
    log.error({ err: error, kind, id }, 'set aside: a sweep failed too often')
    await setAside.put({ kind, item: id }, { error, failures: count })
    // After its rest it has another five tries.
    failures.delete(key)
  }

  async function sweepKind<T>({ kind, find, idOf, act }: Swept<T>): Promise<void> {
    const until = performance.now() + budgetMs
    const aside = await setAside.of(kind)
    const items = await find([...aside].flatMap(([id, rests]) => (rests ? [id] : [])))
    const last = items.findIndex((item) => idOf(item) === stoppedAt.get(kind))
    stoppedAt.delete(kind)
    // Items that had no turn come first.
    for (const item of [...items.slice(last + 1), ...items.slice(0, last + 1)]) {
      const id = idOf(item)
      try {
        await act(item)
        failures.delete(`${kind}:${id}`)
        if (aside.has(id)) await setAside.remove({ kind, item: id })
      } catch (error) {
        await noteFailure(kind, id, error)
      }
      if (performance.now() > until) {
        stoppedAt.set(kind, id)
        return
      }
    }
  }

  return {
    async sweep(swept) {
      try {
        await sweepKind(swept)
      } catch (error) {
        const level = isDatabaseAway(error) ? 'warn' : 'error'
        log[level]({ err: error, kind: swept.kind }, 'a sweep was cut off')
      }
    },
  }
}
