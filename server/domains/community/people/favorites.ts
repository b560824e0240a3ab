import { sql, type SqlBool } from 'kysely'
import type { CommunityImage } from '#contract/community.ts'
import { type Favorite, favorites, MOST_FAVORITES } from '#contract/favorites.ts'
import { collections } from '#server/domains/library/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField, userError } from '#server/platform/errors.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { presentImages } from '../present-images.ts'
import { readImage } from '../read-image.ts'
import type { Viewer } from '../viewer.ts'

type SignedIn = Viewer & { userId: string }

const USUAL = 40

/** Where somebody keeps an image. @throws {AppError} `not_found` for an image that they may not see */
export async function readFavorite(
  { kysely }: Db,
  viewer: SignedIn,
  image: string,
): Promise<Favorite | null> {
  const { id } = await readImage(kysely, viewer, image)
  const kept = await kysely
    .selectFrom('community_favorites')
    .select('collection_id as collection')
    .where('user_id', '=', viewer.userId)
    .where('image_id', '=', id)
    .executeTakeFirst()
  return kept ?? null
}

/**
 * Keeps an image in an own collection or in none, once however often it is asked.
 * @throws {AppError} `not_found` for an image that they may not see, `invalid` for a collection of nobody or of somebody else, `conflict` beyond the limit
 */
export async function keepFavorite(
  { kysely }: Db,
  viewer: SignedIn,
  { image, collection }: { image: string; collection: string | null },
): Promise<Favorite> {
  const { userId } = viewer
  const { id } = await readImage(kysely, viewer, image)
  if (collection !== null) await requireOwnCollection(kysely, userId, collection)
  const { rows } = await sql<Favorite>`
    insert into community_favorites (user_id, image_id, collection_id)
    select ${userId}, ${id}, ${collection}::uuid
    where (select count(*) from (
        select from community_favorites where user_id = ${userId} limit ${MOST_FAVORITES}
      ) kept) < ${MOST_FAVORITES}
      or exists (select from community_favorites where user_id = ${userId} and image_id = ${id})
    on conflict (user_id, image_id) do update set collection_id = excluded.collection_id
    returning collection_id as collection`.execute(kysely)
  const [kept] = rows
  if (!kept) throw userError('conflict', t('community.tooManyFavorites'))
  return kept
}

async function requireOwnCollection(
  kysely: Db['kysely'],
  userId: string,
  id: string,
): Promise<void> {
  const { rows } = isId(id)
    ? await sql`select from ${collections} own where own.id = ${id} and own.user_id = ${userId}`.execute(
        kysely,
      )
    : { rows: [] }
  if (rows.length === 0) throw invalidField('collection', t('community.collectionGone'))
}

/** Keeps an image no longer; what was not kept is no error. Also for what can no longer be seen. */
export async function removeFavorite(
  { kysely }: Db,
  { userId }: SignedIn,
  image: string,
): Promise<void> {
  if (!isId(image)) return
  await kysely
    .deleteFrom('community_favorites')
    .where('user_id', '=', userId)
    .where('image_id', '=', image)
    .execute()
}

/** One page of what somebody keeps, as far as they may see it now. @throws {AppError} `invalid` for a cursor that is none */
export async function listFavorites(
  { kysely }: Db,
  viewer: SignedIn,
  { collection, ...query }: KeysetQuery & { collection?: string | undefined },
): Promise<{ next: string | null; previous: string | null; results: CommunityImage[] }> {
  if (collection !== undefined && !isId(collection))
    return { next: null, previous: null, results: [] }
  const rows = kysely
    .selectFrom('community_favorites as kept')
    .innerJoin('community_images as image', 'image.id', 'kept.image_id')
    .select(['kept.id', 'kept.image_id'])
    .where('kept.user_id', '=', viewer.userId)
    .where('image.state', '=', 'published')
    .where(sql<SqlBool>`image.rating = any (${viewer.levels}::smallint[])`)
    .where(sql<SqlBool>`image.creator_id <> all (${viewer.blocked}::uuid[])`)
    .$if(collection !== undefined, (all) => all.where('kept.collection_id', '=', collection!))
  const { path } = favorites.list
  const { items, ...links } = await readPage(rows, { id: 'kept.id', path, query, usually: USUAL })
  const named = (link: string | null) =>
    link === null || collection === undefined ? link : `${link}&collection=${collection}`
  return {
    next: named(links.next),
    previous: named(links.previous),
    results: await presentImages(
      kysely,
      items.map(({ image_id: id }) => id),
      viewer,
    ),
  }
}
