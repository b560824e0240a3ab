import { sql } from 'kysely'
import {
  type CommunityImage,
  type CommunityModel,
  FEED_PAGE,
  MOST_CANDIDATES,
} from '#contract/community.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { presentImages } from '../present-images.ts'
import { presentModels } from '../present-models.ts'
import type { Viewer } from '../viewer.ts'
import { similarity } from '../words.ts'
import { numberedPage } from './cursor.ts'

interface Asked {
  id: string
  path: string
  page: number
}

interface Candidate {
  id: string
  vector: Buffer | null
}

/** Lists of an item that say nothing about what it is like. */
const SAYS_NOTHING = sql`own.list not in ('all') and own.list not like 'creator:%'`

/**
 * The newest of what is in the same lists as an item, from each an equal part of the most candidates.
 * @param lists which of its lists
 */
async function candidates(
  reader: Reader,
  viewer: Viewer,
  {
    id,
    kind,
    lists = SAYS_NOTHING,
  }: { id: string; kind: 'image' | 'model'; lists?: ReturnType<typeof sql> },
): Promise<Candidate[]> {
  const [table, items] =
    kind === 'image'
      ? [sql`community_image_lists`, sql`community_images`]
      : [sql`community_model_lists`, sql`community_models`]
  const key = sql.ref(`${kind}_id`)
  const { rows } = await sql<Candidate>`
    with own as (
      select own.list, ${MOST_CANDIDATES} / count(*) over () as share from ${table} own
      where own.${key} = ${id} and ${lists}
    ), near as (
      select distinct found.id from own
      cross join unnest(${viewer.levels}::smallint[]) as level (rating)
      cross join lateral (
        select l.${key} as id from ${table} l
        where l.list = own.list and l.rating = level.rating and l.${key} <> ${id}
          and l.creator_id <> all (${viewer.blocked}::uuid[])
        order by l.published_at desc, l.${key} desc
        limit greatest(1, own.share / ${viewer.levels.length})
      ) found
    )
    select item.id, item.vector from near join ${items} item using (id)
    order by item.published_at desc, item.id desc limit ${MOST_CANDIDATES}`.execute(reader)
  return rows
}

/** Ids from the most similar to the least; of the same similarity the newest first. */
function ranked(own: Buffer | null, found: readonly Candidate[]): string[] {
  const scored = found.map(({ id, vector }) => ({
    id,
    score: own && vector ? similarity(own, vector) : 0,
  }))
  return scored.toSorted((a, b) => b.score - a.score).map(({ id }) => id)
}

/** Published images that share tags or models with one, ranked by their words. */
export async function similarImages(
  reader: Reader,
  viewer: Viewer,
  { id, path, page }: Asked,
): Promise<{ next: string | null; previous: string | null; results: CommunityImage[] }> {
  const own = await reader
    .selectFrom('community_images')
    .select('vector')
    .where('id', '=', id)
    .executeTakeFirst()
  const ids = ranked(own?.vector ?? null, await candidates(reader, viewer, { id, kind: 'image' }))
  const { items, ...links } = numberedPage(ids, { path, page, size: FEED_PAGE })
  return { ...links, results: await presentImages(reader, items, viewer) }
}

/** Published images that were made with the same models as one, the newest first. */
export async function imagesOfSameModels(
  reader: Reader,
  viewer: Viewer,
  { id, path, page }: Asked,
): Promise<{ next: string | null; previous: string | null; results: CommunityImage[] }> {
  const found = await candidates(reader, viewer, {
    id,
    kind: 'image',
    lists: sql`own.list like 'model:%'`,
  })
  const ids = found.map(({ id: image }) => image)
  const { items, ...links } = numberedPage(ids, { path, page, size: FEED_PAGE })
  return { ...links, results: await presentImages(reader, items, viewer) }
}

/** Published models that share type, base model or tags with one, ranked by their words. */
export async function similarModels(
  reader: Reader,
  viewer: Viewer,
  { id, path, page }: Asked,
): Promise<{ next: string | null; previous: string | null; results: CommunityModel[] }> {
  const own = await reader
    .selectFrom('community_models')
    .select('vector')
    .where('id', '=', id)
    .executeTakeFirst()
  const ids = ranked(own?.vector ?? null, await candidates(reader, viewer, { id, kind: 'model' }))
  const { items, ...links } = numberedPage(ids, { path, page, size: FEED_PAGE })
  return { ...links, results: await presentModels(reader, items, viewer) }
}
