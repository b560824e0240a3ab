import { onEvenLevels } from './levels.ts'
import { eulerStep, slope } from './sigma-steps.ts'
import { combine } from './vector.ts'

/** Heun's method: Karras et al. 2022 (arXiv:2206.00364), algorithm 1 without churn; the last step is Euler's. */
export const heun = onEvenLevels(
  'Heun',
  () =>
    async (x, denoised, { sigma, next }, { denoise }) => {
      const end = eulerStep(x, denoised, sigma, next)
      if (next === 0) return end
      const slopeAtEnd = slope(end, await denoise(end, next), next)
      const half = (next - sigma) / 2
      return combine([1, x], [half, slope(x, denoised, sigma)], [half, slopeAtEnd])
    },
)
