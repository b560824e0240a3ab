import type { Vector } from '../diffusion/samplers/vector.ts'
import { combine } from '../diffusion/samplers/vector.ts'

/** Gaussians of one deviation; `weights` need not sum to 1. */
export interface Mixture {
  means: number[][]
  weights: number[]
  deviation: number
}

/**
 * The exact D(x, sigma) for pictures that are drawn from a mixture of Gaussians: what a perfectly trained
 * network would answer, so that samplers can be tested without one.
 */
export function mixtureDenoiser(mixture: Mixture): (x: Vector, sigma: number) => Vector {
  const means = mixture.means.map((mean) => Float64Array.from(mean))
  const variance = mixture.deviation ** 2
  return (x, sigma) => {
    const total = variance + sigma ** 2
    const logs = means.map((mean, k) => {
      const distance = x.reduce((sum, value, i) => sum + (value - mean[i]!) ** 2, 0)
      return Math.log(mixture.weights[k]!) - distance / (2 * total)
    })
    const greatest = Math.max(...logs)
    const shares = logs.map((value) => Math.exp(value - greatest))
    const sum = shares.reduce((a, b) => a + b)
    return combine(
      [variance / total, x],
      ...means.map((mean, k): [number, Vector] => [
        ((shares[k]! / sum) * sigma ** 2) / total,
        mean,
      ]),
    )
  }
}
