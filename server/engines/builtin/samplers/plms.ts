import { ddimTimesteps, preserving, sigmaAfter } from '../schedule.ts'
import type { SamplerDefinition } from './sampler.ts'
import { preservingStart } from './sampler.ts'
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
  async *sample(context) {
    const { schedule, steps, from, denoise } = context
    const timesteps = ddimTimesteps(schedule, steps).slice(from?.skip)
    const start = preservingStart(context, schedule.sigmaOf(timesteps[0]!))
    const stride = Math.floor(schedule.config.trainTimesteps / steps)
    const slopes: Vector[] = []
    let x = start
    for (const [index, timestep] of timesteps.entries()) {
      const sigma = schedule.sigmaOf(timestep)
      if (index === 1) {
        // The first step again, over a whole stride: uneven timesteps need not lie that far apart.
        const top = schedule.sigmaOf(Math.min(timestep + stride, schedule.lastTimestep))
        const exploding = explode(sigma, x)
        const denoised = await denoise(exploding, sigma)
        const mean = combine([1 / 2, slope(exploding, denoised, sigma)], [1 / 2, slopes[0]!])
        x = preserve(sigma, combine([1, explode(top, start)], [sigma - top, mean]))
        yield { x, denoised }
      }
      const next = sigmaAfter(schedule, timestep, steps, false)
      const exploding = explode(sigma, x)
      const denoised = await denoise(exploding, sigma)
      slopes.unshift(slope(exploding, denoised, sigma))
      slopes.splice(4)
      const weights = WEIGHTS[slopes.length - 1]!
      const terms = slopes.map((d, i): [number, Vector] => [(next - sigma) * weights[i]!, d])
      x = preserve(next, combine([1, exploding], ...terms))
      yield { x, denoised }
    }
    return x
  },
}

/** From and to the variance-exploding form, in which equation 9 is a step along the slope. */
const explode = (sigma: number, x: Vector): Vector => scale(1 / preserving(sigma).signal, x)
const preserve = (sigma: number, x: Vector): Vector => scale(preserving(sigma).signal, x)
