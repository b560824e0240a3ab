import { sql } from 'kysely'
import type { CommunityImage } from '#contract/community.ts'
import { images } from '#server/domains/jobs/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { ratingOf } from './ratings.ts'
import { isShown, type Viewer } from './viewer.ts'

interface ImageRow {
  id: string
  creator_id: string
  state: string
  rating: number | null
  url: string
  width: number
  height: number
  blurhash: string | null
  alt: string
  type: string
  prompt: string | null
  parameters: Record<string, unknown> | null
  tags: string[]
  credit: string | null
  likes: number
  liked: boolean
  published_at: Date | null
  created_at: Date
  name: string
  avatar: string | null
  versions: string[]
  remix_of: string | null
}

/**
 * Images as the API shows them, in the order of their ids; left out are those that the viewer may not see, and those that are
 * no longer public in their owner's library, or in its trash.
 */
export async function presentImages(
  reader: Reader,
  ids: readonly string[],
  viewer: Viewer,
): Promise<CommunityImage[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ImageRow>`
    select i.id, i.creator_id, i.state, i.rating, i.url, i.width, i.height, i.blurhash, i.alt, i.type,
      i.prompt, i.parameters, i.tags, i.credit, i.published_at, i.created_at, c.name, c.avatar,
      i.likes + coalesce((select sum(d.delta)::integer from community_like_deltas d
        where d.image_id = i.id), 0) as likes,
      exists (select from community_likes l
        where l.image_id = i.id and l.user_id = ${viewer.userId}::uuid) as liked,
      array(select m.version_id from community_image_models m
        where m.image_id = i.id order by m.version_id) as versions,
      (select o.id from community_images o where o.id = i.remix_of and o.state = 'published'
        and o.rating = any (${viewer.levels}::smallint[])
        and o.creator_id <> all (${viewer.blocked}::uuid[])) as remix_of
    from community_images i
    join community_creators c on c.id = i.creator_id
    where i.id = any (${ids}::uuid[]) and (i.image_id is null or exists (
      select from ${images} own where own.id = i.image_id and own.is_public and own.deleted_at is null))`.execute(
    reader,
  )
  const byId = new Map(
    rows
      .filter((row) => isShown(viewer, row))
      .map((row) => [row.id, presentImage(row, viewer)] as const),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function presentImage(row: ImageRow, viewer: Viewer): CommunityImage {
  const { id, url, width, height, blurhash, alt, type, prompt, parameters, tags, credit } = row
  return {
    id,
    url,
    width,
    height,
    blurhash,
    alt,
    rating: ratingOf(row.rating),
    type,
    prompt,
    parameters,
    model_versions: row.versions,
    tags,
    credit,
    creator: { id: row.creator_id, name: row.name, picture: row.avatar },
    reactions: { like: row.liked, count: row.likes },
    remix_of: row.remix_of,
    is_own: row.creator_id === viewer.creatorId,
    created_at: (row.published_at ?? row.created_at).toISOString(),
  }
}
