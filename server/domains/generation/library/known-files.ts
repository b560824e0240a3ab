import type { Db } from '#server/platform/db/index.ts'

/** Those of these files that a picture has; what should be gone with its picture is not among them. */
export async function knownPictureFiles(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db.kysely
    .selectFrom('prediction_images')
    .select(['storage_key', 'marked_storage_key', 'video_storage_key'])
    .where((where) =>
      where.or([
        where('storage_key', 'in', [...keys]),
        where('marked_storage_key', 'in', [...keys]),
        where('video_storage_key', 'in', [...keys]),
      ]),
    )
    .where('files_removed_at', 'is', null)
    .execute()
  return new Set(
    rows
      .flatMap((row) => [row.storage_key, row.marked_storage_key, row.video_storage_key])
      .filter((key) => key !== null),
  )
}
