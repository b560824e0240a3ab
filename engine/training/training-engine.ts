import { createHash, randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { EngineError, type TrainedModel, type TrainingEngine } from '#lib/engine-spec/index.ts'
import { readModelFolder } from '../diffusion/model/model-folder.ts'
import type { ModelLibrary } from '../diffusion/model/model-library.ts'
import type { EngineLog } from '../engine-log.ts'
import { createProcessLine } from '../process/process-line.ts'
import { PRESETS } from './presets.ts'
import { RECORDED_TRAINING } from './recorded-training.ts'
import type { TrainingOrder } from './run-training.ts'
import type { FromTrainingProcess, ToTrainingProcess } from './training-protocol.ts'
import { reason, unsupported } from '../reason.ts'

export interface BuiltinTrainingEngine extends TrainingEngine {
  /** Pieces of work that are done or wait. */
  load(): number
  dispose(): Promise<void>
}

interface Options {
  /** Name of the engine that this part belongs to. */
  name: string
  library: Pick<ModelLibrary, 'list' | 'require'>
  /** Threads of one network run. */
  threads: number
  /** Where it is kept how far trainings are. */
  folder: string
  /** Whether images are being made or wait, which are done first. */
  isWanted(): boolean
  log: EngineLog | undefined
}

interface Work {
  id: string
  /** Key of the work, by which another attempt finds how far it is. */
  key: string
  order: TrainingOrder
}

/** How often it is looked whether the processor is wanted. */
const LOOK_MS = 250
/** In pixels, of what a model draws by itself. */
const LARGEST_EDGE = 256
/** Samples are drawn so many times on the way, and once in the end. */
const ROUNDS = 4

/**
 * Trains LoRAs on this machine's processor, in a process of its own that stands still while images are waiting. How far it is is
 * kept on disk and told to whoever follows: another attempt goes on from there, here or on another machine.
 */
export function createTrainingEngine(options: Options): BuiltinTrainingEngine {
  const { name, library, threads, folder, log } = options
  const line = createProcessLine<Work, ToTrainingProcess, FromTrainingProcess, TrainedModel>({
    script: fileURLToPath(new URL('training-process.ts', import.meta.url)),
    settings: { threads, folder },
    log,
    problems: { failed: 'A training failed', lost: 'The process that trains ended' },
    begin(work) {
      watch()
      return { type: 'train', ...work }
    },
    stop: (id) => ({ type: 'stop', id }),
    read(message) {
      if (message.type === 'snapshot') return { type: 'image', image: message.snapshot }
      if (message.type === 'state') return message
      const { step, steps } = message
      // The last samples are still to be drawn after the last step.
      const fraction = step / (steps + 1)
      return { type: 'progress', progress: { step, steps, fraction, previews: [] } }
    },
    unknown: unknownTraining,
  })
  let watching: NodeJS.Timeout | null = null
  /** What the process was told last; null: it may be a new one. */
  let told: boolean | null = null

  /** Tells the process while it works whether the processor is wanted for something else. */
  function watch(): void {
    told = null
    watching ??= setInterval(() => {
      if (line.current() === null) {
        clearInterval(watching ?? undefined)
        watching = null
        return
      }
      const isWanted = options.isWanted()
      if (isWanted !== told) line.send({ type: 'wanted', isWanted })
      told = isWanted
    }, LOOK_MS).unref()
  }

  return {
    stopsAtOnce: true,
    photosGoTo: null,
    recorded: RECORDED_TRAINING,
    async models() {
      const entries = await library.list()
      const ready = entries.flatMap((entry) => entry.ready ?? [])
      const small = await Promise.all(ready.map(({ dir }) => isSmall(dir)))
      return ready.filter((_, i) => small[i]).map(({ model }) => model.id)
    },
    async start({ model, kind, className, pictures, seed, samplePrompts, ...asked }, beginning) {
      const { dir } = await library.require(model)
      if (!(await isSmall(dir))) throw untrainable(model)
      const id = randomUUID()
      const key = beginning ? createHash('sha256').update(beginning.key).digest('hex') : id
      const { steps = PRESETS[kind].steps } = asked
      const order: TrainingOrder = {
        modelDir: dir,
        model,
        pictures,
        plan: { ...PRESETS[kind], steps, seed },
        mirrored: true,
        priorPrompt: className,
        samplePrompts,
        sampleEvery: Math.max(1, Math.ceil(steps / ROUNDS)),
        ...(asked.state && { state: asked.state }),
      }
      line.add({ id, key, order })
      return { engine: name, id }
    },
    follow: ({ id }, handlers) => line.follow(id, handlers),
    cancel: async ({ id }) => line.cancel(id),
    load: line.load,
    async dispose() {
      clearInterval(watching ?? undefined)
      await line.dispose()
    },
  }
}

/** A step of a larger one takes minutes on a processor. */
async function isSmall(dir: string): Promise<boolean> {
  return (await readModelFolder(dir)).nativeSize <= LARGEST_EDGE
}

function untrainable(model: string): EngineError {
  return unsupported(reason('engines.tooLargeToTrain', { name: model }))
}

function unknownTraining(id: string): EngineError {
  return new EngineError('operation_lost', `Nobody trains ${id} here.`, {
    retryable: true,
    userMessage: reason('engines.restartedTraining'),
  })
}
