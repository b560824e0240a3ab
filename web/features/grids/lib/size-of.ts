import type { GridSummary } from '#contract/grids.ts'
import { axesOf } from '#contract/jobs/grid-axes.ts'

/** How many values each axis has, as people write it: `3 × 2`. */
export const sizeOf = (grid: Pick<GridSummary, 'x' | 'y' | 'z'>): string =>
  axesOf(grid)
    .map(([, { values }]) => values.length)
    .join(' × ')
