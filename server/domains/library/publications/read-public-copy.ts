import type { Media, Published, SourceType } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { isId } from '#server/platform/storable-text.ts'

/** Ratings of images that are safe for everybody at any age. */
const SAFE = ['None', 'PG'] as const

/** A copy of an image as strangers see it. */
export interface PublicCopy {
  /** PNG, with its watermark where it has one. */
  file: Buffer
  sourceType: SourceType
  /** Whether strangers see an "AI" on it, which is not drawn yet. */
  hasAiMark: boolean
}

/** Reads what strangers see of an own public image; null: it is not public, not safe for everybody, or not theirs. */
export async function readPublicCopy(
  {
    db,
    media,
    findPublished,
  }: {
    db: Db
    media: Pick<Media, 'readPicture'>
    findPublished(id: string): Promise<Published | null>
  },
  userId: string,
  id: string,
): Promise<PublicCopy | null> {
  if (!isId(id)) return null
  const row = await db.kysely
    .selectFrom('prediction_images')
    .select('publication_id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('is_public', '=', true)
    .where('rating', 'in', SAFE)
    .executeTakeFirst()
  const published = row?.publication_id ? await findPublished(row.publication_id) : null
  if (!published) return null
  const { imageKey, sourceType, hasAiMark } = published
  const file = await media.readPicture(imageKey)
  return file && { file, sourceType, hasAiMark }
}
