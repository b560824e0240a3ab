import { sql } from 'kysely'
import type { BulkAction } from '#contract/prediction-images.ts'
import type { Db, Reader } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { deletedForGood, stillInTrash } from './trash.ts'

export interface BulkChange {
  ids: readonly string[]
  action: BulkAction
  collection?: string | undefined
}

/**
 * Does one thing to many images in one statement. What is not one's own, or is so already, is left alone.
 * @returns the ids of those that it changed
 * @throws {AppError} `invalid` on `collection`
 */
export async function changeImagesInBulk(
  { db }: { db: Db },
  userId: string,
  { ids, action, collection }: BulkChange,
): Promise<string[]> {
  const known = ids.filter(isId)
  if (action === 'collect' || action === 'uncollect') {
    const into = await findOwnCollection(db.kysely, userId, collection)
    return action === 'collect'
      ? collect(db, userId, known, into)
      : uncollect(db, userId, known, into)
  }
  const own = db.kysely
    .updateTable('prediction_images')
    .where('user_id', '=', userId)
    .where('status', '=', 'S')
    .where('id', '=', sql<string>`any(${known}::uuid[])`)
    .where('files_removed_at', 'is', null)
    .returning('id')
  const changes = {
    trash: () => own.set({ deleted_at: sql`now()` }).where('deleted_at', 'is', null),
    restore: () => own.set({ deleted_at: null }).where(stillInTrash('prediction_images')),
    delete: () =>
      own
        .set({ deleted_at: deletedForGood })
        .where((where) =>
          where.or([where('deleted_at', 'is', null), stillInTrash('prediction_images')]),
        ),
    favorite: () => own.set({ is_favorite: true }).where('is_favorite', '=', false),
    unfavorite: () => own.set({ is_favorite: false }).where('is_favorite', '=', true),
  }
  const rows = await changes[action]().execute()
  return rows.map(({ id }) => id)
}

async function findOwnCollection(
  reader: Reader,
  userId: string,
  id: string | undefined,
): Promise<string> {
  if (id === undefined) throw invalidField('collection', t('common.required'))
  const found =
    isId(id) &&
    (await reader
      .selectFrom('collections')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst())
  if (!found) throw invalidField('collection', t('library.noSuchCollection'))
  return found.id
}

async function collect(
  db: Db,
  userId: string,
  ids: readonly string[],
  collection: string,
): Promise<string[]> {
  const rows = await db.kysely
    .insertInto('collection_images')
    .columns(['collection_id', 'image_id'])
    .expression((build) =>
      build
        .selectFrom('prediction_images as image')
        // Kept while it is filled: a collection that is removed meanwhile takes nothing in.
        .innerJoin('collections as into', (join) => join.on('into.id', '=', collection))
        .select(['into.id as collection_id', 'image.id as image_id'])
        .where('image.user_id', '=', userId)
        .where('image.status', '=', 'S')
        .where('image.deleted_at', 'is', null)
        .where('image.id', '=', sql<string>`any(${ids}::uuid[])`)
        .forKeyShare('into'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('image_id')
    .execute()
  return rows.map(({ image_id: id }) => id)
}

async function uncollect(
  db: Db,
  userId: string,
  ids: readonly string[],
  collection: string,
): Promise<string[]> {
  const rows = await db.kysely
    .deleteFrom('collection_images as kept')
    .using('collections as from')
    .whereRef('from.id', '=', 'kept.collection_id')
    .where('from.id', '=', collection)
    .where('from.user_id', '=', userId)
    .where('kept.image_id', '=', sql<string>`any(${ids}::uuid[])`)
    .returning('kept.image_id')
    .execute()
  return rows.map(({ image_id: id }) => id)
}
