import { onEvenLevels } from './levels.ts'
import { ancestralStep, eulerStep } from './sigma-steps.ts'
import { combine } from './vector.ts'

/** Euler's method on the probability flow ODE: Karras et al. 2022 (arXiv:2206.00364), algorithm 2 without its correction. */
export const euler = onEvenLevels(
  'Euler',
  () =>
    async (x, denoised, { sigma, next }) =>
      eulerStep(x, denoised, sigma, next),
)

/** Euler's method to a lower noise level than asked, then fresh noise up to it (k-diffusion, "ancestral"). */
export const eulerAncestral = onEvenLevels(
  'Euler a',
  () =>
    async (x, denoised, { sigma, next }, { noise }) => {
      const { down, up } = ancestralStep(sigma, next)
      const lower = eulerStep(x, denoised, sigma, down)
      return next > 0 ? combine([1, lower], [up, noise()]) : lower
    },
)
