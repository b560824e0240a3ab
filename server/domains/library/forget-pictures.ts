import { sql } from 'kysely'
import type { Media } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { deletedForGood } from './trash.ts'

/** Deletes all pictures of a person with no time to undo it, so the next sweep removes their files. */
export async function forgetPictures(
  { db, media }: { db: Db; media: Media },
  userId: string,
): Promise<void> {
  const images = await db.kysely
    .updateTable('prediction_images')
    .set({
      deleted_at: sql<Date>`least(deleted_at, ${deletedForGood})`,
      is_public: false,
      publication_id: null,
    })
    .from((from) =>
      from
        .selectFrom('prediction_images')
        .select(['id as found', 'publication_id as publication'])
        .where('user_id', '=', userId)
        .where('status', '=', 'S')
        .where('files_removed_at', 'is', null)
        .forUpdate()
        .as('before'),
    )
    .whereRef('id', '=', 'before.found')
    .returning('before.publication')
    .execute()
  await db.kysely
    .updateTable('prediction_images')
    .set({ alt: '', revised_prompt: null })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('alt', '<>', ''), eb('revised_prompt', 'is not', null)]))
    .execute()
  const links = await db.kysely
    .deleteFrom('image_shares')
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  const publications = [
    ...images.map(({ publication }) => publication),
    ...links.map(({ id }) => id),
  ]
  await media.forgetCopies(publications.filter((id) => id !== null))
  await db.kysely.deleteFrom('collections').where('user_id', '=', userId).execute()
}
