import type { UnsaidJob } from '#contract/inference-jobs.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { VIDEO_TYPES } from '../registry.ts'
import type { JobPresenter } from './present-job.ts'
import { findOwnJob, isEnded } from '../store.ts'

/** @throws {AppError} `not_found` */
export async function readJob(
  { db, presenter }: { db: Db; presenter: JobPresenter },
  userId: string,
  id: string,
): Promise<UnsaidJob> {
  const job = await findOwnJob(db.kysely, userId, id)
  if (!job) throw notFound()
  return presenter.present(db, job)
}

/**
 * A job that ended and delivered at least one picture.
 * @throws {AppError} `not_found` while it has not
 */
export async function readDeliveredJob(
  { db, presenter }: { db: Db; presenter: JobPresenter },
  userId: string,
  id: string,
): Promise<UnsaidJob> {
  const job = await findOwnJob(db.kysely, userId, id)
  if (!job || !isEnded(job)) throw notFound()
  const answer = await presenter.present(db, job)
  if (answer.images.length === 0) throw notFound()
  return answer
}

/** @throws {AppError} `not_found`, also for a job that makes something else, and for a video that was deleted */
export async function readVideoJob(
  deps: { db: Db; presenter: JobPresenter },
  userId: string,
  id: string,
): Promise<UnsaidJob> {
  const job = await readJob(deps, userId, id)
  const isDeleted = job.status === 'S' && job.images.length === 0
  if (!VIDEO_TYPES.includes(job.type) || isDeleted) throw notFound()
  return job
}
