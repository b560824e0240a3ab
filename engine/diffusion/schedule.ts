/** How much noise a model knows at which training timestep. */
import type { Sampler } from '#contract/samplers.ts'

export type Prediction = 'epsilon' | 'v_prediction' | 'sample' | 'flow'

export type TimestepSpacing = 'leading' | 'linspace' | 'trailing'

export interface SchedulerConfig {
  prediction: Prediction
  trainTimesteps: number
  betaStart: number
  betaEnd: number
  betaSchedule: 'linear' | 'scaled_linear' | 'squaredcos_cap_v2'
  /** In the place of the betas that the three above describe. */
  trainedBetas?: readonly number[] | undefined
  /** Betas are rescaled so that nothing of the picture is left at the last timestep. */
  zeroTerminalSnr?: boolean | undefined
  /** For DDIM, PLMS and UniPC; undefined: as their schedulers in diffusers have it by default. */
  timestepSpacing?: TimestepSpacing | undefined
  /** For all other samplers; undefined: as A1111, evenly from the last timestep to 0. */
  sigmaSpacing?: TimestepSpacing | undefined
  /**
   * Asks for DPM2 and DPM++ 2M on Karras levels at whole timesteps, as diffusers does. Left out: at fractions of
   * timesteps, as A1111 does.
   */
  wholeTimesteps?: boolean | undefined
  /** Added to timesteps with leading spacing. */
  stepsOffset: number
  /** For DDIM and PLMS; undefined: as their schedulers in diffusers have it by default. */
  setAlphaToOne?: boolean | undefined
  /** For LCM: steps that the model was distilled from, and the scale of timesteps in its boundary condition; undefined: as diffusers' LCMScheduler. */
  lcmSteps?: number | undefined
  lcmTimestepScaling?: number | undefined
  /** For a model that was distilled to draw in a few steps: the sampler that it was distilled for. */
  fewStepSampler?: Sampler | undefined
}

export interface NoiseSchedule {
  config: SchedulerConfig
  /** Least and greatest timestep; both may be fed to the network. */
  firstTimestep: number
  lastTimestep: number
  /** Noise deviation over signal at a timestep (fractions are interpolated in log sigma). */
  sigmaOf(timestep: number): number
  /** The inverse of `sigmaOf`, clamped to the timesteps that the model knows. */
  timestepOf(sigma: number): number
  /**
   * The share of the picture in the variance at a whole timestep, in single precision as diffusers' schedulers
   * keep it: the rounding adds up over the timesteps to as much as a thousandth of a thousandth.
   */
  alphaBarOf(timestep: number): number
}

export function createSchedule(config: SchedulerConfig): NoiseSchedule {
  return config.prediction === 'flow' ? flowSchedule(config) : discreteSchedule(config)
}

/** Signal and noise factors of the variance-preserving form: signal^2 + noise^2 = 1. */
export function preserving(sigma: number): { signal: number; noise: number } {
  const signal = 1 / Math.sqrt(1 + sigma ** 2)
  return { signal, noise: sigma * signal }
}

/** Ho et al. 2020 (arXiv:2006.11239): betas over training timesteps, sigma = sqrt((1 - alphaBar) / alphaBar). */
function discreteSchedule(config: SchedulerConfig): NoiseSchedule {
  const count = config.trainTimesteps
  const logSigmas = alphaBars(config, exact).map((bar) => Math.log((1 - bar) / bar) / 2)
  const singleBars = alphaBars(config, Math.fround)
  const lastTimestep = count - 1

  function sigmaOf(timestep: number): number {
    const low = Math.min(Math.floor(timestep), lastTimestep)
    const part = timestep - low
    const below = logSigmas[low]!
    return Math.exp(part > 0 ? below + part * (logSigmas[low + 1]! - below) : below)
  }

  function timestepOf(sigma: number): number {
    const target = Math.log(sigma)
    if (target <= logSigmas[0]!) return 0
    if (target >= logSigmas[lastTimestep]!) return lastTimestep
    let low = 0
    let high = lastTimestep
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (logSigmas[middle]! <= target) low = middle
      else high = middle
    }
    return low + (target - logSigmas[low]!) / (logSigmas[high]! - logSigmas[low]!)
  }

  const alphaBarOf = (timestep: number): number => singleBars[timestep]!
  return { config, firstTimestep: 0, lastTimestep, sigmaOf, timestepOf, alphaBarOf }
}

/** What a number becomes in the precision that is computed in. */
type Round = (value: number) => number

const exact: Round = (value) => value

/** The share of the picture in the variance at each training timestep. */
function alphaBars(config: SchedulerConfig, round: Round): number[] {
  let product = 1
  // PyTorch keeps the running product in double precision.
  const bars = betas(config, round).map((beta) => round((product *= round(1 - beta))))
  if (!config.zeroTerminalSnr) return bars
  // Lin et al. 2023 (arXiv:2305.08891), algorithm 1. The last level stays finite, as in diffusers' Euler.
  const roots = bars.map(Math.sqrt)
  const [first, last] = [roots[0]!, roots.at(-1)!]
  const rescaled = roots.map((root) => (((root - last) * first) / (first - last)) ** 2)
  return [...rescaled.slice(0, -1), 2 ** -24]
}

function betas(config: SchedulerConfig, round: Round): readonly number[] {
  const { trainTimesteps: count, betaStart, betaEnd, betaSchedule, trainedBetas } = config
  if (trainedBetas) return trainedBetas.map(round)
  if (betaSchedule === 'linear') return evenly(betaStart, betaEnd, count, round)
  if (betaSchedule === 'scaled_linear') {
    const roots = evenly(Math.sqrt(betaStart), Math.sqrt(betaEnd), count, round)
    return roots.map((root) => round(root ** 2))
  }
  // Nichol and Dhariwal 2021 (arXiv:2102.09672), equation 17.
  const bar = (part: number): number => Math.cos((((part + 0.008) / 1.008) * Math.PI) / 2) ** 2
  return Array.from({ length: count }, (_, i) =>
    round(Math.min(1 - bar((i + 1) / count) / bar(i / count), 0.999)),
  )
}

/** Evenly spaced values as PyTorch computes them: each half from its own end. */
function evenly(from: number, to: number, count: number, round: Round): number[] {
  const [first, last] = [round(from), round(to)]
  const step = round(round(last - first) / (count - 1))
  return Array.from({ length: count }, (_, i) =>
    round(i < Math.floor(count / 2) ? first + step * i : last - step * (count - 1 - i)),
  )
}

/** Lipman et al. 2023 (arXiv:2210.02747): x = (1 - t) picture + t noise, so sigma = t / (1 - t). */
function flowSchedule(config: SchedulerConfig): NoiseSchedule {
  const count = config.trainTimesteps
  // Sigma is zero at timestep 0 and infinite at `count`: both ends are left out.
  const [firstTimestep, lastTimestep] = [1, count - 1]
  const sigmaOf = (timestep: number): number => timestep / (count - timestep)
  return {
    config,
    firstTimestep,
    lastTimestep,
    sigmaOf,
    alphaBarOf: (timestep) => preserving(sigmaOf(timestep)).signal ** 2,
    timestepOf: (sigma) =>
      Math.min(lastTimestep, Math.max(firstTimestep, (count * sigma) / (1 + sigma))),
  }
}

/**
 * The alpha-bar that a DDIM or PLMS step from `timestep` leads to.
 *
 * @param toOne whether a step beyond the first timestep leads to the picture alone where the model does not say,
 *   rather than to the first timestep's own level
 */
export function alphaBarAfter(
  schedule: NoiseSchedule,
  timestep: number,
  steps: number,
  toOne: boolean,
): number {
  const { trainTimesteps, setAlphaToOne = toOne } = schedule.config
  const next = timestep - Math.floor(trainTimesteps / steps)
  if (next >= schedule.firstTimestep) return schedule.alphaBarOf(next)
  return setAlphaToOne ? 1 : schedule.alphaBarOf(schedule.firstTimestep)
}
