import { sql } from 'kysely'
import type { Pack, PackDetail, PackKind, PackListQuery } from '#contract/packs.ts'
import type { Db } from '#server/platform/db/index.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { presentDetail, presentPacks } from './present-pack.ts'
import { canSee, type PackRow, readPack, type Viewer } from './store.ts'

const USUAL = 24

interface PackPage {
  count: number
  next: string | null
  previous: string | null
  results: Pack[]
}

/**
 * One page of packs, by what people use most or by age; there are few, so a page is a place in their order.
 * @throws {AppError} `invalid` for a cursor that is none, `not_found` for lists that are not the viewer's
 */
export async function listPacks(
  { db }: { db: Db },
  viewer: Viewer,
  { kind, path, query }: { kind: PackKind; path: string; query: PackListQuery },
): Promise<PackPage> {
  const { tag, subject, search = '', sort = 'popular', show = 'published', limit = USUAL } = query
  const from = readCursor(query.cursor)
  if (show === 'offered' && !viewer.isStaff) throw notFound()
  if ((show === 'mine' || show === 'favorites') && viewer.userId === null)
    return { count: 0, next: null, previous: null, results: [] }
  const { rows } = await sql<PackRow & { total: number }>`
    select p.*, count(*) over ()::int as total
    from packs p
    join pack_versions v on v.id = ${show === 'mine' || show === 'offered' ? sql`coalesce(p.draft_id, p.version_id)` : sql`p.version_id`}
    where p.kind = ${kind}
      and ${whose(show, viewer)}
      and ${tag === undefined ? sql`true` : sql`${tag.toLowerCase()} = any (v.tags)`}
      and ${subject === undefined ? sql`true` : sql`v.subject = ${subject}`}
      and ${search.trim() === '' ? sql`true` : matches(search.trim())}
    order by ${sort === 'popular' ? sql`p.runs desc, p.id desc` : sql`p.id desc`}
    limit ${limit} offset ${from}`.execute(db.kysely)
  const count = rows[0]?.total ?? 0
  const link = (place: number | null) => (place === null ? null : pageLink(path, query, place))
  return {
    count,
    next: link(from + rows.length < count ? from + rows.length : null),
    previous: link(from > 0 && rows.length > 0 ? Math.max(0, from - limit) : null),
    results: await presentPacks(db.kysely, rows, viewer),
  }
}

function whose(show: NonNullable<PackListQuery['show']>, { userId }: Viewer) {
  if (show === 'mine') return sql`p.user_id = ${userId} and p.state <> 'withdrawn'`
  if (show === 'offered') return sql`p.state = 'offered'`
  if (show === 'favorites')
    return sql`p.state = 'published' and exists (
      select from pack_favorites f where f.pack_id = p.id and f.user_id = ${userId})`
  return sql`p.state = 'published'`
}

function matches(search: string) {
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`(v.title ilike ${pattern} or v.description ilike ${pattern})`
}

/** @throws {AppError} `invalid` */
function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const place = /^n(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (place === undefined) throw invalidField('cursor', t('common.invalidCursor'))
  return Number(place)
}

function pageLink(path: string, query: PackListQuery, place: number): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && name !== 'cursor') search.set(name, String(value))
  search.set('cursor', Buffer.from(`n${place}`).toString('base64url'))
  return `${path}?${search.toString()}`
}

/** @throws {AppError} `not_found` */
export async function readPackDetail(
  { db }: { db: Db },
  viewer: Viewer,
  place: { id: string; kind: PackKind },
): Promise<PackDetail> {
  const pack = await readPack(db.kysely, place)
  if (!canSee(pack, viewer)) throw notFound()
  return presentDetail(db.kysely, pack, viewer)
}
