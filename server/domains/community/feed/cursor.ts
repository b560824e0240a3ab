import { invalidField } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'

/** The last item of a page: what it is sorted by, as text of the database, and its id. */
export interface Place {
  value: string
  id: string
}

const TIME =
  /^(?<day>\d{4}-\d\d-\d\d) (?<time>\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/
const [LARGEST_INTEGER, SMALLEST_REAL, LARGEST_REAL] = [2 ** 31 - 1, 1.2e-38, 3.4e38]

function isTime(value: string): boolean {
  const { day = '', time = '' } = TIME.exec(value)?.groups ?? {}
  const second = `${day}T${time}`
  const at = new Date(`${second}Z`)
  // Of a day that its month does not have, the date is another one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(second) && day > '0001'
}

function isReal(value: string): boolean {
  const size = Math.abs(Number(value))
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value)
  return isNumber && (value === '0' || (size >= SMALLEST_REAL && size <= LARGEST_REAL))
}

/** Whether a value is one of the column that a sort reads: PostgreSQL takes no other. */
function isValueOf(sort: string, value: string): boolean {
  if (sort.endsWith('created_at')) return isTime(value)
  if (sort.endsWith('rating')) return isReal(value)
  return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= LARGEST_INTEGER
}

/** @throws {AppError} `invalid` for a cursor that is none of ours, or of another sort */
export function readPlace(cursor: string | undefined, sort: string): Place | null {
  if (cursor === undefined) return null
  const [of, value = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (of !== sort || !isValueOf(sort, value) || !isId(id))
    throw invalidField('cursor', t('common.invalidCursor'))
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
