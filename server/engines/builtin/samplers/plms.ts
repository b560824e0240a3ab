import { ddimTimesteps, preserving, sigmaAfter } from '../schedule.ts'
import type { SamplerDefinition } from './sampler.ts'
import { slope } from './sigma-steps.ts'
import type { Vector } from './vector.ts'
import { combine, scale } from './vector.ts'

/** Adams-Bashforth weights by how many slopes are known, newest first. */
const WEIGHTS = [
  [1],
  [3 / 2, -1 / 2],
  [23 / 12, -16 / 12, 5 / 12],
  [55, -59, 37, -9].map((w) => w / 24),
]

/**
 * Pseudo linear multi-step: Liu et al. 2022 (arXiv:2202.09778), equations 9 and 12 without Runge-Kutta steps
 * at the beginning, as in diffusers' PNDMScheduler with `skip_prk_steps`: the first step is made twice, the
 * second time with the mean of the slopes at its two ends.
 */
export const plms: SamplerDefinition = {
  name: 'PLMS',
  stepCount: (steps) => (steps > 1 ? steps + 1 : 1),
  async *sample({ schedule, steps, start, denoise }) {
    const timesteps = ddimTimesteps(schedule, steps)
    const stride = Math.floor(schedule.config.trainTimesteps / steps)
    const preserve = (sigma: number, vector: Vector): Vector =>
      scale(preserving(sigma).signal, vector)
    const first = schedule.sigmaOf(timesteps[0]!)
    // Inside, x is in the variance-exploding form, where equation 9 is a step along the slope.
    const begin = scale(1 / preserving(first).signal, start)
    const slopes: Vector[] = []
    let x = begin
    for (const [index, timestep] of timesteps.entries()) {
      const sigma = schedule.sigmaOf(timestep)
      if (index === 1) {
        const denoised = await denoise(x, sigma)
        const mean = combine([1 / 2, slope(x, denoised, sigma)], [1 / 2, slopes[0]!])
        x = combine([1, begin], [sigma - schedule.sigmaOf(timestep + stride), mean])
        yield { x: preserve(sigma, x), denoised }
      }
      const next = sigmaAfter(schedule, timestep, steps)
      const denoised = await denoise(x, sigma)
      slopes.unshift(slope(x, denoised, sigma))
      slopes.splice(4)
      const weights = WEIGHTS[slopes.length - 1]!
      const terms = slopes.map((d, i): [number, Vector] => [(next - sigma) * weights[i]!, d])
      x = combine([1, x], ...terms)
      yield { x: preserve(next, x), denoised }
    }
    return preserve(sigmaAfter(schedule, timesteps.at(-1)!, steps), x)
  },
}
