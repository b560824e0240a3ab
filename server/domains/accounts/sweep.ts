import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'

/** Deletes the sessions and links that no longer work; for the cron role. */
export async function sweepAccounts(db: Db): Promise<void> {
  const over = sql<Date>`now()`
  await db.kysely.deleteFrom('sessions').where('expires_at', '<', over).execute()
  await db.kysely.deleteFrom('one_time_tokens').where('expires_at', '<', over).execute()
}
