import { sql } from 'kysely'
import {
  type JobType,
  predictionImages,
  type PredictionImage,
} from '#contract/prediction-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { type PictureDeps, presentImages } from './present-image.ts'
import { isId, isStorableText, likePattern } from '#server/platform/storable-text.ts'
import type { ImageRow, JobRow } from '../store.ts'

export interface ImageQuery extends KeysetQuery {
  /** Of any of these. */
  type?: JobType[] | undefined
  favorite?: 'true' | 'false' | undefined
  /** Words of the prompt. */
  search?: string | undefined
  job?: string | undefined
}

/**
 * One page of own delivered pictures, newest first.
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function listImages(
  deps: PictureDeps & { db: Db },
  userId: string,
  query: ImageQuery,
): Promise<{ next: string | null; previous: string | null; results: PredictionImage[] }> {
  const { db } = deps
  const empty = { next: null, previous: null, results: [] }
  if (query.job !== undefined && !isId(query.job)) return empty
  if (query.search !== undefined && !isStorableText(query.search)) return empty

  let images = db.kysely
    .selectFrom('prediction_images as image')
    .where('image.user_id', '=', userId)
    .where('image.status', '=', 'S')
    .where('image.deleted_at', 'is', null)
  if (query.job !== undefined) images = images.where('image.job_id', '=', query.job)
  if (query.favorite !== undefined) {
    images = images.where('image.is_favorite', '=', query.favorite === 'true')
  }
  const { type, search } = query
  if (type !== undefined || search !== undefined) {
    images = images.where((where) => {
      let jobs = where
        .selectFrom('inference_jobs as job')
        .select('job.id')
        .whereRef('job.id', '=', 'image.job_id')
      if (type !== undefined) jobs = jobs.where('job.type', 'in', type)
      if (search !== undefined) {
        jobs = jobs.where(sql<boolean>`job.parameters->>'prompt' ilike ${likePattern(search)}`)
      }
      return where.exists(jobs)
    })
  }
  const { path } = predictionImages.list
  const rows = images.selectAll('image')
  const { items, ...links } = await readPage(rows, { id: 'image.id', path, query, usually: 40 })
  return { ...links, results: await presentImages(deps, db, await withJobs(db, items)) }
}

async function withJobs(db: Db, images: ImageRow[]): Promise<{ job: JobRow; image: ImageRow }[]> {
  if (images.length === 0) return []
  const jobs = await db.kysely
    .selectFrom('inference_jobs')
    .selectAll()
    .where('id', 'in', [...new Set(images.map((image) => image.job_id))])
    .execute()
  const byId = new Map(jobs.map((job) => [job.id, job]))
  return images.map((image) => ({ image, job: byId.get(image.job_id)! }))
}
