import { publicationOf, videoOfLastFrame } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { knownPublications } from './publications/find-published.ts'

/**
 * Files that belong to an existing picture, or to a publication of one. Those of a deleted one are left out, so that they are
 * removed.
 */
export async function knownPictureFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  // A last frame has no row of its own: it is known as long as its video is.
  const videos = keys.map((key) => videoOfLastFrame(key) ?? key)
  const rows = await db.kysely
    .selectFrom('prediction_images')
    .select(['storage_key', 'marked_storage_key', 'video_storage_key'])
    .where((where) =>
      where.or([
        where('storage_key', 'in', [...keys]),
        where('marked_storage_key', 'in', [...keys]),
        where('video_storage_key', 'in', videos),
      ]),
    )
    .where('files_removed_at', 'is', null)
    .execute()
  const known = new Set(
    rows
      .flatMap((row) => [row.storage_key, row.marked_storage_key, row.video_storage_key])
      .filter((key) => key !== null),
  )
  const publications = Map.groupBy(keys, publicationOf)
  const standing = await knownPublications(
    db,
    [...publications.keys()].filter((id) => id !== null),
  )
  for (const id of standing) for (const key of publications.get(id) ?? []) known.add(key)
  for (const key of keys) {
    const video = videoOfLastFrame(key)
    if (video !== null && known.has(video)) known.add(key)
  }
  return known
}
