import type { Sampler } from '#contract/samplers.ts'
import type { NoiseSchedule } from '../schedule.ts'
import {
  evenLevels,
  karrasLevels,
  multistepKarrasLevels,
  multistepLevels,
  wholeKarrasLevels,
} from '../timestep-spacing.ts'
import type { NoiseLevels } from '../timestep-spacing.ts'
import { noisyStart, oneYieldAStep } from './sampler.ts'
import type { SamplerDefinition, Sampling, SamplerInput } from './sampler.ts'
import { sigmaPairs } from './sigma-steps.ts'
import type { SigmaPair } from './sigma-steps.ts'
import type { Vector } from './vector.ts'

/** One step of a method that walks down noise levels; `denoised` is the expected picture at `x`. */
export type LevelStep = (
  x: Vector,
  denoised: Vector,
  pair: SigmaPair,
  context: SamplerInput,
) => Promise<Vector>

type Begin = (sigmas: Float64Array) => LevelStep

/**
 * A sampler that walks down noise levels.
 *
 * @param begin makes the step of one picture; what it remembers between steps lives in its closure
 */
export function onEvenLevels(name: Sampler, begin: Begin) {
  return walk(name, evenLevels, begin)
}

/** As {@link onEvenLevels} on the levels of Karras et al. */
export function onKarrasLevels(name: Sampler, begin: Begin) {
  return walk(name, karrasLevels, begin)
}

/** As {@link onKarrasLevels} for samplers that diffusers asks at whole timesteps. */
export function onWholeKarrasLevels(name: Sampler, begin: Begin) {
  return walk(name, wholeKarrasLevels, begin)
}

/** As {@link onEvenLevels} for samplers that diffusers has as DPMSolverMultistepScheduler. */
export function onMultistepLevels(name: Sampler, begin: Begin) {
  return walk(name, multistepLevels, begin)
}

/** As {@link onMultistepLevels} on the levels of Karras et al. */
export function onMultistepKarrasLevels(name: Sampler, begin: Begin) {
  return walk(name, multistepKarrasLevels, begin)
}

function walk(
  name: Sampler,
  levels: (schedule: NoiseSchedule, steps: number) => NoiseLevels,
  begin: Begin,
): SamplerDefinition {
  async function* sample(context: SamplerInput): Sampling {
    const { sigmas: all, timesteps, startDeviation } = levels(context.schedule, context.steps)
    const skip = context.from?.skip ?? 0
    const sigmas = all.subarray(skip)
    const step = begin(sigmas)
    let x = noisyStart(context, sigmas[0]!, startDeviation)
    for (const pair of sigmaPairs(sigmas)) {
      const denoised = await context.denoise(x, pair.sigma, timesteps?.[skip + pair.index])
      x = await step(x, denoised, pair, context)
      yield { x, denoised }
    }
    return x
  }
  return { name, stepCount: oneYieldAStep, sample }
}
