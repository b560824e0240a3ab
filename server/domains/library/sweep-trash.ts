import { sql } from 'kysely'
import type { Media } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { Sweeper } from '#server/platform/sweeper.ts'
import { REMOVE_AFTER_SECONDS } from './trash.ts'

const BATCH = 100

/** Removes the files of deleted images, and their links. */
export async function sweepTrash({
  db,
  media,
  sweeper,
}: {
  db: Db
  media: Media
  sweeper: Sweeper
}): Promise<void> {
  await sweeper.sweep({
    kind: 'files of deleted images',
    find: (setAside) =>
      db.kysely
        .selectFrom('prediction_images')
        .select(['id', 'storage_key', 'marked_storage_key', 'video_storage_key', 'publication_id'])
        .where('files_removed_at', 'is', null)
        .where('deleted_at', '<', sql<Date>`now() - make_interval(secs => ${REMOVE_AFTER_SECONDS})`)
        .where(sql<boolean>`id <> all(${[...setAside]}::uuid[])`)
        .limit(BATCH)
        .execute(),
    idOf: ({ id }) => id,
    async act(image) {
      if (image.storage_key !== null) {
        await media.deletePicture({
          storageKey: image.storage_key,
          markedStorageKey: image.marked_storage_key,
          videoStorageKey: image.video_storage_key,
        })
      }
      const links = await db.kysely
        .deleteFrom('image_shares')
        .where('image_id', '=', image.id)
        .returning('id')
        .execute()
      const publications = [image.publication_id, ...links.map(({ id }) => id)]
      await media.forgetCopies(publications.filter((id) => id !== null))
      await db.kysely
        .updateTable('prediction_images')
        .set({ files_removed_at: sql`now()` })
        .where('id', '=', image.id)
        .execute()
    },
  })
}
