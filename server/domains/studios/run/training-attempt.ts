import { sql } from 'kysely'
import {
  type Attempt,
  type AttemptOutcome,
  AttemptOver,
  type AttemptPlan,
} from '#server/domains/jobs/index.ts'
import {
  EngineError,
  type EngineOperation,
  type OperationProgress,
  type OperationResult,
  type TrainedModel,
  type TrainingEngine,
} from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import { studioFolder } from '../studio-files.ts'
import { isAtWork, type TrainingRow } from '../store.ts'
import { cutOutSubject } from './cut-out-subject.ts'
import { drawResults } from './draw-results.ts'
import { failAttempt, finishTraining } from './end-training.ts'
import { isFinal, reasonOf } from './reason-of.ts'
import { type Identities, identifyPhotos } from './measure-likeness.ts'
import { recordTrainingCost } from './record-training-cost.ts'
import { buildOrder, type CutPhoto, cutPhotos, SAMPLE_PROMPTS } from './training-order.ts'
import { createStateKeeper, type StateKeeper } from './training-state.ts'

/** Progress is written once in so long. */
const PROGRESS_MS = 1000
/** Attempts that may fail before the training does. */
const MOST_FAILURES = 5

/** What an attempt at a training does, and what it writes to its row. */
export class TrainingAttempt implements AttemptPlan {
  readonly #deps: StudiosDeps
  readonly #training: TrainingRow
  readonly #part: TrainingEngine
  readonly #states: StateKeeper
  /** Of the photos that this attempt began with. */
  #identities: Identities = new Map()
  #written = 0
  #steps: number | null = null
  /** When this attempt's first step was told, by which the rest is reckoned. */
  #began: { at: number; step: number } | null = null
  #loss: number | null

  constructor(deps: StudiosDeps, training: TrainingRow, part: TrainingEngine) {
    this.#deps = deps
    this.#training = training
    this.#part = part
    this.#states = createStateKeeper(deps, training, (key) => this.#update({ state_key: key }))
    this.#loss = training.curve.at(-1)?.loss ?? null
  }

  /** The same for every attempt at one start of the training. */
  get #key(): string {
    return `${this.#training.id}:${this.#training.starts}`
  }

  get operation(): EngineOperation | null {
    const { operation } = this.#training
    return operation?.key === this.#key ? { engine: operation.engine, id: operation.id } : null
  }

  async begin(): Promise<EngineOperation> {
    const { attempt, started_at: begunSince } = this.#training
    const photos = await cutPhotos(this.#deps, this.#training)
    const order = buildOrder(this.#training, photos)
    const state = await this.#states.read()
    if (!(await this.#cutOut(photos)))
      this.#identities = await identifyPhotos(this.#deps, this.#training, photos)
    if (!(await this.#update({}))) throw new AttemptOver()
    return this.#part.start(state ? { ...order, state } : order, {
      key: this.#key,
      attempt,
      begunSince: attempt > 1 ? begunSince : null,
    })
  }

  async follow(operation: EngineOperation, attempt: Attempt): Promise<OperationResult> {
    const began = performance.now()
    try {
      const result = await this.#part.follow(operation, {
        onProgress: (progress) => void this.#writeProgress(progress, attempt),
        onOutput: (model) => this.#keep(model, attempt),
        onState: (kept) => void this.#states.keep(kept),
      })
      await this.#recordCost(operation, result.engineMs, result.costMicros ?? null)
      return result
    } catch (error) {
      const cost = error instanceof EngineError && error.costMicros > 0 ? error.costMicros : null
      await this.#recordCost(operation, performance.now() - began, cost)
      throw error
    }
  }

  cancel(operation: EngineOperation): Promise<void> {
    return this.#part.cancel(operation)
  }

  beat(begun?: EngineOperation): Promise<TrainingRow | undefined> {
    // What goes on elsewhere when this process ends is followed again, not ordered again.
    const isKept = begun && !this.#part.stopsAtOnce
    return this.#update(isKept ? { operation: JSON.stringify({ ...begun, key: this.#key }) } : {})
  }

  async current(): Promise<string | undefined> {
    const row = await this.#deps.db.kysely
      .selectFrom('lora_trainings')
      .select(['status', 'deleted_at', 'operation'])
      .where('id', '=', this.#training.id)
      .executeTakeFirst()
    return row && isAtWork(row) ? row.operation?.id : undefined
  }

  async onEnd(outcome: AttemptOutcome): Promise<void> {
    if (outcome.kind === 'error') await this.#fail(outcome.error)
    // The process ends: what the engine keeps of the training is not to be thrown away.
    else if (outcome.kind === 'handed_back') await this.#leave({})
    else if (outcome.result.outcome === 'succeeded') await this.#succeed()
  }

  close(): Promise<void> {
    return this.#states.dropIfOver()
  }

  /** Also of what nobody waits for any more: it was done. */
  async #recordCost(
    { id: operation }: EngineOperation,
    engineMs: number,
    costMicros: number | null,
  ): Promise<void> {
    const { id } = this.#training
    try {
      await recordTrainingCost(this.#deps, { id, operation, engineMs, costMicros })
    } catch (error) {
      this.#deps.log.warn({ err: error, training: id }, 'the cost of a training was not written')
    }
  }

  /** What drawings with the model will show is cut out once, while the photos are there. @returns whether anything is */
  async #cutOut(photos: readonly CutPhoto[]): Promise<boolean> {
    if (this.#training.cut_outs.length > 0) return true
    const cutOuts = await cutOutSubject(this.#deps, this.#training, photos)
    if (cutOuts.length === 0) return false
    const row = await this.#update({ cut_outs: JSON.stringify(cutOuts) })
    if (row) return true
    for (const { key } of cutOuts) {
      await this.#deps.media.deletePicture({ storageKey: key, markedStorageKey: null })
    }
    return true
  }

  /** In SQL: no later attempt works on it, also where it was thought to have lost this one. */
  get #isOurs() {
    const { id, starts, attempt } = this.#training
    return sql<boolean>`(id = ${id} and starts = ${starts} and attempt = ${attempt}
      and status in ('Pending', 'Running'))`
  }

  /** Writes to the row while it runs in this attempt; undefined when it no longer does. */
  async #update(
    set: Partial<
      Record<
        | 'progress'
        | 'curve'
        | 'samples'
        | 'cut_outs'
        | 'checkpoint_key'
        | 'state_key'
        | 'operation'
        | 'kept_as',
        string
      >
    > & {
      checkpoint_step?: number
    },
    db = this.#deps.db.kysely,
  ): Promise<TrainingRow | undefined> {
    return db
      .updateTable('lora_trainings')
      .set({ ...set, status: 'Running', heartbeat_at: sql<Date>`now()` })
      .where(this.#isOurs)
      .returningAll()
      .executeTakeFirst()
  }

  async #writeProgress(
    { step, steps, curve }: OperationProgress,
    { isOver }: Attempt,
  ): Promise<void> {
    const now = performance.now()
    this.#loss = curve?.at(-1)?.loss ?? this.#loss
    this.#steps = steps
    this.#began ??= { at: now, step }
    if (isOver || now - this.#written < PROGRESS_MS) return
    this.#written = now
    const done = step - this.#began.step
    const eta = done > 0 ? Math.ceil(((now - this.#began.at) / done / 1000) * (steps - step)) : null
    const progress = JSON.stringify({ step, steps, loss: this.#loss, eta })
    try {
      await transact(this.#deps.db, async (tx) => {
        const told = curve && curve.length > 0 ? { curve: JSON.stringify(curve) } : {}
        const row = await this.#update({ progress, ...told }, tx)
        if (row) await publishTraining(this.#deps, tx, row)
      })
    } catch (error) {
      this.#deps.log.warn({ err: error, training: this.#training.id }, 'progress was not written')
    }
  }

  /** Keeps a checkpoint: its files first, then the row that names them. */
  async #keep(
    { step, data, curve, samples, keptAs }: TrainedModel,
    attempt: Attempt,
  ): Promise<void> {
    if (attempt.isOver) throw new AttemptOver()
    const { db, storage, media } = this.#deps
    const { attempt: number, object_type: object } = this.#training
    const name = `${studioFolder(this.#training)}${step}-${number}`
    const key = `${name}.safetensors`
    const prompts = SAMPLE_PROMPTS[object]
    const drawn = samples.map((sample, at) => ({
      step,
      key: `${name}-${at}.png`,
      prompt: prompts[at] ?? '',
      sample,
    }))
    await storage.put(key, data)
    for (const { key: file, sample } of drawn) await storage.put(file, sample)
    this.#loss = curve.at(-1)?.loss ?? null
    const before = await transact(db, async (tx) => {
      const row = await tx
        .selectFrom('lora_trainings')
        .selectAll()
        .where('id', '=', this.#training.id)
        .forUpdate()
        .executeTakeFirst()
      if (!row) return null
      // One that goes on may tell of a step again.
      const others = row.samples.filter((sample) => sample.step !== step && !sample.with_subject)
      const now = await this.#update(
        {
          checkpoint_key: key,
          checkpoint_step: step,
          ...(keptAs !== undefined && { kept_as: keptAs }),
          curve: JSON.stringify(curve),
          samples: JSON.stringify([
            ...others,
            ...drawn.map(({ sample: _sample, ...rest }) => rest),
          ]),
          progress: JSON.stringify({
            step,
            steps: this.#steps ?? row.progress?.steps ?? step,
            loss: this.#loss,
            eta: row.progress?.eta ?? null,
          }),
        },
        tx,
      )
      if (!now) return null
      await publishTraining(this.#deps, tx, now)
      return row
    })
    const files = new Set([key, ...drawn.map((one) => one.key)])
    const unused = before ? replacedBy(step, before).filter((file) => !files.has(file)) : files
    for (const file of unused) {
      await media.deletePicture({ storageKey: file, markedStorageKey: null })
    }
    if (before === null) await attempt.giveUp()
  }

  /** Once more as its owner will draw with it, for the page to show. */
  async complete({ outcome }: OperationResult): Promise<void> {
    const now = outcome === 'succeeded' ? await this.#update({}) : undefined
    const results = now ? await drawResults(this.#deps, now) : []
    if (!now || results.length === 0) return
    const samples = now.samples.filter((sample) => !sample.with_subject)
    if (await this.#update({ samples: JSON.stringify([...samples, ...results]) })) return
    for (const { key } of results) {
      await this.#deps.media.deletePicture({ storageKey: key, markedStorageKey: null })
    }
  }

  async #succeed(): Promise<void> {
    const row = await transact(this.#deps.db, async (tx) => {
      const now = await tx
        .updateTable('lora_trainings')
        .set({ status: 'Downloading', heartbeat_at: sql<Date>`now()` })
        .where(this.#isOurs)
        .returningAll()
        .executeTakeFirst()
      if (now) await publishTraining(this.#deps, tx, now)
      return now
    })
    if (row) await finishTraining(this.#deps, row, this.#identities)
  }

  /** The sweep has another worker take it up. */
  async #leave(set: { failures?: number }): Promise<void> {
    await this.#deps.db.kysely
      .updateTable('lora_trainings')
      .set({ ...set, heartbeat_at: null })
      .where(this.#isOurs)
      .execute()
  }

  async #fail(error: unknown): Promise<void> {
    const { id, failures } = this.#training
    this.#deps.log.warn({ err: error, training: id }, 'an attempt at a training failed')
    const again = !isFinal(error) && failures + 1 < MOST_FAILURES
    if (again) await this.#leave({ failures: failures + 1 })
    else await failAttempt(this.#deps, this.#training, reasonOf(error))
  }
}

/** Files of a training that a new checkpoint takes the place of. */
const replacedBy = (step: number, { checkpoint_key: file, samples }: TrainingRow): string[] => [
  ...(file === null ? [] : [file]),
  ...samples.filter((sample) => sample.step === step).map(({ key }) => key),
]
