import { sql } from 'kysely'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import {
  EngineError,
  type EngineImage,
  type EngineOperation,
  type FollowHandlers,
  type ImageEngine,
  type OperationProgress,
  type OperationResult,
} from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import { buildEngineRequest } from '../kinds/drawing/build-engine-request.ts'
import { claimJob, type ClaimDeps } from './claim-job.ts'
import { deliverImage, type DeliverDeps } from './deliver-image.ts'
import { type FinishDeps, finishAttempt } from './finish-attempt.ts'
import { readSources, type SourceDeps } from '../library/find-source.ts'
import type { RunJobMessage } from '../queue/messages.ts'
import { createProgressWriter } from './progress-writer.ts'
import { findJob, imagesOf, isEnded, type JobRow, parametersOf } from '../store.ts'

export interface RunDeps extends ClaimDeps, DeliverDeps, FinishDeps, SourceDeps {
  engines: EngineRegistry
  log: Log
}

export interface JobRunner {
  /** Works on one message of a lane; when `signal` aborts, what is not finished is handed back. */
  run(message: RunJobMessage, signal: AbortSignal): Promise<void>
  /** The job ended or is to be cancelled: looks at it, if it runs here. */
  checkSoon(jobId: string): void
}

const HEARTBEAT_MS = 2000
/** At most four progress events a second and job: more is not seen, and each draws pages anew. */
const PROGRESS_MS = 250

/** Thrown into the engine's callbacks: nobody waits for this attempt any more. */
class AttemptOver extends Error {}

/** This process must end before the attempt does. */
class HandedBack extends Error {}

export function createJobRunner(deps: RunDeps): JobRunner {
  const checks = new Map<string, () => void>()

  return {
    checkSoon: (jobId) => checks.get(jobId)?.(),

    async run(message, signal) {
      const job = await claimJob(deps, message)
      if (!job) return
      const engine = deps.engines.get(job.engine)?.image
      if (!engine) throw new Error(`This process has no engine "${job.engine}"`)
      const attempt = new Attempt(deps, job, engine, signal)
      checks.set(job.id, () => attempt.check())
      try {
        await attempt.run()
      } finally {
        checks.delete(job.id)
      }
    },
  }
}

/** One attempt of one job in this process. */
class Attempt {
  readonly #deps: RunDeps
  readonly #job: JobRow
  readonly #engine: ImageEngine
  readonly #signal: AbortSignal
  #operation: EngineOperation | null
  #over = false
  #cancelSent = false
  /** Rejects when the attempt is not to be waited for any longer. */
  readonly #givenUp = Promise.withResolvers<never>()

  constructor(deps: RunDeps, job: JobRow, engine: ImageEngine, signal: AbortSignal) {
    this.#deps = deps
    this.#job = job
    this.#engine = engine
    this.#signal = signal
    this.#operation = job.operation as EngineOperation | null
    this.#givenUp.promise.catch(() => undefined)
  }

  async run(): Promise<void> {
    const heartbeat = setInterval(() => this.check(), HEARTBEAT_MS)
    const onAbort = () => this.#onAbort()
    this.#signal.addEventListener('abort', onAbort)
    if (this.#signal.aborted) onAbort()
    try {
      const result = await Promise.race([this.#work(), this.#givenUp.promise])
      this.#over = true
      await finishAttempt(this.#deps, this.#job, { kind: 'result', result })
    } catch (error) {
      if (error instanceof AttemptOver) return
      if (error instanceof HandedBack) await this.#handBackJob()
      else await finishAttempt(this.#deps, this.#job, { kind: 'error', error })
    } finally {
      clearInterval(heartbeat)
      this.#signal.removeEventListener('abort', onAbort)
    }
  }

  /** Sends a sign of life and hears whether the job is still wanted. */
  check(): void {
    this.#checkNow().catch((error: unknown) =>
      this.#deps.log.warn({ err: error, job: this.#job.id }, 'heartbeat failed'),
    )
  }

  async #checkNow(): Promise<void> {
    if (this.#over) return
    const alive = await this.#updateRunning({})
    if (!alive) await this.#stop()
    else if (alive.cancel_requested && !this.#cancelSent) {
      this.#cancelSent = true
      if (this.#operation) await this.#engine.cancel(this.#operation)
    }
  }

  /** Writes to the row while it runs in this attempt; undefined when it no longer does. */
  async #updateRunning(
    set: { progress?: string; operation?: string },
    db = this.#deps.db.kysely,
  ): Promise<JobRow | undefined> {
    return db
      .updateTable('inference_jobs')
      .set({ ...set, heartbeat_at: sql`now()` })
      .where('id', '=', this.#job.id)
      .where('status', '=', 'R')
      .where('attempt', '=', this.#job.attempt)
      .returningAll()
      .executeTakeFirst()
  }

  async #stop(): Promise<void> {
    if (this.#over) return
    this.#over = true
    this.#givenUp.reject(new AttemptOver())
    if (this.#operation && !(await this.#isTakenUp(this.#operation))) {
      await this.#engine.cancel(this.#operation)
    }
  }

  /** Whether another attempt goes on with this very work: then it must not be stopped. */
  async #isTakenUp(operation: EngineOperation): Promise<boolean> {
    const job = await findJob(this.#deps.db.kysely, this.#job.id)
    const current = job?.operation as EngineOperation | null | undefined
    return job !== undefined && !isEnded(job) && current?.id === operation.id
  }

  async #work(): Promise<OperationResult> {
    const images = await imagesOf(this.#deps.db.kysely, [this.#job.id])
    const missing = images.filter((image) => image.status === 'P').map((image) => image.index)
    if (missing.length === 0) return { outcome: 'succeeded', engineMs: 0 }

    const progress = createProgressWriter<OperationProgress>(
      (value) => this.#writeProgress(value),
      PROGRESS_MS,
    )
    const handlers: FollowHandlers<EngineImage> = {
      onProgress: (value) => progress.push(value),
      onOutput: (image) => this.#deliver(image),
    }
    try {
      return await this.#followOrStart(missing, handlers)
    } finally {
      await progress.close()
    }
  }

  /** Work of an earlier attempt that still goes on inside the engine is taken up, not begun again. */
  async #followOrStart(
    missing: number[],
    handlers: FollowHandlers<EngineImage>,
  ): Promise<OperationResult> {
    if (this.#operation) {
      try {
        return await this.#engine.follow(this.#operation, handlers)
      } catch (error) {
        if (!(error instanceof EngineError) || error.code !== 'operation_lost') throw error
      }
    }
    if (this.#over || this.#signal.aborted) throw new AttemptOver()
    const files = await readSources(this.#deps, this.#job)
    const operation = await this.#engine.start(
      buildEngineRequest(parametersOf(this.#job), this.#job.seed, missing, files),
    )
    this.#operation = operation
    const stored = await this.#updateRunning({ operation: JSON.stringify(operation) })
    if (!stored || this.#over) {
      await this.#engine.cancel(operation)
      throw new AttemptOver()
    }
    return this.#engine.follow(operation, handlers)
  }

  async #deliver(image: EngineImage): Promise<void> {
    if ((await deliverImage(this.#deps, this.#job, image)) === 'late') {
      await this.#stop()
      throw new AttemptOver()
    }
  }

  async #writeProgress(value: OperationProgress): Promise<void> {
    const { db, events, presenter, log } = this.#deps
    try {
      await transact(db, async (tx) => {
        const row = await this.#updateRunning({ progress: JSON.stringify(value) }, tx)
        if (row) events.publish(tx, row.user_id, 'job', await presenter.present(tx, row))
      })
    } catch (error) {
      log.warn({ err: error, job: this.#job.id }, 'progress could not be written')
    }
  }

  #onAbort(): void {
    this.#givenUp.reject(new HandedBack())
  }

  async #handBackJob(): Promise<void> {
    if (this.#engine.stopsAtOnce && this.#operation) await this.#engine.cancel(this.#operation)
    await finishAttempt(this.#deps, this.#job, {
      kind: 'handed_back',
      keepOperation: !this.#engine.stopsAtOnce,
    })
  }
}
