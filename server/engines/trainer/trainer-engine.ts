import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { createTrainingLog, type ToldTraining } from '../remote/read-training-log.ts'
import {
  type Engine,
  EngineError,
  type EngineOperation,
  type FollowHandlers,
  type OperationResult,
  type TrainedModel,
  type TrainingEngine,
} from '../spec/index.ts'
import { NoLora } from '../remote/trained-file.ts'
import { fillCommand, parseCommand } from './command-template.ts'
import { isProgram } from './find-program.ts'
import { FILES } from './run-files.ts'
import { readTrainedModels } from './trained-models.ts'
import {
  beginRun,
  listRuns,
  type MadeFile,
  openRun,
  removeFolder,
  type TrainingRun,
} from './training-run.ts'
import { triggerOf, writeDataset } from './write-dataset.ts'
import { t } from '#server/texts/index.ts'

export interface TrainerOptions {
  /** Template of the command. */
  command: string
  /** Path of the JSON file with the models that it trains. */
  modelsFile: string
  /** What a line that tells a step looks like; null: as kohya's scripts write it. */
  progress: RegExp | null
  /** Where trainings are kept while they run. */
  folder: string
  /** After so long a run is ended for good; milliseconds. */
  mostMs: number
  /** After so long without a word or a file it is ended, and begun again from its last checkpoint. */
  silentMs: number
  pollMs?: number
  /** Between being asked to end and being ended. */
  endMs?: number
}

const NAME = 'trainer'
const MOST_BYTES = 1024 ** 3
const POLL_MS = 1000
const END_MS = 15_000
/** What ended so long ago was taken over, or nobody will. */
const KEPT_MS = 24 * 3_600_000
const KEPT_OPEN_MS = 7 * KEPT_MS

const OPERATION = /^(?<work>[0-9a-f]{64})\/(?<run>\d+)$/
/** The newest LoRA of a training, whichever of its runs made it. */
const Kept = z.object({
  step: z.int(),
  path: z.string(),
  curve: z.array(z.object({ step: z.int(), loss: z.number() })),
})
type Kept = z.output<typeof Kept>

/**
 * Trains by a command of the operator's, as kohya's scripts. It runs beside the server and goes on when that ends; another process
 * finds it by its folder, and one that crashed is begun again from its newest checkpoint.
 * @throws {Error} one line that says what is wrong in the command or in the file of models
 */
export function createTrainerEngine(options: TrainerOptions): Engine {
  const { folder, pollMs = POLL_MS, endMs = END_MS } = options
  const words = readCommand(options.command)
  const models = readTrainedModels(options.modelsFile)
  const followed = new Map<string, AbortController>()
  const workOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'))
  const runOf = ({ id }: EngineOperation): { work: string; run: TrainingRun } | null => {
    const { work, run } = OPERATION.exec(id)?.groups ?? {}
    const path = join(folder, work ?? '')
    return work && existsSync(join(path, `run-${run}`))
      ? { work: path, run: openRun(join(path, `run-${run}`)) }
      : null
  }

  /** Ends whatever runs of a training, and removes all of it. */
  async function remove(work: string): Promise<void> {
    for (const number of await listRuns(work))
      await openRun(join(work, `run-${number}`)).stop(endMs)
    await removeFolder(work)
  }

  async function sweep(): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const work = join(folder, name)
      const runs = await listRuns(work)
      const last = openRun(join(work, `run-${runs.at(-1) ?? 0}`))
      if (await last.isRunning()) continue
      const ending = await last.ending()
      const { mtimeMs } = await stat(work).catch(() => ({ mtimeMs: Date.now() }))
      const [since, kept] = ending?.code === 0 ? [ending.endedAt, KEPT_MS] : [mtimeMs, KEPT_OPEN_MS]
      if (Date.now() - since > kept) await removeFolder(work)
    }
  }

  const training: TrainingEngine = {
    stopsAtOnce: false,
    photosGoTo: null,
    models: async () => Object.keys(models),

    async start(request, beginning) {
      const settings = models[request.model]
      if (!settings) throw missing(request.model)
      await sweep()
      const work = workOf(beginning?.key ?? randomUUID())
      const runs = await listRuns(work)
      const last = runs.at(-1)
      const asOperation = (number: number) => ({
        engine: NAME,
        id: `${work.slice(-64)}/${number}`,
      })
      if (last !== undefined) {
        const before = openRun(join(work, `run-${last}`))
        // An earlier attempt began it and could not write that down.
        if ((await before.isRunning()) || (await before.ending())?.code === 0)
          return asOperation(last)
        const made = await before.newest(0, MOST_BYTES)
        if (made) await keep(work, before, made, [])
      }
      const kept = await readKept(work)
      const steps = request.steps ?? settings.steps
      const number = (last ?? 0) + 1
      const own = join(work, `run-${number}`)
      const dataset = join(work, 'dataset')
      await mkdir(work, { recursive: true, mode: 0o700 })
      await writeDataset(dataset, request)
      const command = fillCommand(words, {
        dataset,
        output: join(own, FILES.output),
        steps: String(Math.max(1, steps - (kept?.step ?? 0))),
        rank: String(settings.rank),
        learning_rate: String(settings.learningRate),
        trigger: triggerOf(request),
        class: request.className,
        resolution: String(settings.resolution),
        base_model: settings.base,
        seed: String(request.seed % 2 ** 31),
        resume: kept?.path ?? null,
      })
      const order = { command, cwd: own, dataset, mostMs: options.mostMs, begunAt: Date.now() }
      try {
        await beginRun(own, { ...order, offset: kept?.step ?? 0, steps })
      } catch (error) {
        throw failed((error as Error).message, true)
      }
      for (const old of runs)
        if (!kept?.path.startsWith(join(work, `run-${old}/`)))
          await removeFolder(join(work, `run-${old}`))
      return asOperation(number)
    },

    async follow(operation, handlers) {
      const found = runOf(operation)
      if (!found || existsSync(join(found.run.folder, FILES.reported))) throw lost(operation.id)
      const stop = new AbortController()
      followed.set(operation.id, stop)
      try {
        return await followRun(found.work, found.run, handlers, stop.signal)
      } finally {
        followed.delete(operation.id)
      }
    },

    async cancel(operation) {
      followed.get(operation.id)?.abort()
      const found = runOf(operation)
      if (found) await remove(found.work)
    },

    forget: ({ key }) => remove(workOf(key)),
  }

  async function followRun(
    work: string,
    run: TrainingRun,
    { onProgress, onOutput }: FollowHandlers<TrainedModel>,
    signal: AbortSignal,
  ): Promise<OperationResult> {
    const { offset, steps, begunAt } = await run.order()
    const before = (await readKept(work))?.curve.filter(({ step }) => step <= offset) ?? []
    const log = createTrainingLog(options.progress ?? undefined)
    let read = 0
    let seen = 0
    const engineMs = (endedAt = Date.now()) => endedAt - begunAt
    const curveOf = (told: ToldTraining | null) => [
      ...before,
      ...(told?.curve ?? []).map(({ step, loss }) => ({ step: offset + step, loss })),
    ]

    /** @throws EngineError after the run was ended */
    async function give(problem: string, retryable: boolean): Promise<never> {
      await run.stop(endMs)
      // Once more it would only be told again: who follows next starts over.
      await writeFile(join(run.folder, FILES.reported), '').catch(() => undefined)
      throw failed(`${problem}; ${await lastWords(run)}`, retryable)
    }

    for (;;) {
      if (signal.aborted) return { outcome: 'cancelled', engineMs: engineMs() }
      const [ending, isRunning] = [await run.ending(), await run.isRunning()]
      for (let text = ' '; text !== '';) {
        ;({ text, next: read } = await run.readLog(read))
        log.read(text)
      }
      const told = log.told()
      const step = Math.min(steps, offset + (told?.step ?? 0))
      const curve = curveOf(told)
      onProgress({
        step,
        steps,
        fraction: step / steps,
        ...(curve.length > 0 && { curve }),
        ...(told === null && { begun: true }),
        previews: [],
      })
      const isDone = ending?.code === 0
      if (isDone) {
        const data = await run.result(MOST_BYTES).catch(async (error: unknown) => {
          if (!(error instanceof NoLora)) throw error
          return give(`what it made is ${error.message}`, false)
        })
        await onOutput({ step: steps, data, curve, samples: [] })
        return { outcome: 'succeeded', engineMs: engineMs(ending.endedAt) }
      }
      const made = await run.newest(seen, MOST_BYTES)
      if (signal.aborted) continue
      if (made) {
        seen = made.changedAt
        const kept = await keep(work, run, made, curve)
        if (kept.step > 0) await onOutput({ step: kept.step, data: made.data, curve, samples: [] })
      }
      if (ending?.problem === 'too long') throw tooLong()
      if (ending?.problem) await give(ending.problem, false)
      if (ending) await give(`it ended with ${ending.signal ?? ending.code}`, true)
      if (!isRunning && (await run.ending()) === null) throw lost(run.folder)
      if (Date.now() - (await run.lastSign()) > options.silentMs)
        await give('it says nothing', true)
      await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Notes the newest LoRA, from which another run goes on. */
  async function keep(
    work: string,
    run: TrainingRun,
    { path, step: named }: MadeFile,
    curve: Kept['curve'],
  ): Promise<Kept> {
    const { offset, steps } = await run.order()
    const known = await readKept(work)
    const reached = offset + (named ?? (await readWholeLog(run))?.step ?? 0)
    const kept: Kept = {
      // The same file again is no further.
      step: known?.path === path ? known.step : Math.min(steps - 1, reached),
      path,
      curve: curve.length > 0 ? curve : (known?.curve ?? []),
    }
    await writeFile(join(work, 'kept.json'), JSON.stringify(kept))
    return kept
  }

  async function readWholeLog(run: TrainingRun): Promise<ToldTraining | null> {
    const log = createTrainingLog(options.progress ?? undefined)
    for (let text = ' ', next = 0; text !== '';) {
      ;({ text, next } = await run.readLog(next))
      log.read(text)
    }
    return log.told()
  }

  return {
    name: NAME,
    training,
    async health() {
      const [program = ''] = words
      const isThere = await isProgram(program)
      return {
        state: isThere ? 'ready' : 'down',
        detail: isThere ? null : `TRAINER_COMMAND: there is no program ${program}`,
        load: followed.size,
      }
    },
    async dispose() {
      // What runs goes on: another process follows it.
      for (const stop of followed.values()) stop.abort()
    },
  }
}

function readCommand(template: string): string[] {
  try {
    return parseCommand(template)
  } catch (error) {
    throw new Error(`TRAINER_COMMAND ${(error as Error).message}`, { cause: error })
  }
}

async function readKept(work: string): Promise<Kept | null> {
  try {
    const kept = Kept.parse(JSON.parse(await readFile(join(work, 'kept.json'), 'utf8')))
    return existsSync(kept.path) ? kept : null
  } catch {
    return null
  }
}

const MOST_WORDS = 300

/** For the operator's log: how its output ends. */
async function lastWords(run: TrainingRun): Promise<string> {
  let last = ''
  for (let text = ' ', next = 0; text !== ''; last = (last + text).slice(-MOST_WORDS))
    ({ text, next } = await run.readLog(next))
  return last.replaceAll(/\s+/g, ' ').trim()
}

function failed(problem: string, retryable: boolean): EngineError {
  return new EngineError('engine_failed', `The trainer: ${problem}`, {
    retryable,
    userMessage: t('engines.programFailed'),
  })
}

function tooLong(): EngineError {
  return new EngineError('engine_failed', 'The trainer took too long', {
    retryable: false,
    userMessage: t('engines.trainingTooLong'),
  })
}

function lost(what: string): EngineError {
  return new EngineError('operation_lost', `The trainer has no run ${what} any more`, {
    retryable: true,
    userMessage: t('engines.programInterrupted'),
  })
}

function missing(model: string): EngineError {
  return new EngineError('model_missing', `The trainer does not train ${model}`, {
    retryable: true,
    userMessage: t('engines.notTrainedNow'),
  })
}
