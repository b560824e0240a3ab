import { MOST_CANDIDATES } from '#contract/community.ts'
import { type Reader, type Statement, statement } from '#server/platform/db/index.ts'
import type { Viewer } from '../viewer.ts'
import type { Place } from './cursor.ts'

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
    items: 'community_images',
    id: 'image_id',
    orders: { created_at: TIME, reactions: count('likes') } as Record<string, Order>,
  },
  model: {
    table: 'community_model_lists',
    items: 'community_models',
    id: 'model_id',
    orders: {
      created_at: TIME,
      download_count: count('downloads'),
      rating: { column: 'score', type: 'real', least: '-1', most: 'infinity' },
    } as Record<string, Order>,
  },
} as const
type Kind = keyof typeof TABLES

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

/** As `pageText`, of the newest candidates of a list (or of those with some words: $8), however they are sorted. */
function candidatesText(kind: Kind, sort: string, by: 'words' | 'period'): string {
  const { table, items, id, orders } = TABLES[kind]
  const { column, type } = orders[sort.replace('-', '')]!
  const [direction, beyond] = sort.startsWith('-') ? ['desc', '<'] : ['asc', '>']
  const candidates =
    by === 'words'
      ? `select l.* from (
           select i.id from ${items} i
           where i.words @@ to_tsquery('simple', $8) and i.state = 'published' limit ${MOST_CANDIDATES}
         ) hit join ${table} l on l.${id} = hit.id and l.list = $1
         where l.rating = any ($2::smallint[]) and l.published_at >= $7::timestamptz`
      : `select newest.* from unnest($2::smallint[]) as level (rating) cross join lateral (
           select * from ${table} l
           where l.list = $1 and l.rating = level.rating and l.published_at >= $7::timestamptz
           order by l.published_at desc, l.${id} desc limit ${MOST_CANDIDATES}
         ) newest order by newest.published_at desc limit ${MOST_CANDIDATES}`
  return `
    select c.${id} as id, c.${column}::text as value from (${candidates}) c
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
  /** For `to_tsquery`; null: no search. */
  words: string | null
  place: Place | null
  limit: number
  /** Instead of all that the viewer may see. */
  levels: readonly number[]
}

/** The statement that answers a request, with its values: also for the test that reads its plan. */
export function listStatement(
  { kind, list, sort, since, words, place, limit, levels }: ListRequest,
  { blocked }: Pick<Viewer, 'blocked'>,
): { statement: Statement<PlaceRow>; values: unknown[] } {
  const { least, most } = TABLES[kind].orders[sort.replace('-', '')]!
  const start = sort.startsWith('-') ? { value: most, id: LAST_ID } : { value: least, id: FIRST_ID }
  const { value, id } = place ?? start
  const values = [list, levels, blocked, value, id, limit, since ?? '-infinity']
  const byTime = sort.endsWith('created_at')
  if (words !== null)
    return {
      statement: find(`${kind} ${sort} words`, () => candidatesText(kind, sort, 'words')),
      values: [...values, words],
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
