import { sql } from 'kysely'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import {
  type Engine,
  EngineError,
  type EngineOperation,
  type EngineOutput,
  type Following,
  type FollowHandlers,
  type OperationProgress,
  type OperationResult,
} from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { OwnLoras } from '../deps.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/registry.ts'
import { claimJob, type ClaimDeps } from './claim-job.ts'
import { deliverOutput, type DeliverDeps } from './deliver-output.ts'
import { type FinishDeps, finishAttempt } from './finish-attempt.ts'
import { type InputDeps, readInputs } from '../library/find-inputs.ts'
import type { RunJobMessage } from '../queue/messages.ts'
import { publishJob } from '../queue/publish-job.ts'
import { createProgressWriter } from './progress-writer.ts'
import { findJob, imagesOf, isEnded, type JobRow, parametersOf } from '../store.ts'

export interface RunDeps extends ClaimDeps, DeliverDeps, FinishDeps, InputDeps {
  engines: EngineRegistry
  kinds: Kinds
  ownLoras: OwnLoras
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

/** Thrown when this process has to stop before the attempt is done. */
class HandedBack extends Error {}

export function createJobRunner(deps: RunDeps): JobRunner {
  const checks = new Map<string, () => void>()

  return {
    checkSoon: (jobId) => checks.get(jobId)?.(),

    async run(message, signal) {
      const job = await claimJob(deps, message)
      if (!job) return
      const attempt = new Attempt(deps, job, await findWork(deps, job), signal)
      checks.set(job.id, () => attempt.check())
      try {
        await attempt.run()
      } finally {
        checks.delete(job.id)
      }
    },
  }
}

/** The kind of a job and the engine that runs it. */
interface Work {
  kind: Kind
  engine: Engine
  /** The engine's part for this kind. */
  part: Following<EngineOutput>
}

async function findWork({ kinds, engines }: RunDeps, job: JobRow): Promise<Work> {
  const kind = await kinds.get(job.type)
  const engine = engines.get(job.engine)
  const part: Following<EngineOutput> | undefined = engine && kind.part(engine)
  if (!engine || !part)
    throw new Error(`This process has no engine "${job.engine}" for ${job.type}`)
  return { kind, engine, part }
}

/** Previews end here: what a later one shows is nearly the picture itself, which a cancelled job has not paid for. */
const LAST_PREVIEW = 0.75

/** What the user may see of a job's progress. */
function shownProgress(kind: Kind, progress: OperationProgress): OperationProgress {
  const isEarly = progress.step <= LAST_PREVIEW * progress.steps
  return kind.preview === 'early' && isEarly ? progress : { ...progress, previews: [] }
}

/** One attempt of one job in this process. */
class Attempt {
  readonly #deps: RunDeps
  readonly #job: JobRow
  readonly #work: Work
  readonly #signal: AbortSignal
  #operation: EngineOperation | null
  #over = false
  #cancelSent = false
  /** Rejects when the attempt is not to be waited for any longer. */
  readonly #abandoned = Promise.withResolvers<never>()

  constructor(deps: RunDeps, job: JobRow, work: Work, signal: AbortSignal) {
    this.#deps = deps
    this.#job = job
    this.#work = work
    this.#signal = signal
    this.#operation = job.operation as EngineOperation | null
    this.#abandoned.promise.catch(() => undefined)
  }

  async run(): Promise<void> {
    const heartbeat = setInterval(() => this.check(), HEARTBEAT_MS)
    const onAbort = () => this.#onAbort()
    this.#signal.addEventListener('abort', onAbort)
    if (this.#signal.aborted) onAbort()
    try {
      const result = await Promise.race([this.#doWork(), this.#abandoned.promise])
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
      if (this.#operation) await this.#work.part.cancel(this.#operation)
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
    this.#abandoned.reject(new AttemptOver())
    if (this.#operation && !(await this.#isTakenUp(this.#operation))) {
      await this.#work.part.cancel(this.#operation)
    }
  }

  /** Whether another attempt goes on with this very work: then it must not be stopped. */
  async #isTakenUp(operation: EngineOperation): Promise<boolean> {
    const job = await findJob(this.#deps.db.kysely, this.#job.id)
    const current = job?.operation as EngineOperation | null | undefined
    return job !== undefined && !isEnded(job) && current?.id === operation.id
  }

  async #doWork(): Promise<OperationResult> {
    const images = await imagesOf(this.#deps.db.kysely, [this.#job.id])
    const missing = images.filter((image) => image.status === 'P').map((image) => image.index)
    if (missing.length === 0) return { outcome: 'succeeded', engineMs: 0 }

    const progress = createProgressWriter<OperationProgress>(
      (value) => this.#writeProgress(value),
      PROGRESS_MS,
    )
    const handlers: FollowHandlers<EngineOutput> = {
      onProgress: (value) => progress.push(shownProgress(this.#work.kind, value)),
      onOutput: (output) => this.#deliver(output),
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
    handlers: FollowHandlers<EngineOutput>,
  ): Promise<OperationResult> {
    if (this.#operation) {
      try {
        return await this.#work.part.follow(this.#operation, handlers)
      } catch (error) {
        if (!(error instanceof EngineError) || error.code !== 'operation_lost') throw error
      }
    }
    if (this.#over || this.#signal.aborted) throw new AttemptOver()
    const { kind, engine } = this.#work
    const { id, user_id: userId, seed, attempt } = this.#job
    const parameters = parametersOf(this.#job)
    const { files, urls, videos } = await readInputs(this.#deps, userId, kind.inputs(parameters))
    const operation = await kind.begin(engine, {
      parameters,
      seed,
      indexes: missing,
      files,
      urls,
      videos,
      readOwnLora: (name) => this.#deps.ownLoras.read(userId, name),
      beginning: { key: id, attempt, begunSince: attempt > 1 ? this.#job.started_at : null },
    })
    this.#operation = operation
    const stored = await this.#updateRunning({ operation: JSON.stringify(operation) })
    if (!stored || this.#over) {
      if (!(await this.#isTakenUp(operation))) await this.#work.part.cancel(operation)
      throw new AttemptOver()
    }
    return this.#work.part.follow(operation, handlers)
  }

  async #deliver(output: EngineOutput): Promise<void> {
    if ((await deliverOutput(this.#deps, this.#work.kind, this.#job, output)) === 'late') {
      await this.#stop()
      throw new AttemptOver()
    }
  }

  async #writeProgress(value: OperationProgress): Promise<void> {
    const { db, events, presenter, log } = this.#deps
    try {
      await transact(db, async (tx) => {
        const row = await this.#updateRunning({ progress: JSON.stringify(value) }, tx)
        if (row) publishJob(events, tx, row.user_id, await presenter.present(tx, row))
      })
    } catch (error) {
      log.warn({ err: error, job: this.#job.id }, 'progress could not be written')
    }
  }

  #onAbort(): void {
    this.#abandoned.reject(new HandedBack())
  }

  async #handBackJob(): Promise<void> {
    if (this.#work.part.stopsAtOnce && this.#operation)
      await this.#work.part.cancel(this.#operation)
    await finishAttempt(this.#deps, this.#job, {
      kind: 'handed_back',
      keepOperation: !this.#work.part.stopsAtOnce,
    })
  }
}
