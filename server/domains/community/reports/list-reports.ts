import { sql } from 'kysely'
import { adminReports, type Report } from '#contract/reports.ts'
import { images } from '#server/domains/jobs/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import type { CommunityDeps } from '../deps.ts'
import type { ReportRow } from './rows.ts'
import { strikesOf } from './strikes.ts'

const USUAL = 40
/** Open reports that are shown; the next come up as these are decided. */
const MOST_OPEN = 100

/** Reports that are open, those first that have to be decided first; or those that are decided, the newest first. */
export async function listReports(
  deps: CommunityDeps,
  { state, ...query }: KeysetQuery & { state: 'open' | 'decided' },
): Promise<{ count?: number; next: string | null; previous: string | null; results: Report[] }> {
  const { kysely } = deps.db
  const rows = kysely.selectFrom('community_reports').selectAll().where('state', '=', state)
  if (state === 'decided') {
    const { path } = adminReports.list
    const { items, ...links } = await readPage(rows, { id: 'id', path, query, usually: USUAL })
    return { ...links, results: await present(deps, items) }
  }
  const open = await rows.orderBy('due_at').orderBy('id').limit(MOST_OPEN).execute()
  const { count } = await kysely
    .selectFrom('community_reports')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return { count, next: null, previous: null, results: await present(deps, open) }
}

/** Kinds that show an image. */
const PICTURES: ReadonlySet<Report['kind']> = new Set(['image', 'share'])

interface Shown {
  text: string
  picture: string | null
}

async function present(deps: CommunityDeps, rows: readonly ReportRow[]): Promise<Report[]> {
  const { kysely } = deps.db
  const shown = await whatIsShown(deps, kysely, rows)
  const creators = await creatorsOf(kysely, rows)
  const same = Map.groupBy(
    rows.filter(({ item_id: item }) => item !== null),
    ({ item_id: item }) => item,
  )
  return rows.map((row) => {
    const what = row.item_id === null ? undefined : shown.get(row.item_id)
    const isSealed = row.sealed_at !== null || (row.reason === 'minor' && PICTURES.has(row.kind))
    return {
      id: row.id,
      kind: row.kind,
      item: row.item_id,
      url: row.url,
      reason: row.reason,
      text: row.text,
      name: row.name,
      email: row.email,
      state: row.state,
      shown: what ? { text: what.text, picture: isSealed ? null : what.picture } : null,
      hidden: row.hidden_at !== null,
      sealed: isSealed,
      creator: creators.get(row.creator_id ?? '') ?? null,
      same: row.item_id === null ? 1 : (same.get(row.item_id)?.length ?? 1),
      due_at: row.due_at.toISOString(),
      created_at: row.created_at.toISOString(),
    }
  })
}

async function creatorsOf(
  reader: Reader,
  rows: readonly ReportRow[],
): Promise<Map<string, Report['creator']>> {
  const ids = [...new Set(rows.flatMap(({ creator_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map()
  const strikes = await strikesOf(reader, ids)
  const found = await reader
    .selectFrom('community_creators')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map((one) => [one.id, { ...one, strikes: strikes.get(one.id) ?? 0 }]))
}

async function whatIsShown(
  { evidence }: CommunityDeps,
  reader: Reader,
  rows: readonly ReportRow[],
): Promise<Map<string, Shown>> {
  const ids = rows.flatMap(({ item_id: id }) => id ?? [])
  if (ids.length === 0) return new Map()
  const { rows: found } = await sql<{
    id: string
    text: string
    file: string | null
    image: string | null
  }>`
    select id, coalesce(prompt, alt) as text, url as file, image_id as image from community_images
      where id = any (${ids}::uuid[])
    union all select image.id, '', null, image.id from ${images} image
      where image.id = any (${ids}::uuid[])
    union all select id, name || ': ' || description, null, null from community_models
      where id = any (${ids}::uuid[])
    union all select id, text, null, null from community_comments where id = any (${ids}::uuid[])
    union all select id, name || case when about = '' then '' else ': ' || about end, avatar, null
      from community_creators where id = any (${ids}::uuid[])`.execute(reader)
  // What is withheld has no public address any more.
  const urls = await evidence.urlsOf(
    reader,
    found.flatMap(({ image }) => image ?? []),
  )
  return new Map(
    found.map(({ id, text, file, image }) => [
      id,
      { text, picture: image === null ? file : (urls.get(image) ?? null) },
    ]),
  )
}
