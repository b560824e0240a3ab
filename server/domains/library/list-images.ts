import {
  type ImageFilter,
  predictionImages,
  type PredictionImage,
} from '#contract/prediction-images.ts'
import { type PictureDeps, presentImages, withJobs } from '#server/domains/jobs/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { filterImages } from './filter-images.ts'

/**
 * One page of own delivered images, newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listImages(
  deps: PictureDeps & { db: Db },
  userId: string,
  { cursor, limit, ...filter }: ImageFilter & KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: PredictionImage[] }> {
  const { db } = deps
  const images = filterImages(db.kysely, userId, filter)
  if (!images) return { next: null, previous: null, results: [] }
  const { path } = predictionImages.list
  const query = { ...filter, type: filter.type?.join(','), cursor, limit }
  const rows = images.selectAll('image')
  const { items, ...links } = await readPage(rows, { id: 'image.id', path, query, usually: 40 })
  return { ...links, results: await presentImages(deps, db, await withJobs(db.kysely, items)) }
}
