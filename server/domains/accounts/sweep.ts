import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'

/** Days that a link is known after its time: who opens it late reads that it was used, or has expired. */
const LINKS_KNOWN_DAYS = 30

/** Deletes the sessions that are over and the links that were; for the cron role. */
export async function sweepAccounts(db: Db): Promise<void> {
  const over = sql<Date>`now()`
  await db.kysely.deleteFrom('sessions').where('expires_at', '<', over).execute()
  await db.kysely
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${LINKS_KNOWN_DAYS})`)
    .execute()
}
