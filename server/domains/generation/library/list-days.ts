import { sql } from 'kysely'
import type { ImageFilter } from '#contract/prediction-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { filterImages } from './filter-images.ts'

/** How many own images that a filter leaves each day (UTC) has, newest first. The time is read out of the ids. */
export async function listDays(
  db: Db,
  userId: string,
  filter: ImageFilter,
): Promise<{ day: string; count: number }[]> {
  const images = filterImages(db.kysely, userId, filter)
  if (!images) return []
  return images
    .select([
      sql<string>`to_char(uuid_extract_timestamp(image.id) at time zone 'UTC', 'YYYY-MM-DD')`.as(
        'day',
      ),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute()
}
