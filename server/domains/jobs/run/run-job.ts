import { sql } from 'kysely'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import type {
  Engine,
  EngineOperation,
  EngineOutput,
  Following,
  ImageSource,
  OperationProgress,
  OperationResult,
} from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { Log } from '#server/platform/log.ts'
import type { FaceConsents, OwnLoras } from '../deps.ts'
import type { Kind, StoredParameters } from '../kind.ts'
import type { Kinds } from '../registry.ts'
import {
  type Attempt,
  type AttemptOutcome,
  type AttemptPlan,
  createAttemptRunner,
} from './attempts.ts'
import { claimJob, type ClaimDeps } from './claim-job.ts'
import { deliverOutput, type DeliverDeps } from './deliver-output.ts'
import { type FinishDeps, finishAttempt } from './finish-attempt.ts'
import { type InputDeps, InputGone, readInputs } from '../inputs/find-inputs.ts'
import type { RunJobMessage } from '../queue/messages.ts'
import { publishJob } from '../queue/publish-job.ts'
import { createProgressWriter } from './progress-writer.ts'
import { findJob, imagesOf, isEnded, type JobRow, parametersOf } from '../store.ts'

export interface RunDeps extends ClaimDeps, DeliverDeps, FinishDeps, InputDeps {
  engines: EngineRegistry
  kinds: Kinds
  ownLoras: OwnLoras
  consents: FaceConsents
  log: Log
}

export type JobRunner = ReturnType<typeof createJobRunner>

/** At most four progress events a second and job: more is not seen, and each redraws pages. */
const PROGRESS_MS = 250

/** Works on the messages of a lane. */
export const createJobRunner = (deps: RunDeps) =>
  createAttemptRunner({
    kind: 'job',
    claim: (message: RunJobMessage) => claimJob(deps, message),
    open: async (job) => new JobAttempt(deps, job, await findWork(deps, job)),
    log: deps.log,
  })

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

/** What an attempt at a job does, and what it writes to its row. */
class JobAttempt implements AttemptPlan {
  readonly #deps: RunDeps
  readonly #job: JobRow
  readonly #work: Work
  /** Images that no earlier attempt has delivered. */
  #missing: number[] = []
  /**
   * Image that the operation began from, kept for its life: the owner may delete the upload meanwhile, and what was drawn
   * is billed all the same. Undefined: an earlier process began it.
   */
  #source: ImageSource | null | undefined
  constructor(deps: RunDeps, job: JobRow, work: Work) {
    this.#deps = deps
    this.#job = job
    this.#work = work
  }

  get operation(): EngineOperation | null {
    return this.#job.operation as EngineOperation | null
  }

  async isDone(): Promise<boolean> {
    const images = await imagesOf(this.#deps.db.kysely, [this.#job.id])
    this.#missing = images.filter(({ status }) => status === 'P').map(({ index }) => index)
    return this.#missing.length === 0
  }

  async begin(): Promise<EngineOperation> {
    const { kind, engine } = this.#work
    const { id, user_id: userId, seed, attempt, started_at: begunSince } = this.#job
    // What was ordered at the moment of the withdrawal was not there to be cancelled.
    if (kind.measuresFaces) await this.#deps.consents.require(userId, 'faces')
    const parameters = parametersOf(this.#job)
    const { files, urls, videos } = await this.#readInputs(parameters)
    this.#source = kind.source?.(parameters, files) ?? null
    return kind.begin(engine, {
      parameters,
      seed,
      indexes: this.#missing,
      files,
      urls,
      videos,
      readOwnLora: (name) => this.#deps.ownLoras.read(userId, name),
      beginning: { key: id, attempt, begunSince: attempt > 1 ? begunSince : null },
    })
  }

  #readInputs(parameters: StoredParameters) {
    return readInputs(this.#deps, this.#job.user_id, this.#work.kind.inputs(parameters))
  }

  /** Reads the image that the operation began from; null: it is gone. */
  async #readSource(): Promise<ImageSource | null> {
    if (this.#source !== undefined) return this.#source
    const parameters = parametersOf(this.#job)
    try {
      const { files } = await this.#readInputs(parameters)
      return this.#work.kind.source?.(parameters, files) ?? null
    } catch (error) {
      if (error instanceof InputGone) return null
      throw error
    }
  }

  async follow(operation: EngineOperation, attempt: Attempt): Promise<OperationResult> {
    const { kind, part } = this.#work
    const progress = createProgressWriter<OperationProgress>(
      (value) => this.#writeProgress(value),
      PROGRESS_MS,
    )
    try {
      return await part.follow(operation, {
        onProgress: (value) => progress.push(shownProgress(kind, value)),
        onOutput: async (output) => {
          const outcome = await deliverOutput(this.#deps, kind, this.#job, output)
          if (outcome === 'late') await attempt.giveUp()
        },
        readSource: () => this.#readSource(),
      })
    } finally {
      await progress.close()
    }
  }

  cancel(operation: EngineOperation): Promise<void> {
    return this.#work.part.cancel(operation)
  }

  beat(begun?: EngineOperation): Promise<JobRow | undefined> {
    return this.#update(begun ? { operation: JSON.stringify(begun) } : {})
  }

  async current(): Promise<string | undefined> {
    const job = await findJob(this.#deps.db.kysely, this.#job.id)
    if (!job || isEnded(job)) return undefined
    return (job.operation as EngineOperation | null)?.id
  }

  onEnd(outcome: AttemptOutcome): Promise<void> {
    return finishAttempt(this.#deps, this.#job, this.#work.part, outcome)
  }

  /** Writes to the row while it runs in this attempt; undefined when it no longer does. */
  async #update(
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

  async #writeProgress(value: OperationProgress): Promise<void> {
    const { db, events, presenter, log } = this.#deps
    try {
      await transact(db, async (tx) => {
        const row = await this.#update({ progress: JSON.stringify(value) }, tx)
        if (row) publishJob(events, tx, row.user_id, await presenter.present(tx, row))
      })
    } catch (error) {
      log.warn({ err: error, job: this.#job.id }, 'progress could not be written')
    }
  }
}
