import { sql } from 'kysely'
import type { Db } from '#server/platform/db/index.ts'

/** Days that a link is known after its time: who opens it late reads that it was used, or has expired. */
const LINKS_KNOWN_DAYS = 30

/** Days that an invitation which nobody used stays on the list. */
const INVITATIONS_LISTED_DAYS = 90

/** Deletes the sessions and unfinished logins that are over, the links and invitations that were, and the devices whose cookie is gone; for the cron role. */
export async function sweepAccounts(db: Db): Promise<void> {
  const over = sql<Date>`now()`
  for (const table of ['sessions', 'login_challenges', 'passkey_set_ups'] as const) {
    await db.kysely.deleteFrom(table).where('expires_at', '<', over).execute()
  }
  await db.kysely
    .deleteFrom('one_time_tokens')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${LINKS_KNOWN_DAYS})`)
    .execute()
  await db.kysely
    .deleteFrom('invitations')
    .where('used_at', 'is', null)
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${INVITATIONS_LISTED_DAYS})`)
    .execute()
  // As long as the cookie.
  const yearAgo = sql<Date>`now() - interval '1 year'`
  await db.kysely.deleteFrom('devices').where('last_used_at', '<', yearAgo).execute()
}
