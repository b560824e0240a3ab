import type { NoiseSchedule, TimestepSpacing } from './schedule.ts'

/** The noise levels that a sampler steps through. */
export interface NoiseLevels {
  /** One a step, falling, then 0. */
  sigmas: Float64Array
  /** The timestep at which the network is asked at each level but 0; left out: the one of that sigma. */
  timesteps?: readonly number[]
  /** Deviation of what a picture grows from: of the noise alone, or of the noise over a picture of deviation 1. */
  startDeviation: number
}

type Levels = (schedule: NoiseSchedule, steps: number) => NoiseLevels

/** As diffusers' EulerDiscreteScheduler and its relatives where the model demands a spacing, else as A1111. */
export const evenLevels: Levels = (schedule, steps) => {
  const { sigmaSpacing } = schedule.config
  if (sigmaSpacing === undefined || sigmaSpacing === 'linspace') {
    return levelsAt(schedule, linspace(schedule.lastTimestep, schedule.firstTimestep, steps))
  }
  const levels = levelsAt(schedule, spacedTimesteps(schedule, sigmaSpacing, steps, steps))
  return sigmaSpacing === 'leading' ? startingPreserved(levels) : levels
}

/** Karras levels between the ends of {@link evenLevels}. */
export const karrasLevels: Levels = (schedule, steps) => {
  const { sigmaSpacing } = schedule.config
  const { sigmas } = evenLevels(schedule, steps)
  const levels = levelsOf(karras(sigmas[0]!, sigmas[steps - 1]!, steps))
  return sigmaSpacing === 'leading' ? startingPreserved(levels) : levels
}

/** As diffusers' KDPM2DiscreteScheduler has them: {@link karrasLevels} at whole timesteps. */
export const wholeKarrasLevels: Levels = (schedule, steps) => {
  const levels = karrasLevels(schedule, steps)
  return schedule.config.wholeTimesteps ? atWholeTimesteps(schedule, levels) : levels
}

/** As diffusers' DPMSolverMultistepScheduler where the model demands a spacing, else as A1111. */
export const multistepLevels: Levels = (schedule, steps) => {
  const { sigmaSpacing } = schedule.config
  if (sigmaSpacing === undefined) return evenLevels(schedule, steps)
  return startingPreserved(levelsAt(schedule, multistepTimesteps(schedule, sigmaSpacing, steps)))
}

/** Karras levels between the model's own ends, as diffusers' DPMSolverMultistepScheduler has them. */
export const multistepKarrasLevels: Levels = (schedule, steps) => {
  const { lastTimestep, firstTimestep, config } = schedule
  const ends = [schedule.sigmaOf(lastTimestep), schedule.sigmaOf(firstTimestep)] as const
  const levels = levelsOf(karras(...ends, steps))
  if (!config.wholeTimesteps) return levels
  return startingPreserved(atWholeTimesteps(schedule, levels))
}

/** Timesteps of diffusers' DDIMScheduler and PNDMScheduler, falling. */
export function ddimTimesteps(schedule: NoiseSchedule, steps: number): number[] {
  return spacedTimesteps(schedule, schedule.config.timestepSpacing ?? 'leading', steps, steps)
}

/** Timesteps of diffusers' UniPCMultistepScheduler, falling. */
export function uniPcTimesteps(schedule: NoiseSchedule, steps: number): number[] {
  return multistepTimesteps(schedule, schedule.config.timestepSpacing ?? 'linspace', steps)
}

/** Steps that a latent consistency model was distilled from. */
const LCM_STEPS = 50

/** Timesteps of diffusers' LCMScheduler, falling: some of those of the sampler that the model was distilled from. */
export function lcmTimesteps({ config }: NoiseSchedule, steps: number): number[] {
  const all = Math.max(config.lcmSteps ?? LCM_STEPS, steps)
  const stride = Math.floor(config.trainTimesteps / all)
  const part = all / steps
  return Array.from({ length: steps }, (_, i) => (all - Math.floor(i * part)) * stride - 1)
}

function multistepTimesteps(
  schedule: NoiseSchedule,
  spacing: TimestepSpacing,
  steps: number,
): number[] {
  return spacedTimesteps(schedule, spacing, steps, spacing === 'trailing' ? steps : steps + 1)
}

/** Karras et al. 2022 (arXiv:2206.00364), equation 5 with rho 7. */
function karras(greatest: number, least: number, steps: number): number[] {
  const rho = 7
  return linspace(greatest ** (1 / rho), least ** (1 / rho), steps).map((value) => value ** rho)
}

function levelsOf(sigmas: readonly number[]): NoiseLevels {
  return { sigmas: Float64Array.from([...sigmas, 0]), startDeviation: sigmas[0]! }
}

function levelsAt(schedule: NoiseSchedule, timesteps: readonly number[]): NoiseLevels {
  return levelsOf(timesteps.map((timestep) => schedule.sigmaOf(timestep)))
}

function atWholeTimesteps(schedule: NoiseSchedule, levels: NoiseLevels): NoiseLevels {
  const asked = [...levels.sigmas.subarray(0, -1)]
  return { ...levels, timesteps: asked.map((sigma) => roundHalfEven(schedule.timestepOf(sigma))) }
}

/** Starts from noise that has a deviation of 1 in the variance-preserving form. */
function startingPreserved(levels: NoiseLevels): NoiseLevels {
  return { ...levels, startDeviation: Math.sqrt(levels.sigmas[0]! ** 2 + 1) }
}

/**
 * The three spacings of Lin et al. 2023 (arXiv:2305.08891), table 2: the first `steps` of `count` timesteps,
 * falling. Computed as numpy computes them, because halves are rounded.
 */
function spacedTimesteps(
  { config, firstTimestep, lastTimestep }: NoiseSchedule,
  spacing: TimestepSpacing,
  steps: number,
  count: number,
): number[] {
  const { trainTimesteps, stepsOffset } = config
  const spaced = {
    leading: (i: number) => (count - 1 - i) * Math.floor(trainTimesteps / count) + stepsOffset,
    linspace: (i: number) => roundHalfEven(linspace(0, trainTimesteps - 1, count)[count - 1 - i]!),
    trailing(i: number) {
      const stride = trainTimesteps - (trainTimesteps - trainTimesteps / count)
      return roundHalfEven(trainTimesteps - i * stride) - 1
    },
  }[spacing]
  return Array.from({ length: steps }, (_, i) =>
    Math.min(lastTimestep, Math.max(firstTimestep, spaced(i))),
  )
}

/** Rounds half to even, as numpy does. */
function roundHalfEven(value: number): number {
  const rounded = Math.round(value)
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

/** `count` values from `from` to `to`, both included; only `from` if there is one. */
export function linspace(from: number, to: number, count: number): number[] {
  const step = (to - from) / (count - 1)
  return Array.from({ length: count }, (_, i) =>
    i > 0 && i === count - 1 ? to : from + (i === 0 ? 0 : i * step),
  )
}
