import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'

/** Puts published images into all their lists; safe to repeat. One without a rating is in none. */
export async function listPublishedImages(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into community_image_lists (list, rating, image_id, creator_id, published_at, likes)
    select of.list, i.rating, i.id, i.creator_id, i.published_at, i.likes
    from community_images i
    cross join lateral (
      select 'all' as list
      union select 'creator:' || i.creator_id
      union select 'tag:' || tag from unnest(i.tags) tag
      union select unnest(array['model:' || v.id, 'model:' || v.model_id, 'base:' || v.base_model])
        from community_image_models m join community_model_versions v on v.id = m.version_id
        where m.image_id = i.id
    ) of
    where i.id = any (${ids}::uuid[]) and i.state = 'published' and i.rating is not null
    on conflict (image_id, list) do nothing`.execute(tx)
}

/** Puts published models into all their lists; safe to repeat. */
export async function listPublishedModels(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into community_model_lists (list, rating, model_id, creator_id, published_at, downloads, score)
    select of.list, m.rating, m.id, m.creator_id, m.published_at, m.downloads,
      m.likes::real / greatest(m.views, 1)
    from community_models m
    cross join lateral (
      select unnest(array['all', 'creator:' || m.creator_id, 'type:' || m.type, 'base:' || m.base_model,
        'type:' || m.type || ' base:' || m.base_model]) as list
      union select 'tag:' || tag from unnest(m.tags) tag
    ) of
    where m.id = any (${ids}::uuid[]) and m.state = 'published' and m.rating is not null
    on conflict (model_id, list) do nothing`.execute(tx)
}
