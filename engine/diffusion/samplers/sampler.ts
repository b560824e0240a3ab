import type { Sampler } from '#contract/samplers.ts'
import type { NoiseSchedule } from '../schedule.ts'
import { preserving } from '../schedule.ts'
import type { Vector } from './vector.ts'
import { combine, scale } from './vector.ts'

/**
 * D(x, sigma): the picture that the model expects behind the noise.
 *
 * @param timestep at which the network is asked; left out: the one of `sigma`
 */
export type Denoise = (x: Vector, sigma: number, timestep?: number) => Promise<Vector>

/**
 * What a sampler works with. All samplers see a model only through `denoise`, so each of them serves every
 * model. `x` is in the variance-exploding form: picture + sigma * unit noise.
 */
export interface SamplerInput {
  schedule: NoiseSchedule
  /** Steps as the person asked for, 1 or more. */
  steps: number
  /** Unit noise that the picture grows from. */
  start: Vector
  /** Left out: from nothing but noise, in all steps. */
  from?: StartingPoint | undefined
  denoise: Denoise
  /** The next unit noise vector of this picture's own stream. */
  noise(): Vector
}

/** A picture that is covered with the noise of a later step than the first, from which the steps go on. */
export interface StartingPoint {
  latents: Vector
  /** Steps that are left out, less than `steps`. */
  skip: number
}

/** The state after a step. */
export interface SamplerStep {
  /** In the sampler's own form (DDIM, PLMS and UniPC: variance-preserving). */
  x: Vector
  /** The latest expected picture, for previews. */
  denoised: Vector
}

/** Yields after every step and returns the finished latents. */
export type Sampling = AsyncGenerator<SamplerStep, Vector, void>

export interface SamplerDefinition {
  name: Sampler
  /** How often {@link SamplerDefinition.sample} yields for so many steps, those left out not counted. */
  stepCount(steps: number): number
  sample(context: SamplerInput): Sampling
}

/**
 * The latents at the first noise level that is not left out.
 *
 * @param deviation of what a picture grows from that starts from nothing but noise
 */
export function noisyStart(
  { start, from }: SamplerInput,
  sigma: number,
  deviation: number,
): Vector {
  return from ? combine([1, from.latents], [sigma, start]) : scale(deviation, start)
}

/** As {@link noisyStart} in the variance-preserving form, where noise alone is taken as it is. */
export function preservingStart({ start, from }: SamplerInput, sigma: number): Vector {
  const { signal, noise } = preserving(sigma)
  return from ? combine([signal, from.latents], [noise, start]) : start
}

export const oneYieldAStep = (steps: number): number => steps
