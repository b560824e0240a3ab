import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import type { Quote, QuoteRequest } from '#contract/quotes.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { Caller, Download } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import { listPublicImages } from './library/list-public-images.ts'
import { zipJobs } from './library/zip-batch.ts'
import { publishJob } from './queue/publish-job.ts'
import type { RouteDeps } from './route-deps.ts'
import { cancelJob } from './run/cancel-job.ts'
import type { EndListener } from './run/end-job.ts'
import { freePicturesOf } from './submit/free-pictures.ts'
import type { IdempotencyKey } from './submit/idempotency.ts'
import { insertJob } from './submit/insert-job.ts'
import { buildJob, type PreparedJob, prepareJob } from './submit/prepare-job.ts'
import { readUserQueue, requirePlan, requireRoom } from './submit/user-queue.ts'
import {
  type CallOffer,
  findQuoteUse,
  type Promised,
  quoteCall,
  type QuotedCall,
  redeemQuote,
} from './submit/quote-generation.ts'
import { priceOf } from './submit/resolve-request.ts'
import { startGeneration } from './submit/start-generation.ts'

/** A request that can become a job, and what it would cost. */
export interface Commissioned {
  job: PreparedJob
  credits: number
  label: string
  /** Whether its images can carry the watermark. */
  watermark: boolean
  /** What moderation has against its words; null: nothing. */
  blocked: string | null
}

/** Who asks for a quote, and on which site. */
export interface QuoteAsker {
  userId: string
  host: string
}

/** Quotes of calls that are other domains': a member of `QuoteRequest` with a `call`. Null: of none of theirs. */
export type CallQuoter = (
  asker: QuoteAsker,
  request: Extract<QuoteRequest, { call: string }>,
) => Promise<Quote> | null

/**
 * Jobs that another domain orders, one after the other, and pays from a hold of its own. Such a job captures what it
 * delivers and gives nothing back; that, and the end of the hold, is up to who made it.
 */
export interface Commissions {
  /** Checks a request. @throws {AppError} `invalid`, `unavailable` */
  prepare(userId: string, request: GenerationRequest): Promise<Commissioned>
  /**
   * Makes a job, while the user's account is locked. Several of one batch count as one in the user's queue, so there is
   * room for it.
   * @param pay.price at most; a lower one of today wins
   */
  start(
    tx: Tx,
    commissioned: Commissioned,
    pay: { holdId: string; price: number; batchId: string },
  ): Promise<Job>
  /** @throws {AppError} `queue_full`, `plan_required` */
  requireRoom(tx: Tx, commissioned: Commissioned): Promise<void>
  /** One job by itself, paid as any other. @throws {AppError} as `startGeneration` */
  startAlone(
    caller: Pick<Caller, 'userId' | 'emailVerified'>,
    request: GenerationRequest,
    key: IdempotencyKey | null,
  ): Promise<Job>
  cancel(userId: string, jobId: string): Promise<Job>
  quote(userId: string, call: QuotedCall, offer: CallOffer): Promise<Quote>
  /** @param by what it is used for. @throws {AppError} `quote_mismatch`, `quote_used`, `quote_expired` */
  redeem(tx: Tx, userId: string, call: QuotedCall, by: string): Promise<Promised | null>
  /** See `findQuoteUse`. */
  usedFor(reader: Reader, userId: string, call: QuotedCall): Promise<string | null>
  /** Own jobs by their ids. */
  present(userId: string, ids: readonly string[]): Promise<Map<string, Job>>
  /** What own jobs delivered, in this order. @throws {AppError} `not_found` when nothing was */
  zip(userId: string, what: { jobs: readonly string[]; filename: string }): Promise<Download>
  /** What their owners made public of these jobs, newest first, without words and parameters. */
  publicImages(
    jobs: readonly string[],
    limit: number,
  ): Promise<Pick<PredictionImage, 'id' | 'url' | 'width' | 'height' | 'blurhash' | 'alt'>[]>
  /** Who hears of the end of these jobs; called once. */
  useListener(onEnded: EndListener): void
  /** One more domain that quotes calls of its own. */
  useQuoter(quote: CallQuoter): void
}

export function createCommissions(
  deps: RouteDeps,
  uses: Pick<Commissions, 'useListener' | 'useQuoter'>,
): Commissions {
  const { db, credits, billing, deadlines, presenter, events, admission } = deps
  return {
    ...uses,
    async prepare(userId, request) {
      const job = await prepareJob(deps, userId, request)
      const { verdict } = job
      if (verdict.allowed && job.resolved.words?.refusal) throw job.resolved.words.refusal
      const { credits: price, label } = priceOf(job.resolved)
      return {
        job,
        credits: price,
        label,
        watermark: job.resolved.kind.watermark,
        blocked: verdict.allowed ? null : verdict.message,
      }
    },
    async requireRoom(tx, { job }) {
      const place = await readUserQueue(tx, job.userId, job.lane)
      requirePlan(place, job.resolved.kind)
      requireRoom(place)
    },
    async start(tx, { job, credits: listed, watermark }, { holdId, price, batchId }) {
      const { userId, lane, verdict } = job
      const place = await readUserQueue(tx, userId, lane)
      const freePictures = watermark ? freePicturesOf(1, place.freePictures) : 0
      const mayMark = watermark && freePictures < 1 && !(await billing.hasPaid(tx, userId))
      const paid = {
        price: Math.min(listed, price),
        holdId,
        freePictures,
        mayMark,
        keepsHold: true,
      }
      const row = buildJob(deadlines, job, place, {
        batchId,
        ...(verdict.allowed ? { paid } : { blocked: verdict }),
      })
      const answer = await presenter.present(tx, row, [])
      publishJob(events, tx, userId, answer)
      insertJob(tx, row)
      if (verdict.allowed && place.hasRoom) await admission.admit(tx, lane)
      return answer
    },
    async startAlone(caller, request, key) {
      const { job } = await startGeneration(deps, { caller, request, key, find: false })
      return job
    },
    cancel: (userId, jobId) => cancelJob(deps, userId, jobId),
    quote: (userId, call, offer) => quoteCall({ ...deps, credits }, userId, call, offer),
    redeem: (tx, userId, call, by) => redeemQuote(tx, userId, call, by),
    usedFor: findQuoteUse,
    async present(userId, ids) {
      const known = ids.filter(isId)
      if (known.length === 0) return new Map()
      const rows = await db.kysely
        .selectFrom('inference_jobs')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', 'in', known)
        .execute()
      const jobs = await presenter.presentAll(db, rows)
      return new Map(jobs.map((job) => [job.id, job]))
    },
    zip: (userId, what) => zipJobs(deps, userId, what),
    publicImages: (jobs, limit) => listPublicImages(deps, jobs, limit),
  }
}
