import type { z } from 'zod'
import type { ExportedCommunity } from '#contract/community.ts'
import type { Db } from '#server/platform/db/index.ts'
import { ratingOf } from './ratings.ts'

export type OwnPublications = z.infer<typeof ExportedCommunity>

/** What somebody published, and what others see of them. */
export async function ownPublications({ kysely }: Db, userId: string): Promise<OwnPublications> {
  const creator = await kysely
    .selectFrom('community_creators')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!creator) return { profile: null, images: [], models: [] }
  const images = await kysely
    .selectFrom('community_images')
    .select(['id', 'image_id', 'state', 'rating', 'url', 'alt', 'prompt', 'tags', 'created_at'])
    .where('creator_id', '=', creator.id)
    .orderBy('id')
    .execute()
  const models = await kysely
    .selectFrom('community_models')
    .select(['id', 'slug', 'state', 'rating', 'name', 'description', 'type', 'tags', 'created_at'])
    .where('creator_id', '=', creator.id)
    .orderBy('id')
    .execute()
  const { name, about, avatar } = creator
  return {
    profile: { name, about, picture: avatar },
    images: images.map(({ image_id: image, ...row }) => ({
      ...row,
      image,
      rating: ratingOf(row.rating),
      created_at: row.created_at.toISOString(),
    })),
    models: models.map((row) => ({
      ...row,
      rating: ratingOf(row.rating),
      created_at: row.created_at.toISOString(),
    })),
  }
}

/** Removes a creator with everything that hangs on it: images, models, their lists. Safe to repeat. */
export async function forgetCreator({ kysely }: Db, userId: string): Promise<void> {
  await kysely.deleteFrom('community_creators').where('user_id', '=', userId).execute()
}
