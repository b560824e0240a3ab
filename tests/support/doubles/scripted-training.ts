import { randomUUID } from 'node:crypto'
import {
  type Beginning,
  EngineError,
  type EngineOperation,
  type FollowHandlers,
  type OperationResult,
  type TrainedModel,
  type TrainingEngine,
  type TrainingRequest,
} from '#server/engines/spec/index.ts'
import { makePng } from '../pictures.ts'

/** One training inside the engine, as a script sees it. */
export interface ScriptedTraining {
  request: TrainingRequest
  beginning: Beginning | undefined
  /** Aborts when it is cancelled. */
  cancelled: AbortSignal
  progress(step: number): void
  /** Hands a checkpoint over; resolves when it is kept. */
  checkpoint(step: number): Promise<void>
  /** Tells what another machine needs to go on from this step. */
  state(step: number): void
}

export type TrainingScript = (training: ScriptedTraining) => Promise<void>

export interface ScriptedTrainer extends TrainingEngine {
  /** Every training that was begun. */
  readonly begun: ScriptedTraining[]
  readonly cancels: string[]
  /** For those that begin from now on. */
  script: TrainingScript
  /** What each is said to cost, millionths of a US dollar; null: nothing is said. */
  costMicros: number | null
}

/** Steps of every training. */
export const SCRIPTED_STEPS = 400

/** Two checkpoints, and the end. */
export const trainToTheEnd: TrainingScript = async ({ progress, checkpoint }) => {
  for (const step of [SCRIPTED_STEPS / 2, SCRIPTED_STEPS]) {
    progress(step)
    await checkpoint(step)
  }
}

/** So many steps with a checkpoint, and then nothing until it is cancelled. */
export const trainUntil =
  (step: number, withCheckpoint = true): TrainingScript =>
  async ({ progress, checkpoint, cancelled }) => {
    progress(step)
    if (withCheckpoint) await checkpoint(step)
    await new Promise<void>((resolve) => {
      cancelled.addEventListener('abort', () => resolve(), { once: true })
    })
  }

/** The step that an earlier attempt's state is of; 0: there is none. */
export const stepOfState = ({ state }: TrainingRequest): number =>
  state ? Number(/\d+$/.exec(Buffer.from(state).toString())?.[0]) : 0

/** An engine's part that trains a model as it is told. */
export function createScriptedTrainer(engine: string, model: string): ScriptedTrainer {
  const works = new Map<
    string,
    {
      training: ScriptedTraining
      stop: AbortController
      run(handlers: FollowHandlers<TrainedModel>): Promise<OperationResult>
    }
  >()
  const trainer: ScriptedTrainer = {
    stopsAtOnce: true,
    photosGoTo: null,
    begun: [],
    cancels: [],
    script: trainToTheEnd,
    costMicros: null,
    models: async () => [model],
    async start(request, beginning) {
      const id = randomUUID()
      const stop = new AbortController()
      const { script } = trainer
      let handlers: FollowHandlers<TrainedModel> | null = null
      const training: ScriptedTraining = {
        request,
        beginning,
        cancelled: stop.signal,
        progress: (step) =>
          handlers?.onProgress({
            step,
            steps: SCRIPTED_STEPS,
            fraction: step / SCRIPTED_STEPS,
            previews: [],
          }),
        state: (step) => handlers?.onState?.(Buffer.from(`state of step ${step}`)),
        async checkpoint(step) {
          await handlers?.onOutput({
            step,
            data: Buffer.from(`lora of ${step} steps`),
            curve: [
              { step: 0, loss: 1 },
              { step, loss: 1 - step / 1000 },
            ],
            samples: await Promise.all(request.samplePrompts.map(() => makePng(16, 16))),
          })
        },
      }
      trainer.begun.push(training)
      works.set(id, {
        training,
        stop,
        async run(given) {
          handlers = given
          await script(training)
          const { costMicros } = trainer
          return {
            outcome: stop.signal.aborted ? 'cancelled' : 'succeeded',
            engineMs: 10,
            ...(costMicros !== null && { costMicros }),
          }
        },
      })
      return { engine, id }
    },
    follow({ id }: EngineOperation, handlers) {
      const work = works.get(id)
      if (work) return work.run(handlers)
      throw new EngineError('operation_lost', `unknown training ${id}`, {
        retryable: true,
        userMessage: 'The engine was restarted.',
      })
    },
    async cancel({ id }) {
      trainer.cancels.push(id)
      works.get(id)?.stop.abort()
    },
  }
  return trainer
}
