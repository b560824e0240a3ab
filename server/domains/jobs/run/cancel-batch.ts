import type { UnsaidBatch } from '#contract/inference-jobs.ts'
import { notFound } from '#server/platform/errors.ts'
import { presentBatch } from '../present/read-batch.ts'
import { findOwnBatch, isEnded } from '../store.ts'
import { cancelJob } from './cancel-job.ts'

/**
 * Cancels each job of an own batch that has not ended, the waiting ones first, so that none of them begins meanwhile.
 * @throws {AppError} `not_found`
 */
export async function cancelBatch(
  deps: Parameters<typeof cancelJob>[0],
  userId: string,
  id: string,
): Promise<UnsaidBatch> {
  const jobs = await findOwnBatch(deps.db.kysely, userId, id)
  if (jobs.length === 0) throw notFound()
  const open = jobs.filter((job) => !isEnded(job)).toReversed()
  for (const job of open) await cancelJob(deps, userId, job.id)
  return presentBatch(deps.presenter, deps.db, userId, id)
}
