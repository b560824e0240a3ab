import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'
import type { Credits, HoldOpening } from '#server/domains/credits/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { userError } from '#server/platform/errors.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { Deadlines, FaceConsents } from '../deps.ts'
import type { Admission } from '../queue/admission.ts'
import { findByKey, type IdempotencyKey, rememberKey } from './idempotency.ts'
import { insertJob, type NewJob } from './insert-job.ts'
import { buildJob, type PreparedJob, prepareOrder } from './prepare-job.ts'
import { type OrderDeps, spendReading } from './prepare-many.ts'
import type { JobPresenter } from '../library/present-job.ts'
import { freePicturesOf } from './free-pictures.ts'
import { readUserQueue, type UserQueue, requirePlan, requireRoom } from './user-queue.ts'
import { redeemQuote } from './quote-generation.ts'
import { priceOf } from './resolve-request.ts'
import { requireAges } from './require-ages.ts'
import { publishJob } from '../queue/publish-job.ts'
import type { JobRow } from '../store.ts'

export interface StartDeps extends OrderDeps {
  consents: FaceConsents
  credits: Credits
  events: Events
  admission: Admission
  presenter: JobPresenter
  deadlines: Deadlines
}

export interface StartInput {
  caller: Pick<Caller, 'userId' | 'emailVerified'>
  request: GenerationRequest
  key: IdempotencyKey | null
  /** `create_or_find`: an own job with the same parameters and seed is answered instead of a new one. */
  find: boolean
}

/** What was read while the account is locked. */
interface Opened {
  opening: HoldOpening
  place: UserQueue
}

/**
 * Turns a request into a job: limits, moderation, price, hold, rows and admission in one transaction.
 * @throws {AppError} `invalid`, `email_not_verified`, `consent_required`, `age_statement_required`, `queue_full`, `not_enough_credits`, `unavailable`,
 * `throttled`, `idempotency_mismatch`, `quote_mismatch`, `quote_used`, `quote_expired`; then nothing is stored
 */
export async function startGeneration(
  deps: StartDeps,
  { caller, request, key, find }: StartInput,
): Promise<{ job: Job; created: boolean }> {
  const { db, presenter } = deps
  const known = key && (await findByKey(db.kysely, caller.userId, key))
  if (known) return { job: await presenter.present(db, known), created: true }

  if (!caller.emailVerified) {
    throw userError('email_not_verified', 'Please verify your email address first.')
  }
  const { measuresFaces } = await deps.kinds.get(request.type)
  if (measuresFaces) await deps.consents.require(caller.userId, 'faces')
  await spendReading(deps, caller.userId, { requests: [request], field: 'prompt' })
  const prepared = await prepareOrder(deps, caller.userId, request)
  if (prepared.verdict.allowed) await requireAges(deps, caller.userId, prepared.resolved)
  const submit = new Submit(deps, prepared)
  return transact(db, async (tx) => {
    const { winner, ...found } = await submit.open(tx, key)
    if (winner) return { job: await presenter.present(tx, winner), created: true }
    const same = find ? await submit.findSame(tx) : undefined
    if (same) return { job: await presenter.present(tx, same), created: false }
    return { job: await submit.create(tx, key, found), created: true }
  })
}

/** One request on its way to become a job. */
class Submit {
  readonly #deps: StartDeps
  readonly #job: PreparedJob

  constructor(deps: StartDeps, job: PreparedJob) {
    this.#deps = deps
    this.#job = job
  }

  async findSame(tx: Tx): Promise<JobRow | undefined> {
    const { userId, fingerprint } = this.#job
    if (fingerprint === null) return undefined
    return tx
      .selectFrom('inference_jobs as job')
      .selectAll()
      .where('user_id', '=', userId)
      .where('fingerprint', '=', fingerprint)
      .where((where) =>
        where.or([
          where('status', 'in', ['P', 'R']),
          where.and([
            where('status', '=', 'S'),
            where.exists(
              where
                .selectFrom('prediction_images as image')
                .select('image.id')
                .whereRef('image.job_id', '=', 'job.id')
                .where('image.status', '=', 'S')
                .where('image.deleted_at', 'is', null),
            ),
          ]),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  /**
   * Locks the account, so that every submit of one user waits for the one before and limits and keys are exact, and
   * reads in the same round trip what decides about the job.
   */
  async open(tx: Tx, key: IdempotencyKey | null): Promise<Opened & { winner: JobRow | null }> {
    const { userId, lane } = this.#job
    const read = () =>
      Promise.all([readUserQueue(tx, userId, lane), key && findByKey(tx, userId, key)])
    const [opening, found] = await Promise.all([
      this.#deps.credits.writer(tx).openForHold({ userId }),
      read(),
    ])
    const [place, winner] = opening.outdated ? await read() : found
    return { opening, place, winner }
  }

  async create(tx: Tx, key: IdempotencyKey | null, { opening, place }: Opened): Promise<Job> {
    const { events, presenter, admission, deadlines } = this.#deps
    const { userId, resolved, verdict } = this.#job
    if (verdict.allowed && resolved.words?.refusal) throw resolved.words.refusal
    requirePlan(place, resolved.kind)
    requireRoom(place)
    const job = buildJob(
      deadlines,
      this.#job,
      place,
      verdict.allowed ? { paid: await this.#pay(tx, opening, place) } : { blocked: verdict },
    )
    const answer = await presenter.present(tx, job, [])
    publishJob(events, tx, userId, answer)
    // All that is written goes out together with the commit.
    insertJob(tx, job)
    if (key) rememberKey(tx, userId, key, place.id)
    if (verdict.allowed && place.hasRoom) await admission.admit(tx, job.lane)
    return answer
  }

  async #pay(
    tx: Tx,
    opening: HoldOpening,
    { id, freePictures: left }: UserQueue,
  ): Promise<NonNullable<NewJob['paid']>> {
    const { userId, request, resolved } = this.#job
    const { kind, parameters } = resolved
    const count = kind.outputs(parameters)
    const listed = priceOf(resolved).credits
    const quoted = await redeemQuote(tx, userId, request, id)
    // The quote is the highest price; a lower one of today wins.
    const price = quoted === null ? listed : Math.min(listed, quoted.cost / count)
    const { holdId } = opening.hold({
      amount: price * count,
      externalId: id,
      jobId: id,
      text: count === 1 ? kind.title : `${kind.title}, ${count} images`,
    })
    if (!kind.watermark) return { price, holdId, freePictures: 0, mayMark: false }
    const freePictures = freePicturesOf(count, left)
    const mayMark = freePictures < count && !(await this.#deps.billing.hasPaid(tx, userId))
    return { price, holdId, freePictures, mayMark }
  }
}
