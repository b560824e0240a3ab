import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** @throws {AppError} `conflict` while a report of a minor is open about something of this creator */
export async function requireNoOpenCase(tx: Tx, creator: string): Promise<void> {
  const { rows } = await sql`
    select from community_reports
    where creator_id = ${creator} and state = 'open' and reason = 'minor' and hidden_at is not null
    limit 1`.execute(tx)
  if (rows.length > 0) throw userError('conflict', t('community.openCase'))
}
