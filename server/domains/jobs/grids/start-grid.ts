import type { UnsaidGrid } from '#contract/grids.ts'
import type { GridRequest } from '#contract/jobs/grid.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { IdempotencyKey } from '../submit/idempotency.ts'
import { startJobs } from '../submit/start-jobs.ts'
import type { StartDeps } from '../submit/start-generation.ts'
import { fixChance } from './expand-grid.ts'
import { prepareGrid } from './prepare-grid.ts'
import { readGrid } from './read-grids.ts'

/**
 * Turns a grid into a batch of jobs, one a cell: all of them, with one hold, or none.
 * @throws {AppError} as `startGeneration`
 */
export async function startGrid(
  deps: StartDeps,
  { caller, request, key }: { caller: Caller; request: GridRequest; key: IdempotencyKey | null },
): Promise<UnsaidGrid> {
  const { userId } = caller
  const grid = { ...request, request: fixChance(request.request) }
  const { x, y, z } = grid
  const { id } = await startJobs(deps, {
    caller,
    key,
    request,
    prepare: () => prepareGrid(deps, userId, grid),
    describe: (said, count) => t('statement.grid', { said, count }),
    async alongside(tx, batch, jobs) {
      await tx
        .insertInto('grids')
        .values({
          id: batch,
          user_id: userId,
          request: JSON.stringify(grid.request),
          x: JSON.stringify(x),
          y: JSON.stringify(y),
          z: z ? JSON.stringify(z) : null,
          jobs: [...jobs],
        })
        .execute()
    },
  })
  return readGrid(deps, userId, id)
}
