import { ddimTimesteps, preserving, sigmaAfter } from '../schedule.ts'
import { eulerStep } from './sigma-steps.ts'
import { oneYieldAStep, preservingStart } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { scale } from './vector.ts'

/**
 * Song et al. 2021 (arXiv:2010.02502), equation 12 with eta 0, on the timesteps of diffusers' DDIMScheduler.
 * In the variance-exploding form it is Euler's method (their equation 14).
 */
export const ddim: SamplerDefinition = {
  name: 'DDIM',
  stepCount: oneYieldAStep,
  async *sample(context) {
    const { schedule, steps, from, denoise } = context
    const timesteps = ddimTimesteps(schedule, steps).slice(from?.skip)
    let x = preservingStart(context, schedule.sigmaOf(timesteps[0]!))
    for (const timestep of timesteps) {
      const sigma = schedule.sigmaOf(timestep)
      const next = sigmaAfter(schedule, timestep, steps, true)
      const exploding = scale(1 / preserving(sigma).signal, x)
      const denoised = await denoise(exploding, sigma)
      x = scale(preserving(next).signal, eulerStep(exploding, denoised, sigma, next))
      yield { x, denoised }
    }
    return x
  },
}
