import { onEvenLevels, onKarrasLevels } from './levels.ts'
import type { LevelStep } from './levels.ts'
import { ancestralStep, eulerStep, levelBetween } from './sigma-steps.ts'
import { combine } from './vector.ts'

/**
 * SDE-DPM-Solver++(2S) in the form of k-diffusion: Lu et al. 2022 (arXiv:2211.01095), section 5 and appendix A,
 * with eta 1 and r = 1/2, for which the second expected picture alone serves for the whole step. Fresh noise is
 * added at the middle and at the end.
 */
const stochastic: LevelStep = async (x, denoised, { sigma, next }, { denoise, noise }) => {
  if (next === 0) return denoised
  const middle = levelBetween(sigma, next, 1 / 2)
  const half = ancestralStep(sigma, middle)
  const halfway = combine([1, eulerStep(x, denoised, sigma, half.down)], [half.up, noise()])
  const whole = ancestralStep(sigma, next)
  const lower = eulerStep(x, await denoise(halfway, middle), sigma, whole.down)
  return combine([1, lower], [whole.up, noise()])
}

export const dpmPlusPlusSde = onEvenLevels('DPM++ SDE', () => stochastic)
export const dpmPlusPlusSdeKarras = onKarrasLevels('DPM++ SDE Karras', () => stochastic)
