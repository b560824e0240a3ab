import { alphaBarAfter, preserving } from '../schedule.ts'
import { ddimTimesteps } from '../timestep-spacing.ts'
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
      const ask = async (): Promise<{ denoised: Vector; noise: Vector }> => {
        const exploding = scale(1 / preserving(sigma).signal, x)
        const denoised = await denoise(exploding, sigma)
        return { denoised, noise: slope(exploding, denoised, sigma) }
      }
      const alphaBar = schedule.alphaBarOf(timestep)
      if (index === 1) {
        // The first step again, over a whole stride: uneven timesteps need not lie that far apart.
        const top = schedule.alphaBarOf(Math.min(timestep + stride, schedule.lastTimestep))
        const { denoised, noise } = await ask()
        x = transfer(start, combine([1 / 2, noise], [1 / 2, slopes[0]!]), top, alphaBar)
        yield { x, denoised }
      }
      const { denoised, noise } = await ask()
      slopes.unshift(noise)
      slopes.splice(4)
      const weights = WEIGHTS[slopes.length - 1]!
      const mean = combine(...slopes.map((d, i): [number, Vector] => [weights[i]!, d]))
      x = transfer(x, mean, alphaBar, alphaBarAfter(schedule, timestep, steps, false))
      yield { x, denoised }
    }
    return x
  },
}

/** Equation 9 from one alpha-bar to the next, each operation on them in single precision as in diffusers. */
function transfer(x: Vector, noise: Vector, now: number, next: number): Vector {
  const round = Math.fround
  const root = (value: number): number => round(Math.sqrt(value))
  const both = round(round(now * round(1 - now)) * next)
  const divisor = round(round(now * root(round(1 - next))) + root(both))
  return combine([root(round(next / now)), x], [-round(next - now) / divisor, noise])
}
