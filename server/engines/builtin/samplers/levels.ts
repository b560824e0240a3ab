import type { Sampler } from '#contract/samplers.ts'
import { karrasSigmas, linearSigmas } from '../schedule.ts'
import type { NoiseSchedule } from '../schedule.ts'
import { noisyStart, oneYieldAStep } from './sampler.ts'
import type { SamplerDefinition, Sampling, SamplingContext } from './sampler.ts'
import { sigmaPairs } from './sigma-steps.ts'
import type { SigmaPair } from './sigma-steps.ts'
import type { Vector } from './vector.ts'

/** One step of a method that walks down noise levels; `denoised` is the expected picture at `x`. */
export type LevelStep = (
  x: Vector,
  denoised: Vector,
  pair: SigmaPair,
  context: SamplingContext,
) => Promise<Vector>

/**
 * A sampler that walks down noise levels.
 *
 * @param begin makes the step of one picture; what it remembers between steps lives in its closure
 */
export function onLinearLevels(name: Sampler, begin: (sigmas: Float64Array) => LevelStep) {
  return walk(name, linearSigmas, begin)
}

/** As {@link onLinearLevels} on the levels of Karras et al. */
export function onKarrasLevels(name: Sampler, begin: (sigmas: Float64Array) => LevelStep) {
  return walk(name, karrasSigmas, begin)
}

function walk(
  name: Sampler,
  levels: (schedule: NoiseSchedule, steps: number) => Float64Array,
  begin: (sigmas: Float64Array) => LevelStep,
): SamplerDefinition {
  async function* sample(context: SamplingContext): Sampling {
    const sigmas = levels(context.schedule, context.steps).subarray(context.from?.skip ?? 0)
    const step = begin(sigmas)
    let x = noisyStart(context, sigmas[0]!)
    for (const pair of sigmaPairs(sigmas)) {
      const denoised = await context.denoise(x, pair.sigma)
      x = await step(x, denoised, pair, context)
      yield { x, denoised }
    }
    return x
  }
  return { name, stepCount: oneYieldAStep, sample }
}
