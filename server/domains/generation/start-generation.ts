import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Job } from '#contract/inference-jobs.ts'
import {
  type Billing,
  limitsOf,
  type PlanLimits,
  priceImage,
} from '#server/domains/billing/index.ts'
import type { Credits } from '#server/domains/credits/index.ts'
import { checkPrompt } from '#server/domains/moderation/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { type Db, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Events } from '#server/platform/events/index.ts'
import type { Caller } from '#server/platform/route.ts'
import type { Deadlines } from './deps.ts'
import type { Admission } from './admission.ts'
import { findByKey, type IdempotencyKey, rememberKey } from './idempotency.ts'
import { insertJob } from './insert-job.ts'
import type { JobPresenter } from './present-job.ts'
import { redeemQuote } from './quote-generation.ts'
import { hashRequest } from './request-hash.ts'
import { type ResolvedRequest, resolveRequest } from './resolve-request.ts'
import { type JobRow, lockSubmits } from './store.ts'

export interface StartDeps {
  db: Db
  engines: EngineRegistry
  credits: Credits
  billing: Billing
  events: Events
  admission: Admission
  presenter: JobPresenter
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
  const resolved = await resolveRequest(deps.engines, request)
  const submit = new Submit(deps, caller.userId, request, resolved)
  return transact(db, async (tx) => {
    await lockSubmits(tx, caller.userId)
    const winner = key && (await findByKey(tx, caller.userId, key))
    if (winner) return { job: await presenter.present(tx, winner), created: true }
    const same = find ? await submit.findSame(tx) : undefined
    if (same) return { job: await presenter.present(tx, same), created: false }
    return { job: await submit.create(tx, key), created: true }
  })
}

/** One request on its way to become a job. */
class Submit {
  readonly #deps: StartDeps
  readonly #userId: string
  readonly #request: GenerationRequest
  readonly #resolved: ResolvedRequest
  /** Only a request with a fixed seed can be found again. */
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
    this.#fingerprint = resolved.parameters.seed === null ? null : hashRequest(resolved.parameters)
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

  async create(tx: Tx, key: IdempotencyKey | null): Promise<Job> {
    const { billing, events, presenter, admission } = this.#deps
    const { name: plan } = await billing.planOf(tx, this.#userId)
    const limits = limitsOf(plan)
    const id = await this.#enterQueue(tx, limits)
    const verdict = checkPrompt(this.#resolved.parameters.prompt)
    const job = verdict.allowed
      ? await this.#createPaid(tx, limits, id)
      : await this.#insert(tx, limits, { blocked: verdict })
    if (key) await rememberKey(tx, this.#userId, key, job.id)
    const answer = await presenter.present(tx, job, [])
    events.publish(tx, this.#userId, 'job', answer)
    if (verdict.allowed) await admission.admitNew(tx, job.engine)
    return answer
  }

  /** @returns the id of the job that there is room for */
  async #enterQueue(tx: Tx, limits: PlanLimits): Promise<string> {
    const { rows } = await sql<{ open: number; id: string }>`
      select count(*) as open, uuidv7() as id from inference_jobs
      where user_id = ${this.#userId} and status in ('P', 'R')`.execute(tx)
    const { open, id } = rows[0]!
    if (open < limits.queue) return id
    throw new AppError('queue_full', `The queue of ${limits.queue} jobs is full`, {
      userMessage: `Your queue is full: ${limits.queue} jobs are waiting or running.`,
      retryAfterSeconds: 10,
    })
  }

  async #createPaid(tx: Tx, limits: PlanLimits, id: string): Promise<JobRow> {
    const { credits, billing } = this.#deps
    const { width, height, num_images: count } = this.#resolved.parameters
    const listed = priceImage({ width, height })
    const quoted = await redeemQuote(tx, this.#userId, this.#request, id)
    // The quote is the highest price; a lower one of today wins.
    const price = quoted === null ? listed : Math.min(listed, quoted / count)
    const { holdId, lots } = await credits.writer(tx).hold({
      userId: this.#userId,
      amount: price * count,
      externalId: id,
      jobId: id,
      text: count === 1 ? 'Image generation' : `Image generation, ${count} images`,
    })
    const bonus = lots.some(({ kind }) => kind === 'bonus')
    const mayMark = bonus && !(await billing.hasPaid(tx, this.#userId))
    return this.#insert(tx, limits, { paid: { id, price, holdId, mayMark } })
  }

  #insert(
    tx: Tx,
    limits: PlanLimits,
    kind: Pick<Parameters<typeof insertJob>[1], 'paid' | 'blocked'>,
  ): Promise<JobRow> {
    const { engine, model, parameters } = this.#resolved
    return insertJob(tx, {
      userId: this.#userId,
      parameters,
      seed: parameters.seed ?? randomInt(SEEDS),
      fingerprint: this.#fingerprint,
      modelHash: model.hash,
      engine: engine.name,
      limits,
      quoteId: this.#request.quote ?? null,
      pendingSeconds: this.#deps.deadlines.pendingSeconds,
      ...kind,
    })
  }
}
