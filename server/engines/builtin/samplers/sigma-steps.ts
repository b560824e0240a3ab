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

/**
 * Splits the step from `sigma` to `next` into a deterministic part down to `down` and fresh noise of
 * deviation `up`, so that down^2 + up^2 = next^2 (Song et al. 2021, arXiv:2010.02502, with eta 1).
 */
export function ancestralStep(sigma: number, next: number): { down: number; up: number } {
  const up = Math.min(next, Math.sqrt((next ** 2 * (sigma ** 2 - next ** 2)) / sigma ** 2))
  return { down: Math.sqrt(next ** 2 - up ** 2), up }
}

/** Half the log of the signal-to-noise ratio, the time in which the DPM solvers step: infinite at sigma 0. */
export function logSnr(sigma: number): number {
  return -Math.log(sigma)
}
