import { sql } from 'kysely'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { Quoted } from './quoted.ts'

/** What a quote promised. */
export type Promised = Pick<UnsaidQuote, 'cost' | 'lines'> & { cents: number | null }

/**
 * What a quote promised, a batch's job by job; marks it as used.
 * @param by the job, run or training that it is used for
 * @returns null when the request names no quote
 * @throws {AppError} `quote_mismatch`, `quote_used`, `quote_expired`
 */
export async function redeemQuote(
  tx: Tx,
  userId: string,
  { quote: id, requestHash }: Quoted,
  by: string,
): Promise<Promised | null> {
  if (id === undefined) return null
  const mismatch = () => userError('quote_mismatch', t('orders.priceOfOther'))
  if (!isId(id)) throw mismatch()
  const quote = await tx
    .selectFrom('quotes')
    .select(['request_hash', 'cost', 'lines', 'cents', 'used_by_job'])
    .select(sql<boolean>`expires_at <= money_now()`.as('expired'))
    .where('id', '=', id)
    // Somebody else's is not locked: whoever waits here holds locks that others wait for.
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!quote) throw mismatch()
  if (!quote.request_hash.equals(requestHash())) throw mismatch()
  if (quote.used_by_job !== null) throw userError('quote_used', t('orders.priceUsed'))
  if (quote.expired) throw userError('quote_expired', t('orders.priceExpired'))
  await tx.updateTable('quotes').set({ used_by_job: by }).where('id', '=', id).execute()
  return quote
}

/** What a quote of this very request was used for, however long ago; null: nothing, or it is no such quote. */
export async function findQuoteUse(
  reader: Reader,
  userId: string,
  { quote: id, requestHash }: Quoted,
): Promise<string | null> {
  if (id === undefined || !isId(id)) return null
  const quote = await reader
    .selectFrom('quotes')
    .select('used_by_job')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('request_hash', '=', requestHash())
    .executeTakeFirst()
  return quote?.used_by_job ?? null
}
