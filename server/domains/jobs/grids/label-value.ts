import type { GridAxis } from '#contract/jobs/grid.ts'

/** A value of an axis as messages and sheets tell it. */
export function labelOf(axis: GridAxis, at: number): string {
  if (axis.of === 'size') {
    const { width, height } = axis.values[at]!
    return `${width} x ${height}`
  }
  return String(axis.values[at] ?? 'none')
}
