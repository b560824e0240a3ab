/** What comes of `work`, or `late` when that takes longer. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
