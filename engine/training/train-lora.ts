import { createUniformStream } from '../diffusion/noise.ts'
import type { NoiseSchedule } from '../diffusion/schedule.ts'
import type { Trained } from './adam.ts'
import { adamStep, untrained } from './adam.ts'
import { sizeOf } from './gradient/values.ts'
import type { TrainingSet } from './noise-batch.ts'
import { makeBatch } from './noise-batch.ts'
import type { TrainingPlan } from './presets.ts'
import type { LoraMatrix } from './training-graph.ts'
import type { TrainingBatch, TrainingStep } from './training-step.ts'

/** A loss of the same examples under the same noise, by which steps can be compared. */
export interface LossPoint {
  step: number
  loss: number
}

/** How far a training is: all that it needs to go on. */
export interface TrainingState {
  /** Steps done. */
  step: number
  /** One for each matrix of the step. */
  trained: Trained[]
  curve: LossPoint[]
}

export interface TrainingHooks {
  /** Looked at between steps; its reason is thrown. */
  signal: AbortSignal
  /** Awaited before each step: returns when the processor is free for it. */
  isFree(): Promise<void>
  /** Awaited after each step. */
  onStep(loss: number, state: TrainingState): Promise<void>
}

/** Why a training ended: all steps were done, or more of them did not help. */
export type TrainingEnd = 'finished' | 'plateau'

const WARM_UP = 20
/** Share of the learning rate that is left at the end. */
const LAST_RATE = 0.1
/** Batches of the same noise that a look is the mean of. */
const LOOKED_AT = 2
/** Looks without a better loss after which no more steps are done. */
const PATIENCE = 6
/** What is better by less than this share is not. */
const LEAST_GAIN = 0.003
/** Share of the steps that are always done. */
const LEAST_SHARE = 0.4
/** Seeds of batches: those that are looked at are never learned from. */
const [LEARNED, LOOKED] = [1_000_003, 7_000_001]

/** Matrices before the first step: together they change nothing (Hu et al. 2021, section 4.1). */
export function beginTraining(matrices: readonly LoraMatrix[], seed: number): TrainingState {
  const uniform = createUniformStream(seed)
  const trained = matrices.map(({ part, shape }) => {
    const values = new Float32Array(sizeOf(shape))
    // As torch's Linear starts, and kohya's scripts with it.
    const most = 1 / Math.sqrt(shape[1])
    return untrained(part === 'up' ? values : values.map(() => most * (2 * uniform() - 1)))
  })
  return { step: 0, trained, curve: [] }
}

/**
 * Trains from where `state` is, which changes with every step. What comes out depends on the state, the set and the plan alone:
 * a training that was broken off and goes on is the same as one that was not.
 *
 * @throws the signal's reason
 */
export async function trainLora(
  network: TrainingStep,
  set: TrainingSet,
  schedule: NoiseSchedule,
  plan: TrainingPlan,
  state: TrainingState,
  hooks: TrainingHooks,
): Promise<TrainingEnd> {
  const values = (): Float32Array[] => state.trained.map((one) => one.values)
  const order = (seed: number, priorShare: number) => ({
    size: plan.batch,
    priorShare,
    seed: (plan.seed + seed) % 2 ** 32,
  })
  const look = async (): Promise<void> => {
    let sum = 0
    for (let i = 0; i < LOOKED_AT; i++) {
      const batch = makeBatch(set, schedule, order(LOOKED + i, 0))
      await hooks.isFree()
      hooks.signal.throwIfAborted()
      sum += (await network.run(batch, values())).loss
    }
    state.curve.push({ step: state.step, loss: sum / LOOKED_AT })
  }
  const batchOf = (step: number): TrainingBatch =>
    makeBatch(set, schedule, order(LEARNED * step, plan.priorShare))
  hooks.signal.throwIfAborted()
  if (state.curve.length === 0) await look()
  let next = batchOf(state.step + 1)
  while (state.step < plan.steps) {
    if (hasStalled(state, plan)) return 'plateau'
    await hooks.isFree()
    hooks.signal.throwIfAborted()
    const step = state.step + 1
    const running = network.run(next, values())
    // The network runs in threads of its own.
    next = batchOf(step + 1)
    const { loss, gradients } = await running
    if (!Number.isFinite(loss)) throw new Error(`The loss of step ${step} is no number.`)
    adamStep(state.trained, gradients, step, rateAt(step, plan))
    state.step = step
    await hooks.onStep(loss, state)
    if (step % plan.lookEvery === 0 || step === plan.steps) await look()
  }
  return 'finished'
}

/** Slowly up, then down along a cosine. */
function rateAt(step: number, { learningRate, steps }: TrainingPlan): number {
  const warm = Math.min(1, step / WARM_UP)
  const left = (1 + Math.cos((Math.PI * step) / steps)) / 2
  return learningRate * warm * (LAST_RATE + (1 - LAST_RATE) * left)
}

function hasStalled({ step, curve }: TrainingState, { steps }: TrainingPlan): boolean {
  if (step < steps * LEAST_SHARE || curve.length <= PATIENCE) return false
  const least = (points: readonly LossPoint[]): number =>
    Math.min(...points.map(({ loss }) => loss))
  return least(curve.slice(-PATIENCE)) > least(curve.slice(0, -PATIENCE)) * (1 - LEAST_GAIN)
}
