/** Latents of one picture, flat, in double precision: samplers subtract nearly equal numbers. */
export type Vector = Float64Array

/** The sum of `factor * vector` over all terms; all vectors have the same length. */
export function combine(...terms: [factor: number, vector: Vector][]): Vector {
  const sum = new Float64Array(terms[0]?.[1].length ?? 0)
  for (const [factor, vector] of terms) {
    // A factor of zero may meet an infinite value in the last step of a schedule.
    if (factor === 0) continue
    for (let i = 0; i < sum.length; i++) sum[i] = sum[i]! + factor * vector[i]!
  }
  return sum
}

/** `factor * vector`. */
export function scale(factor: number, vector: Vector): Vector {
  const scaled = new Float64Array(vector.length)
  for (let i = 0; i < vector.length; i++) scaled[i] = factor * vector[i]!
  return scaled
}
