import { sql } from 'kysely'
import { notFound, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { TrialsDeps } from './deps.ts'
import { hashToken } from './try-background-removal.ts'

export const gone = () => userError('gone', t('trials.photoDeleted'))

/**
 * Says until when an unclaimed trial is kept, to who has its token.
 * @throws {AppError} `not_found` for one that is claimed, which is its owner's alone; `gone` when its time is over
 */
export async function readTrial(
  { db }: Pick<TrialsDeps, 'db'>,
  token: string,
): Promise<{ expires_at: string }> {
  const row = await db.kysely
    .selectFrom('tool_trials')
    .select(['claimed_by', 'expires_at', 'removed_at'])
    .select(sql<boolean>`expires_at > money_now()`.as('isOpen'))
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!row || row.claimed_by !== null) throw notFound()
  if (!row.isOpen || row.removed_at !== null) throw gone()
  return { expires_at: row.expires_at.toISOString() }
}
