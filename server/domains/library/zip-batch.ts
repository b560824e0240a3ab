import type { Billing } from '#server/domains/billing/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import { findOwnBatch, type ImageRow, imagesOf } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { Download } from '#server/platform/route.ts'
import { zipFiles } from '#server/platform/zip-files.ts'
import { readImageFiles } from './read-image-files.ts'

/**
 * The delivered images of an own batch as one file, numbered as they were ordered.
 * @throws {AppError} `not_found` also when nothing was delivered yet
 */
export async function zipBatch(
  deps: { db: Db; media: Media; billing: Billing },
  userId: string,
  id: string,
): Promise<Download> {
  return zipJobs(deps, userId, {
    jobs: (await findOwnBatch(deps.db.kysely, userId, id)).map((job) => job.id),
    filename: `atelier-${id.slice(-8)}.zip`,
  })
}

/** Zips the images of several jobs of one person, in the order of `jobs`; see {@link zipBatch}. */
export async function zipJobs(
  deps: { db: Db; media: Media; billing: Billing },
  userId: string,
  { jobs, filename }: { jobs: readonly string[]; filename: string },
): Promise<Download> {
  const order = new Map(jobs.map((id, place) => [id, place + 1]))
  const delivered = (await imagesOf(deps.db.kysely, [...jobs]))
    .filter(
      ({ user_id: owner, status, deleted_at: gone }) =>
        owner === userId && status === 'S' && gone === null,
    )
    .toSorted((a, b) => (order.get(a.job_id) ?? 0) - (order.get(b.job_id) ?? 0))
  if (delivered.length === 0) throw notFound()
  const clean = await deps.billing.hasPaid(deps.db, userId)
  const nameOf = (image: ImageRow) => {
    const place = String(order.get(image.job_id) ?? 0).padStart(2, '0')
    return image.index === 0 ? place : `${place}-${image.index + 1}`
  }
  return new Download(filename, zipFiles(readImageFiles(deps.media, delivered, { clean, nameOf })))
}
