import { ddimTimesteps, preserving } from '../schedule.ts'
import { oneYieldAStep } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { combine, scale } from './vector.ts'

/** Song et al. 2021 (arXiv:2010.02502), equation 12 with eta 0, on the timesteps of diffusers' DDIMScheduler. */
export const ddim: SamplerDefinition = {
  name: 'DDIM',
  stepCount: oneYieldAStep,
  async *sample({ schedule, steps, start, denoise }) {
    const { timesteps, previous } = ddimTimesteps(schedule, steps)
    let x = start
    for (const [index, timestep] of timesteps.entries()) {
      const sigma = schedule.sigmaOf(timestep)
      const from = preserving(sigma)
      const to = preserving(previous[index]!)
      const denoised = await denoise(scale(1 / from.signal, x), sigma)
      const ratio = to.noise / from.noise
      x = combine([ratio, x], [to.signal - ratio * from.signal, denoised])
      yield { x, denoised }
    }
    return x
  },
}
