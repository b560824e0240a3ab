import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'

/** Longer than any call takes that began before the account was closed, and could still add something to it. */
const LAST_CALLS_SECONDS = 120
const BATCH = 50

/** A deleted account from which things are still to be removed. */
export interface ClosingAccount {
  userId: string
  /** Nothing can be added to it any more. */
  isQuiet: boolean
}

/** In any order: those that cannot be cleared for now keep no others waiting. */
export async function findClosingAccounts(db: Db): Promise<ClosingAccount[]> {
  const rows = await db.kysely
    .selectFrom('users')
    .select('id')
    .select(
      sql<boolean>`closing_at < now() - make_interval(secs => ${LAST_CALLS_SECONDS})`.as('quiet'),
    )
    .where(sql<SqlBool>`closing_at is not null and closed_at is null`)
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute()
  return rows.map(({ id, quiet }) => ({ userId: id, isQuiet: quiet }))
}

/** Nothing is left to be removed. */
export async function noteAccountClosed(db: Db, userId: string): Promise<void> {
  await db.kysely
    .updateTable('users')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('closing_at', 'is not', null)
    .where('closed_at', 'is', null)
    .execute()
}
