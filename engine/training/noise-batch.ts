import { createNoiseStream, createUniformStream } from '../diffusion/noise.ts'
import type { NoiseSchedule } from '../diffusion/schedule.ts'
import { preserving } from '../diffusion/schedule.ts'
import type { TrainingBatch } from './training-step.ts'

/** An image with its words, as the networks hold them. */
export interface TrainingExample {
  latents: Float32Array
  /** Encoded words of its caption. */
  words: Float32Array
}

/** All that batches are made from. */
export interface TrainingSet {
  examples: readonly TrainingExample[]
  /** Images of the same kind as the network draws them; none if `priorShare` is 0. */
  prior: readonly TrainingExample[]
  /** Encoded words of an empty caption. */
  emptyWords: Float32Array
  /** Numbers of the latents that the denoiser is shown beside its own; null for one that is shown none. */
  shownLength: number | null
}

export interface BatchOrder {
  size: number
  /** Share of the batch that is taken from the prior. */
  priorShare: number
  /** The same seed is the same batch. */
  seed: number
}

/** Share of examples whose words are left out, so that guidance has something to compare with. */
const WORDLESS = 0.1
/** Share of examples that are shown another one of the subject, as a guidance image shows it when drawing. */
const SHOWN = 0.5
/** Levels of noise with a clearer signal than this count as if they had this much (min-SNR; Hang et al. 2023, arXiv:2303.09556). */
const CLEAREST = 5

/** Noise of all levels over examples chosen by chance, and what the denoiser should say to it. */
export function makeBatch(
  set: TrainingSet,
  schedule: NoiseSchedule,
  { size, priorShare, seed }: BatchOrder,
): TrainingBatch {
  const uniform = createUniformStream(seed)
  const noise = createNoiseStream(seed)
  const { prediction } = schedule.config
  const length = set.examples[0]!.latents.length
  const width = set.emptyWords.length
  const sample = new Float32Array(size * length)
  const target = new Float32Array(size * length)
  const timestep = new Float32Array(size)
  const words = new Float32Array(size * width)
  const weights = new Float32Array(size)
  const shown = set.shownLength === null ? null : new Float32Array(size * set.shownLength)
  const { firstTimestep, lastTimestep } = schedule
  const fromPrior = set.prior.length > 0 ? Math.round(size * priorShare) : 0
  const turn = Math.floor(uniform() * size)
  for (let row = 0; row < size; row++) {
    const isPrior = row < fromPrior
    const { latents, words: own } = oneOf(isPrior ? set.prior : set.examples, uniform)
    // One level of noise from each part of the schedule, so that batches are alike.
    const part = (((row + turn) % size) + uniform()) / size
    const time = Math.floor(firstTimestep + part * (lastTimestep - firstTimestep))
    const sigma = schedule.sigmaOf(time)
    const isFlow = prediction === 'flow'
    const { signal, noise: amount } = isFlow
      ? { signal: 1 / (1 + sigma), noise: sigma / (1 + sigma) }
      : preserving(sigma)
    timestep[row] = time
    weights[row] = weightOf(prediction, 1 / sigma ** 2)
    words.set(uniform() < WORDLESS ? set.emptyWords : own, row * width)
    const grain = noise(length)
    for (let i = 0; i < length; i++) {
      const [x, e] = [latents[i]!, grain[i]!]
      sample[row * length + i] = signal * x + amount * e
      target[row * length + i] = TARGETS[prediction](x, e, signal, amount)
    }
    const isShown = uniform() < SHOWN
    const other = oneOf(set.examples, uniform)
    if (shown && isShown && !isPrior) shown.set(other.latents, row * set.shownLength!)
  }
  const inputs: Record<string, Float32Array> = { sample, timestep, encoder_hidden_states: words }
  if (shown) inputs['neighbours'] = shown
  return { inputs, target, weights }
}

type Prediction = NoiseSchedule['config']['prediction']

/** What a network of each kind says of a picture `x` and noise `e`. */
const TARGETS: Record<Prediction, (x: number, e: number, signal: number, noise: number) => number> =
  {
    epsilon: (_, e) => e,
    v_prediction: (x, e, signal, noise) => signal * e - noise * x,
    sample: (x) => x,
    flow: (x, e) => e - x,
  }

/** @param clarity signal over noise, squared */
function weightOf(prediction: Prediction, clarity: number): number {
  const counted = Math.min(clarity, CLEAREST)
  if (prediction === 'epsilon') return counted / clarity
  if (prediction === 'v_prediction') return counted / (clarity + 1)
  return prediction === 'sample' ? counted : 1
}

function oneOf<T>(list: readonly T[], uniform: () => number): T {
  return list[Math.floor(uniform() * list.length)]!
}
