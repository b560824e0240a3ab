import type { UnsaidBatch } from '#contract/inference-jobs.ts'
import type { BatchRequest } from '#contract/jobs/batch.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { prepareBatch } from './prepare-batch.ts'
import type { StartDeps } from './start-generation.ts'
import { startJobs } from './start-jobs.ts'

export interface StartBatchInput {
  caller: Caller
  request: BatchRequest
  key: IdempotencyKey | null
}

/**
 * Turns the requests of a batch into jobs: all of them, with one hold, or none.
 * @throws {AppError} as `startGeneration`
 */
export const startBatch = (deps: StartDeps, order: StartBatchInput): Promise<UnsaidBatch> =>
  startJobs(deps, {
    ...order,
    prepare: () => prepareBatch(deps, order.caller.userId, order.request),
    describe: (said, count) => t('statement.jobs', { said, count }),
  })
