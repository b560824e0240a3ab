import type { TrainedKind } from '#lib/engine-spec/index.ts'

/** How a LoRA is trained. */
export interface TrainingPlan {
  /** Width of the matrices: how much can be learned. */
  rank: number
  learningRate: number
  steps: number
  /** Examples a step. */
  batch: number
  seed: number
  /** Steps between two looks at the loss of the same noise, by which it is seen whether more steps help. */
  lookEvery: number
  /** Share of a batch that is images of the same kind as the network draws them, so that it does not forget what others look like. */
  priorShare: number
}

/** A style is spread over everything and takes more numbers; a face wants smaller steps. */
export const PRESETS: Readonly<Record<TrainedKind, Omit<TrainingPlan, 'seed'>>> = {
  person: { rank: 8, learningRate: 6e-4, steps: 1200, batch: 4, lookEvery: 40, priorShare: 0.25 },
  pet: { rank: 8, learningRate: 8e-4, steps: 1200, batch: 4, lookEvery: 40, priorShare: 0 },
  object: { rank: 8, learningRate: 8e-4, steps: 1200, batch: 4, lookEvery: 40, priorShare: 0 },
  style: { rank: 16, learningRate: 5e-4, steps: 1600, batch: 4, lookEvery: 40, priorShare: 0 },
}
