import type { GenerationRequest } from '#contract/generation-request.ts'
import type { UnsaidJob } from '#contract/inference-jobs.ts'
import { leastPrice } from '#server/domains/orders/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { Caller } from '#server/platform/route.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { Said, Text } from '#server/texts/index.ts'
import { awaitStatements, seeChildren } from './children/see-children.ts'
import type { RouteDeps } from './route-deps.ts'
import { cancelJob } from './run/cancel-job.ts'
import type { IdempotencyKey } from './submit/idempotency.ts'
import { type PrepareDeps, type PreparedJob, prepareJob } from './submit/prepare-job.ts'
import { prepareEach, readingOnce, spendReading } from './submit/prepare-many.ts'
import { readUserQueue, requirePlan, requireRoom } from './submit/user-queue.ts'
import { countMarked } from './submit/quote-generation.ts'
import { priceOf } from './submit/resolve-request.ts'
import { startGeneration } from './submit/start-generation.ts'
import { markJobs, writeAndAdmit } from './submit/write-job.ts'

/** A request that can become a job, and what it would cost. */
export interface Commissioned {
  job: PreparedJob
  credits: number
  label: Text
  /** Whether its images can carry the watermark. */
  watermark: boolean
  /** What moderation has against its words; null: nothing. */
  blocked: Said | null
}

/**
 * Jobs that another domain orders, one after the other, and pays from a hold of its own. Such a job captures what it
 * delivers and gives nothing back; that, and the end of the hold, is up to who made it.
 */
export interface Commissions {
  /**
   * Checks a request.
   * @param allowed hash of what moderation has allowed before: the same is not judged again
   * @throws {AppError} `invalid`, `unavailable`
   */
  prepare(
    userId: string,
    request: GenerationRequest,
    allowed?: Buffer | null,
  ): Promise<Commissioned>
  /** The same of several that are ordered together, each by itself. @throws {AppError} `throttled` when it is too much to read */
  prepareAll(
    userId: string,
    requests: readonly GenerationRequest[],
  ): Promise<PromiseSettledResult<Commissioned>[]>
  /** Comes first in the transaction of {@link start}, before the user's account is locked. */
  awaitStatements(tx: Tx, commissioned: Commissioned): Promise<void>
  /**
   * Makes a job, while the user's account is locked. Several of one batch count as one in the user's queue, so there is
   * room for it.
   * @param pay.price at most; a lower one of today wins
   */
  start(
    tx: Tx,
    commissioned: Commissioned,
    pay: { holdId: string; price: number; batchId: string },
  ): Promise<UnsaidJob>
  /** @throws {AppError} `queue_full`, `plan_required` */
  requireRoom(tx: Tx, commissioned: Commissioned): Promise<void>
  /** One job by itself, paid as any other. @throws {AppError} as `startGeneration` */
  startAlone(
    caller: Pick<Caller, 'userId' | 'emailVerified' | 'key'>,
    request: GenerationRequest,
    key: IdempotencyKey | null,
  ): Promise<UnsaidJob>
  cancel(userId: string, jobId: string): Promise<UnsaidJob>
  /** How many of so many images would carry the watermark. */
  countMarked(tx: Tx, userId: string, images: number): Promise<number>
  /** Own jobs by their ids. */
  present(userId: string, ids: readonly string[]): Promise<Map<string, UnsaidJob>>
}

async function commission(
  deps: PrepareDeps,
  userId: string,
  request: GenerationRequest,
  allowed?: Buffer | null,
): Promise<Commissioned> {
  const job = await prepareJob(deps, userId, request, allowed)
  const { verdict } = job
  if (verdict.allowed && job.resolved.words?.refusal) throw job.resolved.words.refusal
  const { credits, label } = priceOf(job.resolved)
  return {
    job,
    credits,
    label,
    watermark: job.resolved.kind.watermark,
    blocked: verdict.allowed ? null : verdict.message,
  }
}

export function createCommissions(deps: RouteDeps): Commissions {
  const { db, presenter } = deps
  return {
    prepare: (userId, request, allowed) => commission(deps, userId, request, allowed),
    async prepareAll(userId, requests) {
      await spendReading(deps, userId, { requests, field: null })
      const once = readingOnce(deps, userId)
      return prepareEach(deps, requests, (request) => commission(once, userId, request))
    },
    async requireRoom(tx, { job }) {
      const place = await readUserQueue(tx, job.userId, job.lane)
      requirePlan(place, job.resolved.kind)
      requireRoom(place)
    },
    awaitStatements: (tx, { job }) => awaitStatements(tx, [job]),
    async start(tx, { job, credits: listed }, { holdId, price, batchId }) {
      const place = await readUserQueue(tx, job.userId, job.lane)
      const [marks] = await markJobs(deps, tx, [job], place)
      const paid = { price: leastPrice(listed, price), holdId, ...marks!, keepsHold: true }
      const [seen] = await seeChildren(deps, tx, [job])
      return writeAndAdmit(deps, tx, seen!, {
        place,
        batchId,
        ...(job.verdict.allowed && { paid }),
      })
    },
    async startAlone(caller, request, key) {
      const { job } = await startGeneration(deps, { caller, request, key, find: false })
      return job
    },
    cancel: (userId, jobId) => cancelJob(deps, userId, jobId),
    countMarked: (tx, userId, images) => countMarked(deps, tx, userId, images),
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
  }
}
