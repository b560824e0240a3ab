import type { Vector } from './vector.ts'
import { combine } from './vector.ts'

/** One step of a schedule: from `sigma` down to `next` (0 in the last one). */
export interface SigmaPair {
  index: number
  sigma: number
  next: number
}

/** The steps between neighbouring noise levels of a schedule that ends in 0. */
export function sigmaPairs(sigmas: Float64Array): SigmaPair[] {
  return Array.from(sigmas.subarray(0, -1), (sigma, index) => ({
    index,
    sigma,
    next: sigmas[index + 1]!,
  }))
}

/** dx/dsigma of the probability flow ODE: Karras et al. 2022 (arXiv:2206.00364), equation 4. */
export function slope(x: Vector, denoised: Vector, sigma: number): Vector {
  return combine([1 / sigma, x], [-1 / sigma, denoised])
}

/** x + (next - sigma) * slope, written so that a step to 0 gives exactly `denoised`. */
export function eulerStep(x: Vector, denoised: Vector, sigma: number, next: number): Vector {
  return combine([next / sigma, x], [1 - next / sigma, denoised])
}

/**
 * Splits the step from `sigma` to `next` into a deterministic part down to `down` and fresh noise of
 * deviation `up`, so that down^2 + up^2 = next^2 (Song et al. 2021, arXiv:2010.02502, with eta 1).
 */
export function ancestralStep(sigma: number, next: number): { down: number; up: number } {
  const up = Math.min(next, Math.sqrt((next ** 2 * (sigma ** 2 - next ** 2)) / sigma ** 2))
  return { down: Math.sqrt(next ** 2 - up ** 2), up }
}

/** Log of the signal-to-noise ratio, halved: the time in which the DPM solvers step; infinite at sigma 0. */
export function logSnr(sigma: number): number {
  return -Math.log(sigma)
}

/** The noise level `part` of the way from `sigma` to `next` in {@link logSnr}. */
export function levelBetween(sigma: number, next: number, part: number): number {
  return Math.exp((1 - part) * Math.log(sigma) + part * Math.log(next))
}
