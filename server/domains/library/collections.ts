import { sql } from 'kysely'
import { type Collection, MOST_COLLECTIONS } from '#contract/collections.ts'
import { type PictureDeps, presentImages, withJobs } from '#server/domains/jobs/index.ts'
import { type Db, isTaken } from '#server/platform/db/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { isId, isStorableText } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'

type Deps = PictureDeps & { db: Db }

/** One's own, by name. @param id only this one */
export async function listCollections(
  deps: Deps,
  userId: string,
  id?: string,
): Promise<Collection[]> {
  const { rows } = await sql<{ id: string; name: string; count: number; cover: string | null }>`
    select c.id, c.name, inside.count, inside.cover
    from collections c
      cross join lateral (
        select count(*)::integer as count, max(image.id::text)::uuid as cover
        from collection_images kept
          join prediction_images image on image.id = kept.image_id
        where kept.collection_id = c.id and image.deleted_at is null
      ) inside
    where c.user_id = ${userId} and (${id ?? null}::uuid is null or c.id = ${id ?? null}::uuid)
    order by lower(c.name)`.execute(deps.db.kysely)
  const covers = await readCovers(
    deps,
    rows.flatMap(({ cover }) => cover ?? []),
  )
  return rows.map(({ cover, ...collection }) => ({
    ...collection,
    cover_url: covers.get(cover ?? '') ?? null,
  }))
}

async function readCovers(deps: Deps, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const images = await deps.db.kysely
    .selectFrom('prediction_images')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const shown = await presentImages(deps, deps.db, await withJobs(deps.db.kysely, images))
  return new Map(shown.map(({ id, url }) => [id, url]))
}

const NAME_TAKEN = t('library.collectionNameTaken')

/** @throws {AppError} `invalid` for a name that is taken, `conflict` beyond the limit */
export async function createCollection(
  deps: Deps,
  userId: string,
  name: string,
): Promise<Collection> {
  checkName(name)
  const { rows } = await sql<{ id: string }>`
    insert into collections (user_id, name)
    select ${userId}, ${name}
    where (select count(*) from collections where user_id = ${userId}) < ${MOST_COLLECTIONS}
    on conflict (user_id, lower(name)) do nothing
    returning id`.execute(deps.db.kysely)
  const made = rows[0]
  if (made) return { id: made.id, name, count: 0, cover_url: null }
  const own = await listCollections(deps, userId)
  if (own.length < MOST_COLLECTIONS) throw invalidField('name', NAME_TAKEN)
  throw new AppError('conflict', `${userId} has ${own.length} collections`, {
    userMessage: t('library.tooManyCollections', { count: MOST_COLLECTIONS }),
  })
}

/** @throws {AppError} `not_found`, `invalid` for a name that is taken */
export async function renameCollection(
  deps: Deps,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<Collection> {
  if (!isId(id)) throw notFound()
  checkName(name)
  try {
    await deps.db.kysely
      .updateTable('collections')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .execute()
  } catch (error) {
    throw isTaken(error) ? invalidField('name', NAME_TAKEN) : error
  }
  const [renamed] = await listCollections(deps, userId, id)
  if (!renamed) throw notFound()
  return renamed
}

/** Its images stay. @throws {AppError} `not_found` */
export async function removeCollection({ db }: Deps, userId: string, id: string): Promise<void> {
  const removed =
    isId(id) &&
    (await db.kysely
      .deleteFrom('collections')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst())
  if (!removed) throw notFound()
}

function checkName(name: string): void {
  if (!isStorableText(name)) throw invalidField('name', t('common.nameNotKept'))
}
