import { type SelectQueryBuilder, sql } from 'kysely'
import type { ImageFilter } from '#contract/prediction-images.ts'
import { timeZoneOf } from '#server/domains/accounts/index.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import type { Database, Reader } from '#server/platform/db/index.ts'
import { isId, isStorableText, likePattern } from '#server/platform/storable-text.ts'
import { stillInTrash } from './trash.ts'

type Images = SelectQueryBuilder<
  Database & { image: Database['prediction_images'] },
  'image',
  unknown
>

/**
 * Own delivered images that a filter leaves, as `image`.
 * @returns null where the filter names what cannot be there
 */
export function filterImages(reader: Reader, userId: string, filter: ImageFilter): Images | null {
  const { job, collection, model, search } = filter
  if ([job, collection].some((id) => id !== undefined && !isId(id))) return null
  if ([model, search].some((text) => text !== undefined && !isStorableText(text))) return null

  let images = reader
    .selectFrom('prediction_images as image')
    .where('image.user_id', '=', userId)
    .where('image.status', '=', 'S')
  images =
    filter.trashed === 'true'
      ? images.where(stillInTrash('image'))
      : images.where('image.deleted_at', 'is', null)
  if (job !== undefined) images = images.where('image.job_id', '=', job)
  if (filter.favorite !== undefined) {
    images = images.where('image.is_favorite', '=', filter.favorite === 'true')
  }
  if (filter.public !== undefined) {
    images = images.where('image.is_public', '=', filter.public === 'true')
  }
  if (filter.rating !== undefined) images = images.where('image.rating', '=', filter.rating)
  // Ids begin with the time, and lists are sorted by them: a day more on both sides holds the day of every time zone.
  const day = dayOf(userId)
  if (filter.from !== undefined) {
    images = images
      .where('image.id', '>=', firstIdAt(startOf(filter.from) - DAY_MS))
      .where(sql<boolean>`${day} >= ${filter.from}::date`)
  }
  if (filter.to !== undefined) {
    images = images
      .where('image.id', '<', firstIdAt(startOf(filter.to) + 2 * DAY_MS))
      .where(sql<boolean>`${day} <= ${filter.to}::date`)
  }
  if (collection !== undefined) {
    images = images.where((where) =>
      where.exists(
        where
          .selectFrom('collection_images as kept')
          .select('kept.image_id')
          .whereRef('kept.image_id', '=', 'image.id')
          .where('kept.collection_id', '=', collection),
      ),
    )
  }
  return filterJobs(images, filter)
}

/** By what the image was made with. */
function filterJobs(images: Images, { type, search, model }: ImageFilter): Images {
  if (type === undefined && search === undefined && model === undefined) return images
  return images.where((where) => {
    let made = where
      .selectFrom(jobs.as('job'))
      .select('job.id')
      .whereRef('job.id', '=', 'image.job_id')
    if (type !== undefined) made = made.where('job.type', 'in', type)
    if (model !== undefined) made = made.where(sql<boolean>`job.parameters->>'model' = ${model}`)
    if (search !== undefined) {
      made = made.where(sql<boolean>`job.parameters->>'prompt' ilike ${likePattern(search)}`)
    }
    return where.exists(made)
  })
}

/**
 * In SQL: the milliseconds of an image's id, the first 48 bits of a UUID of version 7 (RFC 9562). PostgreSQL reads them
 * itself from version 18 on.
 */
const msOfId = sql`('x' || left(replace(image.id::text, '-', ''), 12))::bit(48)::bigint`

/** In SQL: the day of an `image` in its owner's time zone. */
export const dayOf = (userId: string) =>
  sql<string>`(to_timestamp(${msOfId} / 1000.0) at time zone ${timeZoneOf(userId)})::date`

const DAY_MS = 86_400_000

/** @param day as in 2026-11-30, in UTC */
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** The smallest UUID of version 7 of this millisecond (RFC 9562: its first 48 bits are the time). */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
