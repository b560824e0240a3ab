import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './schema.ts'

/** An open transaction. What takes one writes only if the caller's whole transaction does. */
export type Tx = Transaction<Database>

/** For reading: `db.kysely`, or a transaction that should see its own writes. */
export type Reader = Kysely<Database>

const ATTEMPTS = 5
const FIRST_WAIT_MS = 10
/** serialization_failure and deadlock_detected: nothing was written, and trying again may succeed. */
const RETRYABLE = new Set(['40001', '40P01'])

function isRetryable(error: unknown): boolean {
  return RETRYABLE.has((error as { code?: string } | null)?.code ?? '')
}

/**
 * Runs `act` in one READ COMMITTED transaction; it is rolled back when `act` throws. After a deadlock or a
 * serialization failure the whole is run again, up to five times: what `act` does outside the database may repeat.
 */
export async function transact<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.kysely.transaction().setIsolationLevel('read committed').execute(act)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isRetryable(error)) throw error
    }
    await sleep(FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()))
  }
}
