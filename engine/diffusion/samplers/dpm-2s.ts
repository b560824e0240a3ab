import { onEvenLevels, onKarrasLevels } from './levels.ts'
import type { LevelStep } from './levels.ts'
import { ancestralStep, eulerStep, levelBetween } from './sigma-steps.ts'
import { combine } from './vector.ts'

/**
 * DPM-Solver++(2S): Lu et al. 2022 (arXiv:2211.01095), algorithm 1 with r = 1/2, down to the lower level of an
 * ancestral step, then fresh noise (k-diffusion). For data prediction its exponential steps are Euler's.
 */
const singlestep: LevelStep = async (x, denoised, { sigma, next }, { denoise, noise }) => {
  const { down, up } = ancestralStep(sigma, next)
  if (next === 0) return denoised
  const middle = levelBetween(sigma, down, 1 / 2)
  const halfway = eulerStep(x, denoised, sigma, middle)
  const lower = eulerStep(x, await denoise(halfway, middle), sigma, down)
  return combine([1, lower], [up, noise()])
}

export const dpmPlusPlus2sAncestral = onEvenLevels('DPM++ 2S a', () => singlestep)
export const dpmPlusPlus2sAncestralKarras = onKarrasLevels('DPM++ 2S a Karras', () => singlestep)
