/** How alike two faces are: 1 for the same picture, around 0 for strangers (cosine of the angle between them). */
export function similarityOf(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}
