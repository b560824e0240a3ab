import { onMultistepKarrasLevels, onMultistepLevels } from './levels.ts'
import type { LevelStep } from './levels.ts'
import { eulerStep, logSnr } from './sigma-steps.ts'
import type { Vector } from './vector.ts'
import { combine } from './vector.ts'

/** DPM-Solver++(2M): Lu et al. 2022 (arXiv:2211.01095), algorithm 2; the last step to sigma 0 is of first order. */
function multistep(sigmas: Float64Array): LevelStep {
  let before: Vector | null = null
  return async (x, denoised, { index, sigma, next }) => {
    let target = denoised
    if (before && next > 0) {
      const now = logSnr(sigma)
      const r = (now - logSnr(sigmas[index - 1]!)) / (logSnr(next) - now)
      target = combine([1 + 1 / (2 * r), denoised], [-1 / (2 * r), before])
    }
    before = denoised
    return eulerStep(x, target, sigma, next)
  }
}

export const dpmPlusPlus2m = onMultistepLevels('DPM++ 2M', multistep)
export const dpmPlusPlus2mKarras = onMultistepKarrasLevels('DPM++ 2M Karras', multistep)
