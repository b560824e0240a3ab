import type { Reader } from '#server/platform/db/index.ts'
import { sql } from 'kysely'

/**
 * Deletes what nobody asks for any more: for a month a quote is still known to have expired. One that was used stays, for its
 * order to be found by it.
 */
export async function sweepQuotes(reader: Reader): Promise<void> {
  await reader
    .deleteFrom('quotes')
    .where('expires_at', '<', sql<Date>`money_now() - interval '30 days'`)
    .where('used_by_job', 'is', null)
    .execute()
}

/** For the deletion of an account. Safe to repeat. */
export async function forgetQuotes(reader: Reader, userId: string): Promise<void> {
  await reader
    .deleteFrom('quotes')
    .where('user_id', '=', userId)
    .where('used_by_job', 'is', null)
    .execute()
}
