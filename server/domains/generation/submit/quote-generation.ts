import { sql } from 'kysely'
import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Quote } from '#contract/quotes.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { freePicturesOf, readFreePicturesLeft } from './free-pictures.ts'
import { hashRequest } from './request-hash.ts'
import { type ResolveDeps, resolveRequest } from './resolve-request.ts'
import { isId } from '#server/platform/storable-text.ts'

const QUOTE_MINUTES = 10

/** The request that a quote binds: all of it but the quote's own id. */
export function hashQuotedRequest({ quote: _quote, ...request }: GenerationRequest): Buffer {
  return hashRequest(request)
}

/**
 * Fixes the highest price of one request for ten minutes; reserves nothing.
 * @throws {AppError} `invalid`, `unavailable`
 */
export async function quoteGeneration(
  deps: ResolveDeps & { credits: Credits },
  userId: string,
  request: GenerationRequest,
): Promise<Quote> {
  const { kind, parameters, warnings = [] } = await resolveRequest(deps, userId, request)
  const count = kind.outputs(parameters)
  const price = kind.price(parameters)
  const cost = price.credits * count
  const lines = [{ label: price.label, amount: cost }]
  return transact(deps.db, async (tx) => {
    const { balance } = await deps.credits.balance(tx, userId)
    const marked = kind.watermark ? await countMarked(deps, tx, userId, count) : 0
    const row = await tx
      .insertInto('quotes')
      .values({
        user_id: userId,
        request_hash: hashQuotedRequest(request),
        cost,
        lines: JSON.stringify(lines),
        marked,
        created_at: sql`money_now()`,
        expires_at: sql`money_now() + make_interval(mins => ${QUOTE_MINUTES})`,
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow()
    return {
      id: row.id,
      cost,
      lines,
      marked,
      warnings,
      balance,
      enough: balance >= cost,
      expires_at: row.expires_at.toISOString(),
    }
  })
}

/** How many of the pictures would carry the watermark: those past the first ones of the month of who never paid. */
async function countMarked(
  { billing }: { billing: Billing },
  tx: Tx,
  userId: string,
  count: number,
): Promise<number> {
  const marked = count - freePicturesOf(count, await readFreePicturesLeft(tx, userId))
  return marked > 0 && !(await billing.hasPaid(tx, userId)) ? marked : 0
}

/**
 * The cost that a quote promised, and marks it as used by this job.
 * @throws {AppError} `quote_mismatch`, `quote_used`, `quote_expired`
 */
export async function redeemQuote(
  tx: Tx,
  userId: string,
  request: GenerationRequest,
  jobId: string,
): Promise<number | null> {
  if (request.quote === undefined) return null
  const mismatch = () => new AppError('quote_mismatch', 'This price was for another request.')
  if (!isId(request.quote)) throw mismatch()
  const quote = await tx
    .selectFrom('quotes')
    .select(['request_hash', 'cost', 'used_by_job'])
    .select(sql<boolean>`expires_at <= money_now()`.as('expired'))
    .where('id', '=', request.quote)
    // Somebody else's is not locked: whoever waits here holds locks that others wait for.
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!quote) throw mismatch()
  if (!quote.request_hash.equals(hashQuotedRequest(request))) throw mismatch()
  if (quote.used_by_job !== null) throw new AppError('quote_used', 'This price was used already.')
  if (quote.expired) throw new AppError('quote_expired', 'This price has expired.')
  await tx
    .updateTable('quotes')
    .set({ used_by_job: jobId })
    .where('id', '=', request.quote)
    .execute()
  return quote.cost
}
