import type { GridRequest } from '#contract/jobs/grid.ts'
import { axesOf } from '#contract/jobs/grid-axes.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { type PreparedJob, prepareOrder } from '../submit/prepare-job.ts'
import {
  type OrderDeps,
  prepareEach,
  readingOnce,
  refusalOf,
  spendReading,
} from '../submit/prepare-many.ts'
import { byAxis, expandGrid } from './expand-grid.ts'

/**
 * Checks every cell of a grid as it would be checked by itself.
 * @throws {AppError} `invalid` naming `x`, `y`, `z` or a field that all cells share; `unavailable`, `throttled`
 */
export async function prepareGrid(
  deps: OrderDeps,
  userId: string,
  grid: GridRequest,
): Promise<PreparedJob[]> {
  const axes = axesOf(grid)
  const cells = expandGrid(grid)
  const requests = cells.map(({ request }) => request)
  await spendReading(deps, userId, { requests, field: 'prompt' })
  const once = readingOnce(deps, userId)
  const prepared: PreparedJob[] = []
  const problems: Record<string, Set<string>> = {}
  const settled = await prepareEach(deps, requests, async (request) => {
    const job = await prepareOrder(once, userId, request)
    if (job.verdict.allowed && job.resolved.words?.refusal) throw job.resolved.words.refusal
    return job
  })
  for (const [place, one] of settled.entries()) {
    if (one.status === 'fulfilled') prepared.push(one.value)
    else {
      const { labels } = cells[place]!
      // Cells of one row say the same.
      for (const [name, messages] of Object.entries(byAxis(refusalOf(one), { labels, axes })))
        problems[name] = new Set([...(problems[name] ?? []), ...messages])
    }
  }
  const fields: FieldErrors = Object.fromEntries(
    Object.entries(problems).map(([name, messages]) => [name, [...messages]]),
  )
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'Cells of a grid do not fit', { fields })
  return prepared
}
