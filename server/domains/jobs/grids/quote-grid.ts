import type { GridRequest } from '#contract/jobs/grid.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import { type QuoteDeps, quoteJobs } from '../submit/quote-generation.ts'
import { fixChance } from './expand-grid.ts'
import { prepareGrid } from './prepare-grid.ts'

/**
 * Fixes the highest price of a grid for ten minutes; reserves nothing.
 * @throws {AppError} `invalid`, `unavailable`
 */
export async function quoteGrid(
  deps: QuoteDeps,
  userId: string,
  grid: GridRequest,
): Promise<UnsaidQuote> {
  // No price depends on what chance decides.
  const cells = await prepareGrid(deps, userId, { ...grid, request: fixChance(grid.request) })
  return quoteJobs(deps, userId, grid, cells)
}
