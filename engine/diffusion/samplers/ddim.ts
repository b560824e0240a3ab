import { alphaBarAfter, preserving } from '../schedule.ts'
import { ddimTimesteps } from '../timestep-spacing.ts'
import { slope } from './sigma-steps.ts'
import { oneYieldAStep, preservingStart } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { combine, scale } from './vector.ts'

/**
 * Song et al. 2021 (arXiv:2010.02502), equation 12 with eta 0, on the timesteps of diffusers' DDIMScheduler and
 * with its factors in single precision.
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
      const exploding = scale(1 / preserving(sigma).signal, x)
      const denoised = await denoise(exploding, sigma)
      const noise = slope(exploding, denoised, sigma)
      const now = inSingle(schedule.alphaBarOf(timestep))
      const next = inSingle(alphaBarAfter(schedule, timestep, steps, true))
      const factor = next.signal / now.signal
      x = combine([factor, x], [next.noise - factor * now.noise, noise])
      yield { x, denoised }
    }
    return x
  },
}

function inSingle(alphaBar: number): { signal: number; noise: number } {
  const [signal, noise] = [alphaBar, Math.fround(1 - alphaBar)].map((part) =>
    Math.fround(Math.sqrt(part)),
  )
  return { signal: signal!, noise: noise! }
}
