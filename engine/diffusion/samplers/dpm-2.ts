import { onEvenLevels, onWholeKarrasLevels } from './levels.ts'
import type { LevelStep } from './levels.ts'
import { ancestralStep, eulerStep, levelBetween, slope } from './sigma-steps.ts'
import { combine } from './vector.ts'

/**
 * DPM-Solver-2: Lu et al. 2022 (arXiv:2206.00927), algorithm 1, in the form of k-diffusion: the slope at the
 * middle of the step in log sigma serves for the whole step; the last step is Euler's.
 */
const midpoint: LevelStep = async (x, denoised, { sigma, next }, { denoise }) => {
  if (next === 0) return denoised
  const middle = levelBetween(sigma, next, 1 / 2)
  const halfway = eulerStep(x, denoised, sigma, middle)
  return combine([1, x], [next - sigma, slope(halfway, await denoise(halfway, middle), middle)])
}

/** A midpoint step down to a lower level than the one asked for, then fresh noise up to that. */
const ancestral: LevelStep = async (x, denoised, { index, sigma, next }, context) => {
  const { down, up } = ancestralStep(sigma, next)
  const lower = await midpoint(x, denoised, { index, sigma, next: down }, context)
  return next > 0 ? combine([1, lower], [up, context.noise()]) : lower
}

export const dpm2 = onEvenLevels('DPM2', () => midpoint)
export const dpm2Karras = onWholeKarrasLevels('DPM2 Karras', () => midpoint)
export const dpm2Ancestral = onEvenLevels('DPM2 a', () => ancestral)
export const dpm2AncestralKarras = onWholeKarrasLevels('DPM2 a Karras', () => ancestral)
