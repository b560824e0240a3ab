import { sql } from 'kysely'
import {
  EngineError,
  type EngineOperation,
  type OperationProgress,
  type TrainedModel,
  type TrainingEngine,
} from '#server/engines/spec/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { StudiosDeps } from '../deps.ts'
import { publishTraining } from '../present-training.ts'
import { studioFolder } from '../studio-files.ts'
import type { TrainingRow } from '../store.ts'
import { cutOutSubject } from './cut-out-subject.ts'
import { drawResults } from './draw-results.ts'
import { failTraining, finishTraining } from './end-training.ts'
import { isFinal, reasonOf } from './reason-of.ts'
import { recordTrainingCost } from './record-training-cost.ts'
import { buildOrder, SAMPLE_PROMPTS } from './training-order.ts'
import { createStateKeeper, type StateKeeper } from './training-state.ts'

const HEARTBEAT_MS = 2000
/** Progress is written once in so long. */
const PROGRESS_MS = 1000
/** Attempts that may fail before the training does. */
const MOST_FAILURES = 5
/** A training without a sign of life for so long lost its worker. */
export const SILENT_SECONDS = 10

/** Nobody waits for this attempt any more. */
class AttemptOver extends Error {}

export interface TrainingRunner {
  /** Works on one training; when `signal` aborts, the next worker goes on from what the engine keeps. */
  run(id: string, signal: AbortSignal): Promise<void>
  /** Checks now, not at the next heartbeat, whether a training that runs here is still wanted; somebody may have ended it. */
  checkSoon(id: string): void
}

export function createTrainingRunner(deps: StudiosDeps): TrainingRunner {
  const checks = new Map<string, () => void>()
  return {
    checkSoon: (id) => checks.get(id)?.(),
    async run(id, signal) {
      const training = await claim(deps, id)
      const part = training && deps.engines.get(training.engine)?.training
      if (!training || !part) return
      const attempt = new Attempt(deps, training, part)
      checks.set(id, () => void attempt.check())
      try {
        await attempt.run(signal)
      } finally {
        checks.delete(id)
      }
    },
  }
}

/** Takes a training over, unless somebody works on it or it has ended. */
async function claim(deps: StudiosDeps, id: string): Promise<TrainingRow | undefined> {
  return transact(deps.db, async (tx) => {
    const row = await tx
      .updateTable('lora_trainings')
      .set({
        status: 'Running',
        attempt: sql<number>`attempt + 1`,
        heartbeat_at: sql<Date>`now()`,
        started_at: sql<Date>`coalesce(started_at, now())`,
      })
      .where('id', '=', id)
      .where('status', 'in', ['Pending', 'Running'])
      .where('deleted_at', 'is', null)
      .where((where) =>
        where.or([
          where('heartbeat_at', 'is', null),
          where('heartbeat_at', '<', sql<Date>`now() - make_interval(secs => ${SILENT_SECONDS})`),
        ]),
      )
      .returningAll()
      .executeTakeFirst()
    if (row) await publishTraining(deps, tx, row)
    return row
  })
}

/** One attempt at one training in this process. */
class Attempt {
  readonly #deps: StudiosDeps
  readonly #training: TrainingRow
  readonly #part: TrainingEngine
  readonly #states: StateKeeper
  #operation: EngineOperation | null = null
  #over = false
  #written = 0
  #steps: number | null = null
  /** When this attempt's first step was told, by which the rest is reckoned. */
  #began: { at: number; step: number } | null = null
  #loss: number | null
  /** Rejects when the attempt is not to be waited for any longer. */
  readonly #abandoned = Promise.withResolvers<never>()

  constructor(deps: StudiosDeps, training: TrainingRow, part: TrainingEngine) {
    this.#deps = deps
    this.#training = training
    this.#part = part
    this.#states = createStateKeeper(deps, training, (key) => this.#update({ state_key: key }))
    this.#loss = training.curve.at(-1)?.loss ?? null
    this.#abandoned.promise.catch(() => undefined)
  }

  async run(signal: AbortSignal): Promise<void> {
    const heartbeat = setInterval(() => void this.check(), HEARTBEAT_MS)
    const handBack = () => this.#abandoned.reject(new AttemptOver())
    signal.addEventListener('abort', handBack)
    if (signal.aborted) handBack()
    try {
      const outcome = await Promise.race([this.#train(), this.#abandoned.promise])
      if (outcome === 'succeeded') await this.#drawResults()
      this.#over = true
      if (outcome === 'succeeded') await this.#succeed()
    } catch (error) {
      if (!(error instanceof AttemptOver)) await this.#fail(error)
      // The process ends: what the engine keeps of the training is not to be thrown away.
      else if (signal.aborted) await this.#handBack()
    } finally {
      this.#over = true
      clearInterval(heartbeat)
      signal.removeEventListener('abort', handBack)
      await this.#states.dropIfOver()
    }
  }

  /** Sends a sign of life and hears whether the training is still wanted. */
  async check(): Promise<void> {
    if (this.#over) return
    try {
      if (!(await this.#update({}))) await this.#stop()
    } catch (error) {
      this.#deps.log.warn({ err: error, training: this.#training.id }, 'heartbeat failed')
    }
  }

  async #stop(): Promise<void> {
    if (this.#over) return
    this.#over = true
    this.#abandoned.reject(new AttemptOver())
    if (this.#operation) await this.#part.cancel(this.#operation)
  }

  async #train(): Promise<'succeeded' | 'cancelled'> {
    const { id, starts, operation } = this.#training
    const key = `${id}:${starts}`
    if (operation?.key !== key) return this.#begin(key)
    try {
      return await this.#follow(operation)
    } catch (error) {
      const isLost = error instanceof EngineError && error.code === 'operation_lost'
      if (!isLost) throw error
      return this.#begin(key)
    }
  }

  async #begin(key: string): Promise<'succeeded' | 'cancelled'> {
    const { attempt, started_at: begunSince } = this.#training
    const order = await buildOrder(this.#deps, this.#training)
    const state = await this.#states.read()
    await this.#cutOut()
    if (this.#over) throw new AttemptOver()
    const operation = await this.#part.start(state ? { ...order, state } : order, {
      key,
      attempt,
      begunSince: attempt > 1 ? begunSince : null,
    })
    // What goes on elsewhere when this process ends is followed again, not ordered again.
    if (!this.#part.stopsAtOnce) {
      await this.#update({ operation: JSON.stringify({ ...operation, key }) })
    }
    return this.#follow(operation)
  }

  async #follow({ engine, id }: EngineOperation): Promise<'succeeded' | 'cancelled'> {
    this.#operation = { engine, id }
    if (this.#over) {
      // It was ended between its beginning and now, when there was nothing to stop.
      await this.#part.cancel(this.#operation)
      throw new AttemptOver()
    }
    const began = performance.now()
    try {
      const result = await this.#part.follow(this.#operation, {
        onProgress: (progress) => void this.#writeProgress(progress),
        onOutput: (model) => this.#keep(model),
        onState: (kept) => void this.#states.keep(kept),
      })
      await this.#recordCost(result.engineMs, result.costMicros ?? null)
      return result.outcome
    } catch (error) {
      const cost = error instanceof EngineError && error.costMicros > 0 ? error.costMicros : null
      await this.#recordCost(performance.now() - began, cost)
      throw error
    }
  }

  /** Also of what nobody waits for any more: it was done. */
  async #recordCost(engineMs: number, costMicros: number | null): Promise<void> {
    const { id } = this.#training
    const operation = this.#operation?.id ?? null
    try {
      await recordTrainingCost(this.#deps, { id, operation, engineMs, costMicros })
    } catch (error) {
      this.#deps.log.warn({ err: error, training: id }, 'the cost of a training was not written')
    }
  }

  /** What drawings with the model will show is cut out once, while the photos are there. */
  async #cutOut(): Promise<void> {
    if (this.#training.cut_outs.length > 0) return
    const cutOuts = await cutOutSubject(this.#deps, this.#training)
    if (cutOuts.length === 0) return
    const row = await this.#update({ cut_outs: JSON.stringify(cutOuts) })
    if (row) return
    for (const { key } of cutOuts) {
      await this.#deps.media.deletePicture({ storageKey: key, markedStorageKey: null })
    }
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
      .set({ ...set, heartbeat_at: sql<Date>`now()` })
      .where('id', '=', this.#training.id)
      .where('status', '=', 'Running')
      .where('attempt', '=', this.#training.attempt)
      .returningAll()
      .executeTakeFirst()
  }

  async #writeProgress({ step, steps, curve }: OperationProgress): Promise<void> {
    const now = performance.now()
    this.#loss = curve?.at(-1)?.loss ?? this.#loss
    this.#steps = steps
    this.#began ??= { at: now, step }
    if (this.#over || now - this.#written < PROGRESS_MS) return
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
  async #keep({ step, data, curve, samples, keptAs }: TrainedModel): Promise<void> {
    if (this.#over) throw new AttemptOver()
    const { db, storage, media } = this.#deps
    const { attempt, object_type: object } = this.#training
    const name = `${studioFolder(this.#training)}${step}-${attempt}`
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
    if (before === null) {
      await this.#stop()
      throw new AttemptOver()
    }
  }

  /** Once more as its owner will draw with it, for the page to show. */
  async #drawResults(): Promise<void> {
    const now = await this.#update({})
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
        .where('id', '=', this.#training.id)
        .where('status', '=', 'Running')
        .where('attempt', '=', this.#training.attempt)
        .returningAll()
        .executeTakeFirst()
      if (now) await publishTraining(this.#deps, tx, now)
      return now
    })
    if (row) await finishTraining(this.#deps, row)
  }

  async #handBack(): Promise<void> {
    await this.#deps.db.kysely
      .updateTable('lora_trainings')
      .set({ heartbeat_at: null })
      .where('id', '=', this.#training.id)
      .where('status', '=', 'Running')
      .where('attempt', '=', this.#training.attempt)
      .execute()
  }

  async #fail(error: unknown): Promise<void> {
    const { db, log } = this.#deps
    const { id, failures } = this.#training
    log.warn({ err: error, training: id }, 'an attempt at a training failed')
    const again = !isFinal(error) && failures + 1 < MOST_FAILURES
    if (again) {
      // The sweep has another worker take it up.
      await db.kysely
        .updateTable('lora_trainings')
        .set({ heartbeat_at: null, failures: failures + 1 })
        .where('id', '=', id)
        .where('status', '=', 'Running')
        .where('attempt', '=', this.#training.attempt)
        .execute()
      return
    }
    await transact(db, (tx) => failTraining(this.#deps, tx, this.#training, reasonOf(error)))
  }
}

/** Files of a training that a new checkpoint takes the place of. */
const replacedBy = (step: number, { checkpoint_key: file, samples }: TrainingRow): string[] => [
  ...(file === null ? [] : [file]),
  ...samples.filter((sample) => sample.step === step).map(({ key }) => key),
]
