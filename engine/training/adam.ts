/** Numbers that are trained, and what the optimiser remembers of their gradients. */
export interface Trained {
  values: Float32Array
  /** Running mean of the gradients. */
  mean: Float32Array
  /** Running mean of their squares. */
  square: Float32Array
}

const [BETA_1, BETA_2, EPSILON, DECAY] = [0.9, 0.99, 1e-8, 0.01]
/** Longer gradients, all matrices together, are shortened to this. */
const LONGEST = 1

/** Numbers that were not trained yet. */
export function untrained(values: Float32Array): Trained {
  return { values, mean: new Float32Array(values.length), square: new Float32Array(values.length) }
}

/**
 * A step of AdamW (Loshchilov and Hutter 2017, arXiv:1711.05101) in place, after the gradients were shortened.
 *
 * @param step from 1
 */
export function adamStep(
  all: readonly Trained[],
  gradients: readonly Float32Array[],
  step: number,
  rate: number,
): void {
  const length = Math.sqrt(gradients.reduce((sum, one) => sum + squaredLength(one), 0))
  const factor = length > LONGEST ? LONGEST / length : 1
  const move = rate / (1 - BETA_1 ** step)
  const bias = 1 / (1 - BETA_2 ** step)
  for (const [place, { values, mean, square }] of all.entries()) {
    const gradient = gradients[place]!
    for (let i = 0; i < values.length; i++) {
      const slope = gradient[i]! * factor
      const m = BETA_1 * mean[i]! + (1 - BETA_1) * slope
      const s = BETA_2 * square[i]! + (1 - BETA_2) * slope * slope
      mean[i] = m
      square[i] = s
      values[i]! -= (move * m) / (Math.sqrt(s * bias) + EPSILON) + rate * DECAY * values[i]!
    }
  }
}

function squaredLength(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value * value
  return sum
}
