import { sql } from 'kysely'
import type { ImageFilter } from '#contract/prediction-images.ts'
import type { Db } from '#server/platform/db/index.ts'
import { dayOf, filterImages } from './filter-images.ts'

/** How many own images that a filter leaves each of the person's days has, newest first. */
export async function listDays(
  db: Db,
  userId: string,
  filter: ImageFilter,
): Promise<{ day: string; count: number }[]> {
  const images = filterImages(db.kysely, userId, filter)
  if (!images) return []
  return images
    .select([
      sql<string>`to_char(${dayOf(userId)}, 'YYYY-MM-DD')`.as('day'),
      sql<number>`count(*)::integer`.as('count'),
    ])
    .groupBy('day')
    .orderBy('day', 'desc')
    .execute()
}
