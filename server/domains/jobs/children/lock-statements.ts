import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

/**
 * Parts, for one person, orders from the statement that something shows their child: an order either sees the statement, or is
 * seen by what takes back all that was made before it.
 */
export async function lockStatements(tx: Tx, userId: string, to: 'order' | 'state'): Promise<void> {
  const lock = to === 'order' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(hashtext('whose child'), hashtext(${userId}))`.execute(tx)
}
