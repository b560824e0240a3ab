import type { Billing } from '#server/domains/billing/index.ts'
import type { Media } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { Download } from '#server/platform/route.ts'
import { zipFiles } from '#server/platform/zip-files.ts'
import { findOwnBatch, type ImageRow, imagesOf } from '../store.ts'
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
  const jobs = await findOwnBatch(deps.db.kysely, userId, id)
  const images = await imagesOf(
    deps.db.kysely,
    jobs.map((job) => job.id),
  )
  const order = new Map(jobs.map((job, place) => [job.id, place + 1]))
  const delivered = images.filter(({ status, deleted_at: gone }) => status === 'S' && gone === null)
  if (delivered.length === 0) throw notFound()
  const clean = await deps.billing.hasPaid(deps.db, userId)
  const nameOf = (image: ImageRow) => {
    const place = String(order.get(image.job_id) ?? 0).padStart(2, '0')
    return image.index === 0 ? place : `${place}-${image.index + 1}`
  }
  return new Download(
    `atelier-${id.slice(-8)}.zip`,
    zipFiles(readImageFiles(deps.media, delivered, { clean, nameOf })),
  )
}
