import { sql } from 'kysely'
import type { GenerationRequest } from '#contract/generation-request.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import type { GridRequest } from '#contract/jobs/grid.ts'
import type { Quote } from '#contract/quotes.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { WordsRead } from '../kinds/kind.ts'
import { orderWords } from '../wildcards/order-words.ts'
import { freePicturesOf, readFreePicturesLeft } from './free-pictures.ts'
import { prepareBatch } from './prepare-batch.ts'
import type { PreparedJob } from './prepare-job.ts'
import { type OrderDeps, spendReading } from './prepare-many.ts'
import { hashBody } from './request-hash.ts'
import { priceOf, type ResolveDeps, resolveRequest } from './resolve-request.ts'
import { isId } from '#server/platform/storable-text.ts'

const QUOTE_MINUTES = 10
const CURRENCY = 'usd'
/** No price depends on which words are drawn; a price asked for twice should say the same of them. */
const EXAMPLE_SEED = 0

/** What a quote can be for. */
export type Quotable = GenerationRequest | BatchRequest | GridRequest

/** What another domain quotes: what it is for, and the quote's own id where one is redeemed. */
export type QuotedCall = { call: string; quote?: string | undefined } & Record<string, unknown>

/** What it costs. */
export interface CallOffer {
  lines: Quote['lines']
  images: number
  cents?: number
}

/** What a quote promised. */
export type Promised = Pick<Quote, 'cost' | 'lines'> & { cents: number | null }

/** The request that a quote binds: all of it but the quote's own id. */
export function hashQuotedRequest({ quote: _quote, ...request }: Quotable | QuotedCall): Buffer {
  return hashBody(request)
}

/** What a quote is made of; a batch has a line for each job. */
interface Offer {
  lines: Quote['lines']
  /** Cents, of what is paid in money. */
  cents?: number | null
  marked(tx: Tx): Promise<number>
  warnings: string[]
  words?: Omit<WordsRead, 'refusal'> | null
  model?: string | null
}

/**
 * Fixes the highest price of one request for ten minutes; reserves nothing.
 * @throws {AppError} `invalid`, `unavailable`
 */
export async function quoteGeneration(
  deps: ResolveDeps & Pick<OrderDeps, 'work'> & { credits: Credits },
  userId: string,
  request: GenerationRequest,
): Promise<Quote> {
  await spendReading(deps, userId, { requests: [request], field: 'prompt' })
  const { request: drawn } = await orderWords(deps, userId, request, EXAMPLE_SEED)
  const resolved = await resolveRequest(deps, userId, drawn)
  const { kind, parameters, warnings = [], words } = resolved
  if (words?.refusal) throw words.refusal
  const count = kind.outputs(parameters)
  const price = priceOf(resolved)
  return saveQuote(deps, userId, request, {
    lines: [{ label: price.label, amount: price.credits * count }],
    marked: async (tx) => (kind.watermark ? countMarked(deps, tx, userId, count) : 0),
    warnings,
    words: words ?? null,
    model: modelOf(parameters),
  })
}

const modelOf = (parameters: object): string | null =>
  'model' in parameters && typeof parameters.model === 'string' ? parameters.model : null

/** The things that will be seen, each once. */
const drawsOf = ({ understood }: Pick<WordsRead, 'understood'>): string | null =>
  understood.length === 0 ? null : understood.map(({ text }) => text).join(', ')

/** Like {@link quoteGeneration}, for several jobs together. */
export async function quoteBatch(
  deps: OrderDeps & { credits: Credits },
  userId: string,
  request: BatchRequest,
): Promise<Quote> {
  return quoteJobs(deps, userId, request, await prepareBatch(deps, userId, request, EXAMPLE_SEED))
}

/** Like {@link quoteGeneration}, for jobs that are checked already and are ordered together. */
export async function quoteJobs(
  deps: ResolveDeps & { credits: Credits },
  userId: string,
  request: BatchRequest | GridRequest,
  jobs: readonly PreparedJob[],
): Promise<Quote> {
  const images = jobs.reduce(
    (sum, { resolved: { kind, parameters } }) =>
      sum + (kind.watermark ? kind.outputs(parameters) : 0),
    0,
  )
  const quote = await saveQuote(deps, userId, request, {
    lines: jobs.map(({ resolved }) => {
      const { credits, label } = priceOf(resolved)
      return { label, amount: credits * resolved.kind.outputs(resolved.parameters) }
    }),
    marked: async (tx) => (images > 0 ? countMarked(deps, tx, userId, images) : 0),
    warnings: [...new Set(jobs.flatMap(({ resolved }) => resolved.warnings ?? []))],
    words: joinWords(jobs),
    model: sameModel(jobs),
  })
  return { ...quote, lines: joinLines(quote.lines) }
}

/** The model of all jobs; null if they differ. */
function sameModel(jobs: readonly PreparedJob[]): string | null {
  const models = new Set(jobs.map(({ resolved }) => modelOf(resolved.parameters)))
  return models.size === 1 ? [...models][0]! : null
}

/** What is understood of the prompts of several jobs, each thing and word once. */
function joinWords(jobs: readonly PreparedJob[]): Omit<WordsRead, 'refusal'> {
  const read = jobs.flatMap(({ resolved: { words } }) => words ?? [])
  const things = read.flatMap(({ understood }) => understood)
  return {
    understood: [...new Map(things.map((thing) => [thing.text, thing])).values()],
    unknown: [...new Set(read.flatMap(({ unknown }) => unknown))],
    left_out: [...new Set(read.flatMap(({ left_out: out }) => out))],
  }
}

/**
 * As {@link quoteGeneration}, of a call of another domain.
 * @param offer.lines in the order in which they are redeemed
 * @param offer.images how many of the images can carry the watermark
 * @param offer.cents of what is paid in money
 */
export async function quoteCall(
  deps: ResolveDeps & { credits: Credits },
  userId: string,
  call: QuotedCall,
  { lines, images, cents }: CallOffer,
): Promise<Quote> {
  const quote = await saveQuote(deps, userId, call, {
    lines,
    cents,
    marked: (tx) => countMarked(deps, tx, userId, images),
    warnings: [],
  })
  return { ...quote, lines: joinLines(quote.lines) }
}

/** Equal lines as one: `3 x Background removal`. */
function joinLines(lines: Quote['lines']): Quote['lines'] {
  const groups = Map.groupBy(lines, ({ label, amount }) => `${amount} ${label}`)
  return [...groups.values()].map((group) => {
    const { label, amount } = group[0]!
    const count = group.length
    return { label: count === 1 ? label : `${count} x ${label}`, amount: amount * count }
  })
}

async function saveQuote(
  deps: ResolveDeps & { credits: Credits },
  userId: string,
  request: Quotable | QuotedCall,
  { lines, cents = null, marked: count, warnings, words, model = null }: Offer,
): Promise<Quote> {
  const cost = lines.reduce((sum, { amount }) => sum + amount, 0)
  return transact(deps.db, async (tx) => {
    const { balance } = await deps.credits.balance(tx, userId)
    const marked = await count(tx)
    const row = await tx
      .insertInto('quotes')
      .values({
        user_id: userId,
        request_hash: hashQuotedRequest(request),
        cost,
        lines: JSON.stringify(lines),
        marked,
        cents,
        created_at: sql`money_now()`,
        expires_at: sql`money_now() + make_interval(mins => ${QUOTE_MINUTES})`,
      })
      .returning(['id', 'expires_at'])
      .executeTakeFirstOrThrow()
    return {
      id: row.id,
      cost,
      lines,
      money: cents === null ? null : { amount: cents, currency: CURRENCY },
      marked,
      warnings,
      understood: words?.understood ?? [],
      unknown: words?.unknown ?? [],
      left_out: words?.left_out ?? [],
      draws: words ? drawsOf(words) : null,
      model,
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
 * What a quote promised, a batch's job by job; marks it as used by this job.
 * @throws {AppError} `quote_mismatch`, `quote_used`, `quote_expired`
 */
export async function redeemQuote(
  tx: Tx,
  userId: string,
  request: Quotable | QuotedCall,
  jobId: string,
): Promise<Promised | null> {
  if (request.quote === undefined) return null
  const mismatch = () => userError('quote_mismatch', 'This price was for another request.')
  if (!isId(request.quote)) throw mismatch()
  const quote = await tx
    .selectFrom('quotes')
    .select(['request_hash', 'cost', 'lines', 'cents', 'used_by_job'])
    .select(sql<boolean>`expires_at <= money_now()`.as('expired'))
    .where('id', '=', request.quote)
    // Somebody else's is not locked: whoever waits here holds locks that others wait for.
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!quote) throw mismatch()
  if (!quote.request_hash.equals(hashQuotedRequest(request))) throw mismatch()
  if (quote.used_by_job !== null) throw userError('quote_used', 'This price was used already.')
  if (quote.expired) throw userError('quote_expired', 'This price has expired.')
  await tx
    .updateTable('quotes')
    .set({ used_by_job: jobId })
    .where('id', '=', request.quote)
    .execute()
  return quote
}

/** What a quote of this very request was used for, however long ago; null: nothing, or it is no such quote. */
export async function findQuoteUse(
  reader: Reader,
  userId: string,
  request: QuotedCall,
): Promise<string | null> {
  if (request.quote === undefined || !isId(request.quote)) return null
  const quote = await reader
    .selectFrom('quotes')
    .select('used_by_job')
    .where('id', '=', request.quote)
    .where('user_id', '=', userId)
    .where('request_hash', '=', hashQuotedRequest(request))
    .executeTakeFirst()
  return quote?.used_by_job ?? null
}
