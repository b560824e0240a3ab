import { linearSigmas } from '../schedule.ts'
import { ancestralStep, sigmaPairs } from './sigma-steps.ts'
import { oneYieldAStep } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { combine, scale } from './vector.ts'

/** Euler's method on the probability flow ODE: Karras et al. 2022 (arXiv:2206.00364), algorithm 2 without its correction. */
export const euler: SamplerDefinition = {
  name: 'Euler',
  stepCount: oneYieldAStep,
  async *sample({ schedule, steps, start, denoise }) {
    const sigmas = linearSigmas(schedule, steps)
    let x = scale(sigmas[0]!, start)
    for (const { sigma, next } of sigmaPairs(sigmas)) {
      const denoised = await denoise(x, sigma)
      x = combine([next / sigma, x], [1 - next / sigma, denoised])
      yield { x, denoised }
    }
    return x
  },
}

/** Euler's method to a lower noise level than asked, then fresh noise up to it (k-diffusion, "ancestral"). */
export const eulerAncestral: SamplerDefinition = {
  name: 'Euler a',
  stepCount: oneYieldAStep,
  async *sample({ schedule, steps, start, denoise, noise }) {
    const sigmas = linearSigmas(schedule, steps)
    let x = scale(sigmas[0]!, start)
    for (const { sigma, next } of sigmaPairs(sigmas)) {
      const denoised = await denoise(x, sigma)
      const { down, up } = ancestralStep(sigma, next)
      x = combine([down / sigma, x], [1 - down / sigma, denoised])
      if (next > 0) x = combine([1, x], [up, noise()])
      yield { x, denoised }
    }
    return x
  },
}
