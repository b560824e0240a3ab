/** How much noise a model knows at which training timestep, and the noise levels that samplers step through. */

export type Prediction = 'epsilon' | 'v_prediction' | 'sample' | 'flow'

export interface SchedulerConfig {
  prediction: Prediction
  trainTimesteps: number
  betaStart: number
  betaEnd: number
  betaSchedule: 'linear' | 'scaled_linear'
  /** The following three apply to DDIM, PLMS and UniPC only; the others use evenly spaced timesteps from the last to 0. */
  timestepSpacing: 'leading' | 'linspace' | 'trailing'
  stepsOffset: number
  setAlphaToOne: boolean
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
  const root = config.betaSchedule === 'scaled_linear' ? 2 : 1
  const betas = linspace(config.betaStart ** (1 / root), config.betaEnd ** (1 / root), count)
  let alphaBar = 1
  const logSigmas = betas.map((value) => {
    alphaBar *= 1 - value ** root
    return Math.log((1 - alphaBar) / alphaBar) / 2
  })
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

  return { config, firstTimestep: 0, lastTimestep, sigmaOf, timestepOf }
}

/** Lipman et al. 2023 (arXiv:2210.02747): x = (1 - t) picture + t noise, so sigma = t / (1 - t). */
function flowSchedule(config: SchedulerConfig): NoiseSchedule {
  const count = config.trainTimesteps
  // Sigma is zero at timestep 0 and infinite at `count`: both ends are left out.
  const [firstTimestep, lastTimestep] = [1, count - 1]
  return {
    config,
    firstTimestep,
    lastTimestep,
    sigmaOf: (timestep) => timestep / (count - timestep),
    timestepOf: (sigma) =>
      Math.min(lastTimestep, Math.max(firstTimestep, (count * sigma) / (1 + sigma))),
  }
}

/** Evenly spaced timesteps from the last to the first, then 0. */
export function linearSigmas(schedule: NoiseSchedule, steps: number): Float64Array {
  const timesteps = linspace(schedule.lastTimestep, schedule.firstTimestep, steps)
  return Float64Array.from([...timesteps.map((timestep) => schedule.sigmaOf(timestep)), 0])
}

/** Karras et al. 2022 (arXiv:2206.00364), equation 5 with rho 7 between the model's ends, then 0. */
export function karrasSigmas(schedule: NoiseSchedule, steps: number): Float64Array {
  const rho = 7
  const ends = [schedule.lastTimestep, schedule.firstTimestep].map(
    (timestep) => schedule.sigmaOf(timestep) ** (1 / rho),
  )
  return Float64Array.from([...linspace(ends[0]!, ends[1]!, steps).map((v) => v ** rho), 0])
}

/** Timesteps of diffusers' DDIMScheduler, falling. */
export function ddimTimesteps(schedule: NoiseSchedule, steps: number): number[] {
  const { trainTimesteps, timestepSpacing, stepsOffset } = schedule.config
  const stride = Math.floor(trainTimesteps / steps)
  return spacedTimesteps(schedule, steps, {
    leading: (i) => (steps - 1 - i) * stride + stepsOffset,
    linspace: (i) => linspace(trainTimesteps - 1, 0, steps)[i]!,
  })[timestepSpacing]()
}

/** Timesteps of diffusers' UniPCMultistepScheduler, falling. */
export function uniPcTimesteps(schedule: NoiseSchedule, steps: number): number[] {
  const { trainTimesteps, timestepSpacing, stepsOffset } = schedule.config
  const stride = Math.floor(trainTimesteps / (steps + 1))
  return spacedTimesteps(schedule, steps, {
    leading: (i) => (steps - i) * stride + stepsOffset,
    linspace: (i) => linspace(trainTimesteps - 1, 0, steps + 1)[i]!,
  })[timestepSpacing]()
}

/** The sigma that a DDIM or PLMS step from `timestep` leads to: beyond the first timestep 0, or, without `setAlphaToOne`, its own. */
export function sigmaAfter(schedule: NoiseSchedule, timestep: number, steps: number): number {
  const { trainTimesteps, setAlphaToOne } = schedule.config
  const next = timestep - Math.floor(trainTimesteps / steps)
  if (next >= schedule.firstTimestep) return schedule.sigmaOf(next)
  return setAlphaToOne ? 0 : schedule.sigmaOf(schedule.firstTimestep)
}

/** The three spacings of Lin et al. 2023 (arXiv:2305.08891), table 2; the first two differ between schedulers. */
function spacedTimesteps(
  { config, firstTimestep, lastTimestep }: NoiseSchedule,
  steps: number,
  of: Record<'leading' | 'linspace', (index: number) => number>,
): Record<SchedulerConfig['timestepSpacing'], () => number[]> {
  const list = (value: (index: number) => number) => (): number[] =>
    Array.from({ length: steps }, (_, i) =>
      Math.min(lastTimestep, Math.max(firstTimestep, roundHalfEven(value(i)))),
    )
  return {
    leading: list(of.leading),
    linspace: list(of.linspace),
    trailing: list(
      (i) => roundHalfEven(config.trainTimesteps - (i * config.trainTimesteps) / steps) - 1,
    ),
  }
}

/** As numpy rounds. */
function roundHalfEven(value: number): number {
  const rounded = Math.round(value)
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

/** `count` values from `from` to `to`, both included; only `from` if there is one. */
export function linspace(from: number, to: number, count: number): number[] {
  if (count === 1) return [from]
  return Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))
}
