/**
 * The smallest of some values, at least one, up to which they have a share of all their weight.
 * @param share 0 to 1
 */
export function weightedPercentile(
  samples: readonly { value: number; weight: number }[],
  share: number,
): number {
  const sorted = samples.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let passed = 0
  for (const { value, weight } of sorted) {
    passed += weight
    if (passed >= share * total) return value
  }
  return sorted.at(-1)!.value
}
