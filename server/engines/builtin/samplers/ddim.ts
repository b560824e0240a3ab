import { ddimTimesteps, preserving, sigmaAfter } from '../schedule.ts'
import { eulerStep } from './sigma-steps.ts'
import { oneYieldAStep } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { scale } from './vector.ts'

/**
 * Song et al. 2021 (arXiv:2010.02502), equation 12 with eta 0, on the timesteps of diffusers' DDIMScheduler.
 * In the variance-exploding form it is Euler's method (their equation 14).
 */
export const ddim: SamplerDefinition = {
  name: 'DDIM',
  stepCount: oneYieldAStep,
  async *sample({ schedule, steps, start, denoise }) {
    let x = start
    for (const timestep of ddimTimesteps(schedule, steps)) {
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
