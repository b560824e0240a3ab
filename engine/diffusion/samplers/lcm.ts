import type { NoiseSchedule } from '../schedule.ts'
import { preserving } from '../schedule.ts'
import { lcmTimesteps } from '../timestep-spacing.ts'
import { oneYieldAStep, preservingStart } from './sampler.ts'
import type { SamplerDefinition } from './sampler.ts'
import { combine, scale } from './vector.ts'

/** Deviation that the boundary condition takes pictures to have: diffusers' LCMScheduler. */
const PICTURE_DEVIATION = 0.5
const TIMESTEP_SCALING = 10

/**
 * Latent consistency models: Luo et al. 2023 (arXiv:2310.04378), algorithm 2. Each step leads to the picture itself, which
 * gets the noise of the next step's level; on the timesteps of diffusers' LCMScheduler.
 */
export const lcm: SamplerDefinition = {
  name: 'LCM',
  stepCount: oneYieldAStep,
  async *sample(context) {
    const { schedule, steps, from, denoise, noise } = context
    const timesteps = lcmTimesteps(schedule, steps).slice(from?.skip)
    let x = preservingStart(context, schedule.sigmaOf(timesteps[0]!))
    for (const [i, timestep] of timesteps.entries()) {
      const sigma = schedule.sigmaOf(timestep)
      const expected = await denoise(scale(1 / preserving(sigma).signal, x), sigma, timestep)
      const { kept, made } = boundary(schedule, timestep)
      const denoised = combine([made, expected], [kept, x])
      const next = timesteps[i + 1]
      if (next === undefined) x = denoised
      else {
        const share = schedule.alphaBarOf(next)
        x = combine([Math.sqrt(share), denoised], [Math.sqrt(1 - share), noise()])
      }
      yield { x, denoised }
    }
    return x
  },
}

/** Shares of what there is and of what the network expects, so that nothing changes where there is no noise. */
function boundary({ config }: NoiseSchedule, timestep: number): { kept: number; made: number } {
  const scaled = timestep * (config.lcmTimestepScaling ?? TIMESTEP_SCALING)
  const total = scaled ** 2 + PICTURE_DEVIATION ** 2
  return { kept: PICTURE_DEVIATION ** 2 / total, made: scaled / Math.sqrt(total) }
}
