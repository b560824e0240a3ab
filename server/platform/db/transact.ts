import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Db } from './database.ts'
import { isOutdatedStatement } from './prepared-statements.ts'
import type { Database } from './schema.ts'

/** An open transaction. What takes one writes only if the caller's whole transaction does. */
export type Tx = Transaction<Database>

/** For reading: `db.kysely`, or a transaction that should see its own writes. */
export type Reader = Kysely<Database>

interface CommitSteps {
  before: (() => Promise<void>)[]
  after: (() => void)[]
}

const ATTEMPTS = 5
const FIRST_WAIT_MS = 10
/** serialization_failure and deadlock_detected: nothing was written, and trying again may succeed. */
const RETRYABLE = new Set(['40001', '40P01'])

const commitSteps = new WeakMap<Tx, CommitSteps>()

function isRetryable(error: unknown): boolean {
  return (
    RETRYABLE.has((error as { code?: string } | null)?.code ?? '') || isOutdatedStatement(error)
  )
}

function stepsOf(tx: Tx): CommitSteps {
  const steps = commitSteps.get(tx)
  if (!steps) throw new Error('This transaction was not opened by transact()')
  return steps
}

/** Runs `act` as one of the last things of a transaction of `transact`, still inside it. */
export function beforeCommit(tx: Tx, act: () => Promise<void>): void {
  stepsOf(tx).before.push(act)
}

/** Runs `act`, which must not throw, once a transaction of `transact` has committed; never if it does not. */
export function afterCommit(tx: Tx, act: () => void): void {
  stepsOf(tx).after.push(act)
}

/**
 * Runs `act` in one READ COMMITTED transaction; it is rolled back when `act` throws. After a deadlock or a
 * serialization failure the whole is run again, up to five times: what `act` does outside the database may repeat.
 */
export async function transact<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db, act)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    }
    await sleep(FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()))
  }
}

async function runOnce<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  const steps: CommitSteps = { before: [], after: [] }
  const result = await db.kysely
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      commitSteps.set(tx, steps)
      const answer = await act(tx)
      for (const step of steps.before) await step()
      return answer
    })
  for (const step of steps.after) step()
  return result
}
