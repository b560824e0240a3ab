import { sql } from 'kysely'
import type { z } from 'zod'
import type { ExportedCommunity } from '#contract/community.ts'
import type { Db } from '#server/platform/db/index.ts'
import { ownReports } from './reports/own-reports.ts'
import { readVersions } from './present-models.ts'
import { EVERY_LEVEL, ratingOf } from './ratings.ts'

export type OwnPublications = z.infer<typeof ExportedCommunity>

/** What somebody published, and what others see of them. */
export async function ownPublications({ kysely }: Db, userId: string): Promise<OwnPublications> {
  const creator = await kysely
    .selectFrom('community_creators')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const said = {
    ...(await ownReports(kysely, userId)),
    likes: await namesOf(kysely, 'community_likes', userId),
    favorites: await favoritesOf(kysely, userId),
    follows: await namesOf(kysely, 'community_follows', userId),
    blocks: await namesOf(kysely, 'community_blocks', userId),
    uploads: await uploadsOf(kysely, userId),
    notifications: await notificationsOf(kysely, userId),
  }
  if (!creator) return { profile: null, images: [], models: [], comments: [], ...said }
  const comments = await kysely
    .selectFrom('community_comments')
    .select(['id', 'image_id as image', 'text', 'state', 'created_at'])
    .where('creator_id', '=', creator.id)
    .where('state', '<>', 'deleted')
    .orderBy('id')
    .execute()
  const images = await kysely
    .selectFrom('community_images')
    .select(['id', 'image_id', 'state', 'rating', 'url', 'alt', 'prompt', 'tags', 'created_at'])
    .select(
      sql<string[]>`array(select m.version_id from community_image_models m
        where m.image_id = community_images.id order by m.version_id)`.as('model_versions'),
    )
    .where('creator_id', '=', creator.id)
    .orderBy('id')
    .execute()
  const models = await kysely
    .selectFrom('community_models')
    .select(['id', 'slug', 'state', 'rating', 'name', 'description', 'type', 'tags', 'created_at'])
    .where('creator_id', '=', creator.id)
    .orderBy('id')
    .execute()
  const ids = models.map(({ id }) => id)
  const versions = await readVersions(kysely, ids, EVERY_LEVEL)
  const versionsOf = Map.groupBy(versions, ({ model }) => model)
  const { name, about, avatar } = creator
  return {
    ...said,
    comments: comments.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    profile: { name, about, picture: avatar },
    images: images.map(({ image_id: image, ...row }) => ({
      ...row,
      image,
      rating: ratingOf(row.rating),
      created_at: row.created_at.toISOString(),
    })),
    models: models.map((row) => ({
      ...row,
      versions: (versionsOf.get(row.id) ?? []).map(
        ({ model: _model, create_query: _query, ...version }) => version,
      ),
      rating: ratingOf(row.rating),
      created_at: row.created_at.toISOString(),
    })),
  }
}

async function uploadsOf(
  kysely: Db['kysely'],
  userId: string,
): Promise<OwnPublications['uploads']> {
  const rows = await kysely
    .selectFrom('community_model_uploads')
    .select(['id', 'filename', 'bytes', 'sha256', 'state', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    bytes: Number(row.bytes),
    created_at: row.created_at.toISOString(),
  }))
}

async function notificationsOf(
  kysely: Db['kysely'],
  userId: string,
): Promise<OwnPublications['notifications']> {
  const rows = await kysely
    .selectFrom('community_notifications')
    .select(['kind', 'at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, at, read_at: readAt }) => ({
    kind,
    at: at.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  }))
}

/** Images that somebody likes, or creators that they follow or blocked. */
async function namesOf(
  kysely: Db['kysely'],
  table: 'community_likes' | 'community_follows' | 'community_blocks',
  userId: string,
): Promise<string[]> {
  const named = table === 'community_likes' ? 'image_id' : 'creator_id'
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(named)} as id from ${sql.table(table)} where user_id = ${userId}
    order by created_at`.execute(kysely)
  return rows.map(({ id }) => id)
}

const favoritesOf = (kysely: Db['kysely'], userId: string) =>
  kysely
    .selectFrom('community_favorites')
    .select(['image_id as image', 'collection_id as collection'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/**
 * Removes a creator with everything that hangs on it (images, models, comments, their lists), and what the account did to
 * others: likes with their counts, favorites, follows, blocks. Safe to repeat.
 */
export async function forgetCreator({ kysely }: Db, userId: string): Promise<void> {
  await sql`
    with unliked as (delete from community_likes where user_id = ${userId} returning image_id)
    insert into community_like_deltas (image_id, delta) select image_id, -1 from unliked`.execute(
    kysely,
  )
  await kysely.deleteFrom('community_favorites').where('user_id', '=', userId).execute()
  await kysely.deleteFrom('community_follows').where('user_id', '=', userId).execute()
  await kysely.deleteFrom('community_blocks').where('user_id', '=', userId).execute()
  await kysely.deleteFrom('community_model_uploads').where('user_id', '=', userId).execute()
  await kysely.deleteFrom('community_creators').where('user_id', '=', userId).execute()
}
