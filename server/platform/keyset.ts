import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { invalidField } from './errors.ts'
import { isId } from './storable-text.ts'
import { t } from '#server/texts/index.ts'

/** A place in a list that is sorted by id, newest first. */
interface KeysetPlace {
  /** `after`: older than `id`; `before`: newer than it. */
  side: 'after' | 'before'
  id: string
}

/** Which page of a list. */
export interface KeysetQuery {
  cursor?: string | undefined
  limit?: number | undefined
}

/** @throws {AppError} `invalid` for a cursor that is none of ours */
function readCursor(cursor: string | undefined): KeysetPlace | null {
  if (cursor === undefined) return null
  const [side, id] = Buffer.from(cursor, 'base64url').toString().split(':')
  if ((side !== 'after' && side !== 'before') || id === undefined || !isId(id)) {
    throw invalidField('cursor', t('common.invalidCursor'))
  }
  return { side, id }
}

/** One page out of up to `limit + 1` rows as they were read: nearest to the cursor first. */
function cutPage<T extends { id: string }>(
  rows: T[],
  limit: number,
  place: KeysetPlace | null,
): { items: T[]; next: KeysetPlace | null; previous: KeysetPlace | null } {
  const more = rows.length > limit
  const near = rows.slice(0, limit)
  const backwards = place?.side === 'before'
  const items = backwards ? near.toReversed() : near
  const first = items.at(0)
  const last = items.at(-1)
  const hasNext = backwards ? true : more
  const hasPrevious = backwards ? more : place !== null
  return {
    items,
    next: hasNext && last ? { side: 'after', id: last.id } : null,
    previous: hasPrevious && first ? { side: 'before', id: first.id } : null,
  }
}

/**
 * Reads one page of a list, newest first, with the links to the pages beside it.
 * @param list.id the column that sorts it, as in `p.id`
 * @param list.usually rows of a page when the query does not say how many
 * @throws {AppError} `invalid` for a cursor that is none
 */
export async function readPage<DB, TB extends keyof DB, Row extends { id: string }>(
  rows: SelectQueryBuilder<DB, TB, Row>,
  { id, path, query, usually }: { id: string; path: string; query: KeysetQuery; usually: number },
): Promise<{ next: string | null; previous: string | null; items: Row[] }> {
  const place = readCursor(query.cursor)
  const { limit = usually } = query
  const column = sql.ref(id)
  const beyond =
    place &&
    (place.side === 'after'
      ? sql<SqlBool>`${column} < ${place.id}`
      : sql<SqlBool>`${column} > ${place.id}`)
  const found = await (beyond ? rows.where(beyond) : rows)
    .orderBy(column, place?.side === 'before' ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
  const { items, next, previous } = cutPage(found, limit, place)
  return {
    next: pageLink(path, { ...query }, next),
    previous: pageLink(path, { ...query }, previous),
    items,
  }
}

/** Everything in a list, read page by page as the links to the next one lead. */
export async function* everyItem<T>(
  read: (cursor: string | undefined) => Promise<{ next: string | null; results: T[] }>,
): AsyncGenerator<T, void> {
  let cursor: string | undefined
  do {
    const { next, results } = await read(cursor)
    yield* results
    cursor = new URLSearchParams(next?.split('?')[1]).get('cursor') ?? undefined
  } while (cursor !== undefined)
}

/** Root-relative link to another page of the same list. */
function pageLink(
  path: string,
  query: Record<string, string | number | undefined>,
  place: KeysetPlace | null,
): string | null {
  if (place === null) return null
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && name !== 'cursor') search.set(name, String(value))
  }
  search.set('cursor', Buffer.from(`${place.side}:${place.id}`).toString('base64url'))
  return `${path}?${search.toString()}`
}
