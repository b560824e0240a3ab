import { MOST_CANDIDATES } from '#contract/community.ts'
import { type Reader, type Statement, statement } from '#server/platform/db/index.ts'
import type { Viewer } from '../viewer.ts'
import type { Place } from './cursor.ts'
import type { Kind } from './kinds.ts'
import type { SearchPlan } from './plan-search.ts'

/** What lists are sorted by: a column of the table of lists, with its type and the ends of its range. */
interface Order {
  column: string
  type: string
  least: string
  most: string
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const TIME: Order = {
  column: 'published_at',
  type: 'timestamptz',
  least: '-infinity',
  most: 'infinity',
}
const count = (column: string): Order => ({
  column,
  type: 'integer',
  least: '-1',
  most: '2147483647',
})

/** The two tables of lists. */
const TABLES = {
  image: {
    table: 'community_image_lists',
    id: 'image_id',
    orders: { created_at: TIME, reactions: count('likes') } as Record<string, Order>,
  },
  model: {
    table: 'community_model_lists',
    id: 'model_id',
    orders: {
      created_at: TIME,
      download_count: count('downloads'),
      rating: { column: 'score', type: 'real', least: '-1', most: 'infinity' },
    } as Record<string, Order>,
  },
} as const
interface PlaceRow {
  id: string
  value: string
}

/** One page of one list: for each rating a range of the index, and these merged. $1 list, $2 ratings, $3 blocked creators, $4 and $5 the place before, $6 rows, $7 not older. */
function pageText(kind: Kind, sort: string): string {
  const { table, id, orders } = TABLES[kind]
  const isDescending = sort.startsWith('-')
  const { column, type } = orders[sort.replace('-', '')]!
  const [direction, beyond] = isDescending ? ['desc', '<'] : ['asc', '>']
  return `
    select found.id, found.value::text as value
    from unnest($2::smallint[]) as level (rating)
    cross join lateral (
      select l.${id} as id, l.${column} as value from ${table} l
      where l.list = $1 and l.rating = level.rating
        and (l.${column}, l.${id}) ${beyond} ($4::${type}, $5::uuid)
        and l.published_at >= $7::timestamptz
        and l.creator_id <> all ($3::uuid[])
      order by l.${column} ${direction}, l.${id} ${direction}
      limit $6
    ) found
    order by found.value ${direction}, found.id ${direction}
    limit $6`
}

/** Of what is newest, so many are looked through for words that are common. */
const LOOKED_THROUGH = 10_000

/** The newest of a list; each of its ratings is a range of the index. */
const newestText = (kind: Kind, most: number): string => {
  const { table, id } = TABLES[kind]
  return `
    select newest.* from unnest($2::smallint[]) as level (rating) cross join lateral (
      select * from ${table} l
      where l.list = $1 and l.rating = level.rating and l.published_at >= $7::timestamptz
      order by l.published_at desc, l.${id} desc limit ${most}
    ) newest order by newest.published_at desc, newest.${id} desc limit ${most}`
}

/** Items of a list that are liked most and not older than the period: the newest alone would be those of the last hours. */
const likedText = (kind: Kind): string => {
  const { table, id } = TABLES[kind]
  return `
    select liked.* from unnest($2::smallint[]) as level (rating) cross join lateral (
      select * from ${table} l where l.list = $1 and l.rating = level.rating
      order by l.likes desc, l.${id} desc limit ${MOST_CANDIDATES}
    ) liked where liked.published_at >= $7::timestamptz`
}

/** Where the candidates of a page come from: $8 are the words. Each candidate is looked up by itself, so that no plan reads all that has common words. */
const CANDIDATES = {
  // Models have no periods.
  period: (kind: Kind) =>
    kind === 'image'
      ? `(${newestText(kind, MOST_CANDIDATES)}) union (${likedText(kind)})`
      : newestText(kind, MOST_CANDIDATES),
  common: (kind: Kind) => `
    select newest.* from (${newestText(kind, LOOKED_THROUGH)}) newest
    cross join lateral (
      select i.words from community_${kind}s i where i.id = newest.${kind}_id limit 1
    ) item
    where item.words @@ to_tsquery('simple', $8)
    order by newest.published_at desc, newest.${kind}_id desc limit ${MOST_CANDIDATES}`,
  rare: (kind: Kind) => `
    select l.* from community_${kind}s_with(to_tsquery('simple', $8), $2, ${MOST_CANDIDATES}) hit
    cross join lateral (
      select * from community_${kind}_lists l where l.${kind}_id = hit.id and l.list = $1 limit 1
    ) l
    where l.rating = any ($2::smallint[]) and l.published_at >= $7::timestamptz`,
}

/** As `pageText`, of the newest candidates of a list, however they are sorted. */
function candidatesText(kind: Kind, sort: string, by: keyof typeof CANDIDATES): string {
  const { id, orders } = TABLES[kind]
  const { column, type } = orders[sort.replace('-', '')]!
  const [direction, beyond] = sort.startsWith('-') ? ['desc', '<'] : ['asc', '>']
  return `
    select c.${id} as id, c.${column}::text as value from (${CANDIDATES[by](kind)}) c
    where (c.${column}, c.${id}) ${beyond} ($4::${type}, $5::uuid)
      and c.creator_id <> all ($3::uuid[])
    order by c.${column} ${direction}, c.${id} ${direction}
    limit $6`
}

const prepared = new Map<string, Statement<PlaceRow>>()

function find(key: string, text: () => string): Statement<PlaceRow> {
  const known = prepared.get(key)
  if (known) return known
  const made = statement<PlaceRow>(text())
  prepared.set(key, made)
  return made
}

export interface ListRequest {
  kind: Kind
  /** As `all` or `tag:cat`. */
  list: string
  sort: string
  /** Not older than so. */
  since: Date | null
  /** Null: no search. */
  search: Pick<SearchPlan, 'query' | 'isCommon'> | null
  place: Place | null
  limit: number
  /** Instead of all that the viewer may see. */
  levels: readonly number[]
}

/** The statement that answers a request, with its values: also for the test that reads its plan. */
export function listStatement(
  { kind, list, sort, since, search, place, limit, levels }: ListRequest,
  { blocked }: Pick<Viewer, 'blocked'>,
): { statement: Statement<PlaceRow>; values: unknown[] } {
  const { least, most } = TABLES[kind].orders[sort.replace('-', '')]!
  const start = sort.startsWith('-') ? { value: most, id: LAST_ID } : { value: least, id: FIRST_ID }
  const { value, id } = place ?? start
  const values = [list, levels, blocked, value, id, limit, since ?? '-infinity']
  const byTime = sort.endsWith('created_at')
  if (search !== null) {
    const by = search.isCommon ? 'common' : 'rare'
    return {
      statement: find(`${kind} ${sort} ${by}`, () => candidatesText(kind, sort, by)),
      values: [...values, search.query],
    }
  }
  if (since !== null && !byTime)
    return {
      statement: find(`${kind} ${sort} period`, () => candidatesText(kind, sort, 'period')),
      values,
    }
  return { statement: find(`${kind} ${sort}`, () => pageText(kind, sort)), values }
}

/** The ids of a page, and the place of its last item where more follow. */
export async function readList(
  reader: Reader,
  request: ListRequest,
  viewer: Viewer,
): Promise<{ ids: string[]; next: Place | null }> {
  const { statement: query, values } = listStatement(
    { ...request, limit: request.limit + 1 },
    viewer,
  )
  const rows = await query.run(reader, values)
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  return {
    ids: shown.map(({ id }) => id),
    next: rows.length > request.limit && last ? { value: last.value, id: last.id } : null,
  }
}
