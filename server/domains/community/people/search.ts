import { sql } from 'kysely'
import {
  type CommunityImage,
  type CommunityModel,
  type Creator,
  MOST_CANDIDATES,
} from '#contract/community.ts'
import type { Feature } from '#contract/features.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { likePattern } from '#server/platform/storable-text.ts'
import { type Kind, sourceOf } from '../feed/kinds.ts'
import { listImages, listModels } from '../feed/list-feeds.ts'
import { planSearch } from '../feed/plan-search.ts'
import { presentImages } from '../present-images.ts'
import { presentModels } from '../present-models.ts'
import type { Viewer } from '../viewer.ts'
import { searchOf } from '../words.ts'
import { presentCreator } from './creators.ts'

interface Found {
  models: CommunityModel[]
  images: CommunityImage[]
  people: Creator[]
  tags: string[]
}

/** Of each kind. */
const SHOWN = 20

/** What a site without one of these does not show; people are found on all. */
const FEATURES = {
  models: 'explore_models',
  images: 'explore_images',
  tags: 'explore_images',
} as const

/** What of the published has these words: nothing that this viewer may not see, or that the site has no page of. */
export async function search(
  reader: Reader,
  viewer: Viewer,
  {
    q,
    kind,
    features,
  }: { q: string; kind?: keyof Found | undefined; features: readonly Feature[] },
): Promise<Found> {
  const wants = (what: keyof Found) =>
    (kind === undefined || kind === what) &&
    (what === 'people' || features.includes(FEATURES[what]))
  const words = searchOf(q)
  const found: Found = { models: [], images: [], people: [], tags: [] }
  if (words === null) return found
  const query = { q, limit: SHOWN }
  if (wants('models')) {
    const { results } = await listModels(reader, viewer, { path: '', query })
    const ids = await spelledAlike(reader, viewer, { q, kind: 'model', besides: results })
    found.models = [...results, ...(await presentModels(reader, ids, viewer))]
  }
  if (wants('images')) {
    const { results } = await listImages(reader, viewer, { path: '', query })
    const ids = await spelledAlike(reader, viewer, { q, kind: 'image', besides: results })
    found.images = [...results, ...(await presentImages(reader, ids, viewer))]
  }
  if (wants('people')) found.people = await findPeople(reader, viewer, { q, words })
  if (wants('tags')) found.tags = await findTags(reader, viewer, q)
  return found
}

/** Words that are looked for by spelling: of a short one too much is like it. */
const [MOST_MISSPELLED, SHORTEST_MISSPELLED] = [3, 3]
/** Of what is newest, so many are compared. */
const COMPARED = 5000

/** What no word finds, but what is spelled nearly so: as many as there is room for. */
async function spelledAlike(
  reader: Reader,
  viewer: Viewer,
  { q, kind, besides }: { q: string; kind: Kind; besides: readonly { id: string }[] },
): Promise<string[]> {
  if (besides.length >= SHOWN) return []
  const { unknown = [] } = (await planSearch(reader, viewer, { kind, q })) ?? {}
  const longest = unknown
    .filter((word) => word.length >= SHORTEST_MISSPELLED)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_MISSPELLED)
  if (longest.length === 0) return []
  const asked = unknown.filter((word) => longest.includes(word)).join(' ')
  const { items, lists, id, spelled } = sourceOf(kind)
  const { rows } = await sql<{ id: string }>`
    select newest.id
    from (
      select l.* from unnest(${viewer.levels}::smallint[]) as level (rating)
      cross join lateral (
        select l.${id} as id, l.creator_id, l.published_at from ${lists} l
        where l.list = 'all' and l.rating = level.rating
        order by l.published_at desc, l.${id} desc limit ${COMPARED}
      ) l order by l.published_at desc, l.id desc limit ${COMPARED}
    ) newest
    cross join lateral (
      select ${spelled} as text from ${items} item where item.id = newest.id limit 1
    ) item
    where item.text %> ${asked}::text and newest.creator_id <> all (${viewer.blocked}::uuid[])
      and newest.id <> all (${besides.map(({ id: shown }) => shown)}::uuid[])
    order by word_similarity(${asked}::text, item.text) desc, newest.id desc
    limit ${SHOWN - besides.length}`.execute(reader)
  return rows.map((row) => row.id)
}

/** Those of whom this viewer may see something. */
async function findPeople(
  reader: Reader,
  viewer: Viewer,
  { q, words }: { q: string; words: string },
): Promise<Creator[]> {
  const { rows } = await sql<Parameters<typeof presentCreator>[0]>`
    select c.id, c.name, c.avatar from (
      (select id, name, avatar from community_creators
        where to_tsvector('simple', name) @@ to_tsquery('simple', ${words}) limit ${MOST_CANDIDATES / 2})
      union
      (select id, name, avatar from community_creators where name %> ${q} limit ${MOST_CANDIDATES / 2})
    ) c
    where c.id <> all (${viewer.blocked}::uuid[]) and (
      exists (select from community_image_lists l
        where l.list = 'creator:' || c.id and l.rating = any (${viewer.levels}::smallint[]))
      or exists (select from community_model_lists l
        where l.list = 'creator:' || c.id and l.rating = any (${viewer.levels}::smallint[])))
    order by c.name, c.id limit ${SHOWN}`.execute(reader)
  return rows.map(presentCreator)
}

/** Tags that begin with the text, of what this viewer may see; one step of the index for each. */
async function findTags(reader: Reader, viewer: Viewer, text: string): Promise<string[]> {
  const start = `tag:${text.trim().toLowerCase()}`
  const { rows } = await sql<{ list: string }>`
    with recursive tags as (
      (select list, 1 as number from community_image_lists where list >= ${start} order by list limit 1)
      union all
      select (select l.list from community_image_lists l where l.list > tags.list order by l.list limit 1),
        tags.number + 1
      from tags where tags.list is not null and tags.number < ${5 * SHOWN}
    )
    select list from tags
    where list like ${likePattern(start).slice(1)} and exists (
      select from community_image_lists l
      where l.list = tags.list and l.rating = any (${viewer.levels}::smallint[])
        and l.creator_id <> all (${viewer.blocked}::uuid[]))
    order by list limit ${SHOWN}`.execute(reader)
  return rows.map(({ list }) => list.slice('tag:'.length))
}
