import { invalidField } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'

/** The last item of a page: what it is sorted by, as text of the database, and its id. */
export interface Place {
  value: string
  id: string
}

const VALUE = /^-?\d+(\.\d+)?(e-?\d+)?$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/

/** @throws {AppError} `invalid` for a cursor that is none of ours, or of another sort */
export function readPlace(cursor: string | undefined, sort: string): Place | null {
  if (cursor === undefined) return null
  const [of, value = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  const isTime = value.includes(':')
  if (of !== sort || !VALUE.test(value) || isTime !== sort.endsWith('created_at') || !isId(id))
    throw invalidField('cursor', 'Invalid cursor.')
  return { value, id }
}

/** Root-relative link to the page after a place. */
export function linkAfter(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  { sort, place }: { sort: string; place: Place },
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && name !== 'cursor') search.set(name, String(value))
  search.set('cursor', Buffer.from(`${sort}|${place.value}|${place.id}`).toString('base64url'))
  return `${path}?${search.toString()}`
}

/** One page of a list that is ranked as a whole, and the links beside it. */
export function numberedPage<T>(
  items: readonly T[],
  { path, page, size }: { path: string; page: number; size: number },
): { next: string | null; previous: string | null; items: T[] } {
  const end = page * size
  return {
    next: items.length > end ? `${path}?page=${page + 1}` : null,
    previous: page > 1 ? `${path}?page=${page - 1}` : null,
    items: items.slice(end - size, end),
  }
}
