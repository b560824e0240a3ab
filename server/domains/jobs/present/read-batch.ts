import type { UnsaidBatch } from '#contract/inference-jobs.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { type DbOrTx, findOwnBatch, readerOf } from '../store.ts'
import type { JobPresenter } from './present-job.ts'

/** @throws {AppError} `not_found` */
export async function presentBatch(
  presenter: JobPresenter,
  source: DbOrTx,
  userId: string,
  id: string,
): Promise<UnsaidBatch> {
  const jobs = await findOwnBatch(readerOf(source), userId, id)
  if (jobs.length === 0) throw notFound()
  return { id, results: await presenter.presentAll(source, jobs) }
}

/** The jobs of an own batch. @throws {AppError} `not_found` */
export const readBatch = (
  { db, presenter }: { db: Db; presenter: JobPresenter },
  userId: string,
  id: string,
): Promise<UnsaidBatch> => presentBatch(presenter, db, userId, id)
