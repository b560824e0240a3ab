import type { Sampler } from '#contract/samplers.ts'
import type { NoiseSchedule } from '../schedule.ts'
import type { Vector } from './vector.ts'

/**
 * What a sampler works with. All samplers see a model only through `denoise`, so each of them serves every
 * model. `x` is in the variance-exploding form: picture + sigma * unit noise.
 */
export interface SamplingContext {
  schedule: NoiseSchedule
  /** Steps as the person asked for, 1 or more. */
  steps: number
  /** Unit noise that the picture grows from. */
  start: Vector
  /** D(x, sigma): the picture that the model expects behind the noise. */
  denoise(x: Vector, sigma: number): Promise<Vector>
  /** The next unit noise vector of this picture's own stream. */
  noise(): Vector
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
  /** How often {@link SamplerDefinition.sample} yields for so many steps asked. */
  stepCount(steps: number): number
  sample(context: SamplingContext): Sampling
}

export const oneYieldAStep = (steps: number): number => steps
