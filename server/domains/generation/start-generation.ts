import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { limitsOf, type PlanLimits, priceImage } from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Moderation } from '#server/domains/moderation/index.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { Deadlines } from './deps.ts'
import type { Admission } from './admission.ts'
import { findByKey, type IdempotencyKey, rememberKey } from './idempotency.ts'
import { insertJob, type NewJob } from './insert-job.ts'
import type { JobPresenter } from './present-job.ts'
import { redeemQuote } from './quote-generation.ts'
import { hashRequest } from './request-hash.ts'
import {
  type JobParameters,
  type ResolveDeps,
  type ResolvedRequest,
  resolveRequest,
} from './resolve-request.ts'
import { type JobRow, lockSubmits } from './store.ts'

export interface StartDeps extends ResolveDeps {
  credits: Credits
  events: Events
  admission: Admission
  presenter: JobPresenter
  moderation: Moderation
  deadlines: Deadlines
}

export interface StartInput {
  caller: Caller
  request: GenerationRequest
  key: IdempotencyKey | null
  /** `create_or_find`: an own job with the same parameters and seed is answered instead of a new one. */
  find: boolean
}

const SEEDS = 2 ** 32

/** What a new job finds at the end of its user's queue. */
interface QueuePlace {
  limits: PlanLimits
  /** Jobs of the user that wait or run. */
  open: number
  /** The id of the new job. */
  id: string
}

function requireRoom({ open, limits }: QueuePlace): void {
  if (open < limits.queue) return
  throw new AppError('queue_full', `The queue of ${limits.queue} jobs is full`, {
    userMessage: `Your queue is full: ${limits.queue} jobs are waiting or running.`,
    retryAfterSeconds: 10,
  })
}

/**
 * Turns a request into a job: limits, moderation, price, hold, rows and admission in one transaction.
 * @throws {AppError} `invalid`, `email_not_verified`, `queue_full`, `not_enough_credits`, `unavailable`,
 * `idempotency_mismatch`, `quote_mismatch`, `quote_used`, `quote_expired`; then nothing is stored
 */
export async function startGeneration(
  deps: StartDeps,
  { caller, request, key, find }: StartInput,
): Promise<{ job: Job; created: boolean }> {
  const { db, presenter } = deps
  const known = key && (await findByKey(db.kysely, caller.userId, key))
  if (known) return { job: await presenter.present(db, known), created: true }

  if (!caller.emailVerified) {
    throw new AppError('email_not_verified', 'Please verify your e-mail address first.')
  }
  const resolved = await resolveRequest(deps, caller.userId, request)
  const submit = new Submit(deps, caller.userId, request, resolved)
  return transact(db, async (tx) => {
    // In one round trip: behind the lock, so they see what it was waited for.
    const [, winner, place] = await Promise.all([
      lockSubmits(tx, caller.userId),
      key && findByKey(tx, caller.userId, key),
      submit.readPlace(tx),
    ])
    if (winner) return { job: await presenter.present(tx, winner), created: true }
    const same = find ? await submit.findSame(tx) : undefined
    if (same) return { job: await presenter.present(tx, same), created: false }
    return { job: await submit.create(tx, key, place), created: true }
  })
}

/** A variation without a seed of its own leads to a random one, which is kept so that it can be made again. */
function withVariationSeed(parameters: JobParameters): JobParameters {
  if (parameters.variation_strength === undefined) return parameters
  return { ...parameters, variation_seed: parameters.variation_seed ?? randomInt(SEEDS) }
}

/** One request on its way to become a job. */
class Submit {
  readonly #deps: StartDeps
  readonly #userId: string
  readonly #request: GenerationRequest
  readonly #resolved: ResolvedRequest
  /** Only a request whose seeds are all fixed can be found again. */
  readonly #fingerprint: Buffer | null

  constructor(
    deps: StartDeps,
    userId: string,
    request: GenerationRequest,
    resolved: ResolvedRequest,
  ) {
    this.#deps = deps
    this.#userId = userId
    this.#request = request
    this.#resolved = resolved
    const { seed, variation_seed, variation_strength } = resolved.parameters
    const draws =
      seed === null || (variation_strength !== undefined && variation_seed === undefined)
    this.#fingerprint = draws ? null : hashRequest(resolved.parameters)
  }

  async findSame(tx: Tx): Promise<JobRow | undefined> {
    if (this.#fingerprint === null) return undefined
    return tx
      .selectFrom('inference_jobs as job')
      .selectAll()
      .where('user_id', '=', this.#userId)
      .where('fingerprint', '=', this.#fingerprint)
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

  async readPlace(tx: Tx): Promise<QueuePlace> {
    const [{ name: plan }, { rows }] = await Promise.all([
      this.#deps.billing.planOf(tx, this.#userId),
      sql<{ open: number; id: string }>`
        select count(*) as open, uuidv7() as id from inference_jobs
        where user_id = ${this.#userId} and status in ('P', 'R')`.execute(tx),
    ])
    return { limits: limitsOf(plan), ...rows[0]! }
  }

  async create(tx: Tx, key: IdempotencyKey | null, place: QueuePlace): Promise<Job> {
    const { events, presenter, admission, moderation } = this.#deps
    requireRoom(place)
    const { engine, parameters } = this.#resolved
    const verdict = moderation.checkPrompt(parameters.prompt)
    const outcome = verdict.allowed ? { paid: await this.#pay(tx, place.id) } : { blocked: verdict }
    const [job, admits] = await Promise.all([
      this.#insert(tx, place, outcome),
      verdict.allowed && admission.hasRoom(tx, engine.name),
      key && rememberKey(tx, this.#userId, key, place.id),
    ])
    const answer = await presenter.present(tx, job, [])
    events.publish(tx, this.#userId, 'job', answer)
    if (admits) await admission.admit(tx, job.engine)
    return answer
  }

  async #pay(tx: Tx, id: string): Promise<NonNullable<NewJob['paid']>> {
    const { credits, billing } = this.#deps
    const { type, width, height, num_images: count } = this.#resolved.parameters
    const what = type === 'ITI' ? 'Image to image' : 'Image generation'
    const listed = priceImage({ width, height })
    const quoted = await redeemQuote(tx, this.#userId, this.#request, id)
    // The quote is the highest price; a lower one of today wins.
    const price = quoted === null ? listed : Math.min(listed, quoted / count)
    const { holdId, lots } = await credits.writer(tx).hold({
      userId: this.#userId,
      amount: price * count,
      externalId: id,
      jobId: id,
      text: count === 1 ? what : `${what}, ${count} images`,
    })
    const bonus = lots.some(({ kind }) => kind === 'bonus')
    const mayMark = bonus && !(await billing.hasPaid(tx, this.#userId))
    return { price, holdId, mayMark }
  }

  #insert(
    tx: Tx,
    { id, limits }: QueuePlace,
    outcome: Pick<NewJob, 'paid' | 'blocked'>,
  ): Promise<JobRow> {
    const { engine, model, parameters } = this.#resolved
    return insertJob(tx, {
      id,
      userId: this.#userId,
      parameters: withVariationSeed(parameters),
      seed: parameters.seed ?? randomInt(SEEDS),
      fingerprint: this.#fingerprint,
      modelHash: model.hash,
      engine: engine.name,
      limits,
      quoteId: this.#request.quote ?? null,
      pendingSeconds: this.#deps.deadlines.pendingSeconds,
      ...outcome,
    })
  }
}
