import type { GenerationRequest } from '#contract/generation-request.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import type { GridRequest } from '#contract/jobs/grid.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { Billing } from '#server/domains/billing/index.ts'
import type { Offer, Orders, Quoted } from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { inEnglish } from '#server/texts/index.ts'
import type { ForeseeContext, WordsRead } from '../kind.ts'
import { freePicturesOf, readFreePicturesLeft } from './free-pictures.ts'
import { hashBody } from './hash-body.ts'
import { prepareBatch, refuseBatch } from './prepare-batch.ts'
import type { PreparedJob } from './prepare-job.ts'
import { type OrderDeps, spendReading } from './prepare-many.ts'
import { priceOf, type ResolvedRequest, resolveRequest } from './resolve-request.ts'
import { joinStyles } from '../models/join-styles.ts'

/** No price depends on which words are drawn; a price asked for twice should say the same of them. */
const EXAMPLE_SEED = 0

export interface QuoteDeps extends OrderDeps, ForeseeContext {
  billing: Billing
  orders: Orders
}

/**
 * What a quote of a request binds: all of it but the quote's own id, and which companies are given its photos. Where those are
 * others by now, the price was for something else.
 * @param jobs as they would be made now
 */
export function quotedRequest(
  { quote, ...request }: GenerationRequest | BatchRequest | GridRequest,
  jobs: readonly ResolvedRequest[],
): Quoted {
  const companies = companiesOf(jobs)
  const bound = companies.length === 0 ? request : { ...request, photos_go_to: companies }
  return { requestHash: () => hashBody(bound), quote }
}

/** Each once, in one order. */
const companiesOf = (jobs: readonly ResolvedRequest[]): string[] =>
  [...new Set(jobs.flatMap(({ photosGoTo }) => photosGoTo ?? []))].toSorted()

/**
 * Fixes the highest price of one request for ten minutes; reserves nothing.
 * @throws {AppError} `invalid`, `unavailable`
 */
export async function quoteGeneration(
  deps: QuoteDeps,
  userId: string,
  request: GenerationRequest,
): Promise<UnsaidQuote> {
  await spendReading(deps, userId, { requests: [request], field: 'prompt' })
  const { request: drawn } = await deps.wordDrawer.draw(userId, request, EXAMPLE_SEED)
  const resolved = await resolveRequest(deps, userId, drawn)
  const { kind, parameters, words } = resolved
  if (words?.refusal) throw words.refusal
  const count = kind.outputs(parameters)
  const price = priceOf(resolved)
  return deps.orders.quote(userId, quotedRequest(request, [resolved]).requestHash(), {
    lines: [{ label: price.label, amount: price.credits * count }],
    marked: (tx) => countMarked(deps, tx, userId, kind.watermark ? count : 0),
    warnings: await warningsOf(deps, userId, resolved),
    ...(words && shownWords(words)),
    model: modelOf(parameters),
    photos_go_to: companiesOf([resolved]),
  })
}

const modelOf = (parameters: object): string | null =>
  'model' in parameters && typeof parameters.model === 'string' ? parameters.model : null

/** What a quote says of words: each thing that will be seen once. */
const shownWords = ({
  understood,
  unknown,
  left_out,
  same_styles,
}: Omit<WordsRead, 'refusal'>): Partial<Offer> => ({
  understood,
  unknown,
  left_out,
  same_styles,
  draws: understood.length === 0 ? null : understood.map(({ text }) => text).join(', '),
})

/** Like {@link quoteGeneration}, for several jobs together. */
export async function quoteBatch(
  deps: QuoteDeps,
  userId: string,
  request: BatchRequest,
): Promise<UnsaidQuote> {
  return quoteJobs(deps, userId, request, await prepareBatch(deps, userId, request, EXAMPLE_SEED))
}

/** Like {@link quoteGeneration}, for jobs that are checked already and are ordered together. */
export async function quoteJobs(
  deps: QuoteDeps,
  userId: string,
  request: BatchRequest | GridRequest,
  jobs: readonly PreparedJob[],
): Promise<UnsaidQuote> {
  const images = jobs.reduce(
    (sum, { resolved: { kind, parameters } }) =>
      sum + (kind.watermark ? kind.outputs(parameters) : 0),
    0,
  )
  const looked = await Promise.allSettled(
    jobs.map(({ resolved }) => warningsOf(deps, userId, resolved)),
  )
  refuseBatch(looked, 'Results of a batch would not be delivered')
  const warnings = looked.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const all = jobs.map(({ resolved }) => resolved)
  return deps.orders.quote(userId, quotedRequest(request, all).requestHash(), {
    lines: jobs.map(({ resolved }) => {
      const { credits, label } = priceOf(resolved)
      return { label, amount: credits * resolved.kind.outputs(resolved.parameters) }
    }),
    joinsLines: true,
    marked: (tx) => countMarked(deps, tx, userId, images),
    warnings: eachOnce(warnings),
    ...shownWords(joinWords(jobs)),
    model: sameModel(jobs),
    photos_go_to: companiesOf(all),
  })
}

/** What was found when it was checked, and what can be foreseen of its result. */
async function warningsOf(
  deps: QuoteDeps,
  userId: string,
  resolved: ResolvedRequest,
): Promise<UnsaidQuote['warnings']> {
  const { kind, inputs, warnings = [] } = resolved
  return [...warnings, ...((await kind.foresee?.({ ...deps, userId }, resolved, inputs)) ?? [])]
}

const eachOnce = (warnings: UnsaidQuote['warnings']): UnsaidQuote['warnings'] => [
  ...new Map(warnings.map((one) => [inEnglish(one.message), one])).values(),
]

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
    same_styles: joinStyles(read.map(({ same_styles: same }) => same)),
  }
}

/** How many of the images would carry the watermark: those past the first ones of the month of who never paid. */
export async function countMarked(
  { billing }: { billing: Billing },
  tx: Tx,
  userId: string,
  count: number,
): Promise<number> {
  if (count === 0) return 0
  const marked = count - freePicturesOf(count, await readFreePicturesLeft(tx, userId))
  return marked > 0 && !(await billing.hasPaid(tx, userId)) ? marked : 0
}
