import { isDeepStrictEqual } from 'node:util'
import { type Selectable, sql } from 'kysely'
import { brandFiles } from '#brands/index.ts'
import {
  adminAnnouncements,
  type AdminAnnouncement,
  type WrittenAnnouncement,
} from '#contract/admin-announcements.ts'
import { type Database, type Reader, transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField, notFound, userError } from '#server/platform/errors.ts'
import { requireUnchanged } from '#server/platform/require-unchanged.ts'
import { type KeysetQuery, readPage } from '#server/platform/keyset.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { AnnouncementContext } from './context.ts'

type Row = Selectable<Database['announcements']>

const shown = (reader: Reader) =>
  reader
    .selectFrom('announcements as news')
    .selectAll('news')
    .select([
      sql<AdminAnnouncement['state']>`case when news.ends_at <= now() then 'over'
        when news.starts_at > now() then 'planned' else 'shown' end`.as('state'),
      sql<number>`(select count(*)::integer from announcement_dismissals closed
        where closed.announcement_id = news.id)`.as('dismissed'),
    ])

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

/** The announcement as its author wrote it. */
const writtenOf = (row: Row): WrittenAnnouncement => ({
  content: row.content,
  link: row.link,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  plan: row.plan,
  brand: row.brand,
})

const present = (row: ShownRow): AdminAnnouncement => ({
  ...writtenOf(row),
  id: row.id,
  state: row.state,
  changed_at: row.changed_at.toISOString(),
  can_undo: row.previous !== null,
  dismissed: row.dismissed,
})

const read = async (reader: Reader, id: string): Promise<AdminAnnouncement> =>
  present(await shown(reader).where('news.id', '=', id).executeTakeFirstOrThrow())

/**
 * The announcement that was made with a key.
 * @param news what is sent with the key now
 */
async function readByKey(
  tx: Tx,
  { actorId, key, news }: { actorId: string; key: string | undefined; news: WrittenAnnouncement },
): Promise<AdminAnnouncement> {
  const row = await shown(tx)
    .where('news.created_by', '=', actorId)
    .where('news.request_key', '=', key ?? null)
    .executeTakeFirstOrThrow()
  // Of one that was changed since, nobody knows any more how it was sent.
  if (row.previous === null && !isDeepStrictEqual(writtenOf(row), inUtc(news)))
    throw userError('idempotency_mismatch', t('console.otherAnnouncement'))
  return present(row)
}

/** With its instants as they are read. */
const inUtc = (news: WrittenAnnouncement): WrittenAnnouncement => ({
  ...news,
  starts_at: new Date(news.starts_at).toISOString(),
  ends_at: new Date(news.ends_at).toISOString(),
})

const valuesOf = ({ content, ...rest }: WrittenAnnouncement) => ({
  ...rest,
  content: JSON.stringify(content),
})

function checkBrand({ brand }: WrittenAnnouncement): void {
  if (brand !== null && !brandFiles.some(({ id }) => id === brand))
    throw invalidField('brand', t('console.noSuchBrand'))
}

/** One page of all announcements, newest first. @throws {AppError} `invalid` for a cursor that is none */
export async function listAnnouncements(
  { db }: AnnouncementContext,
  query: KeysetQuery,
): Promise<{ next: string | null; previous: string | null; results: AdminAnnouncement[] }> {
  const { path } = adminAnnouncements.list
  const page = { id: 'news.id', path, query, usually: 40 }
  const { items, ...links } = await readPage(shown(db.kysely), page)
  return { ...links, results: items.map(present) }
}

/**
 * Announces something; the same key does it once.
 * @throws {AppError} `invalid` for a brand that is not there; `idempotency_mismatch`
 */
export async function announce(
  { db, audit }: AnnouncementContext,
  actorId: string,
  { key, ...news }: WrittenAnnouncement & { key?: string | undefined },
): Promise<AdminAnnouncement> {
  checkBrand(news)
  return transact(db, async (tx) => {
    const made = await tx
      .insertInto('announcements')
      .values({
        ...valuesOf(news),
        previous: null,
        created_by: actorId,
        request_key: key ?? null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['created_by', 'request_key'])
          .where('request_key', 'is not', null)
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (!made) return readByKey(tx, { actorId, key, news })
    const { id } = made
    const data = { text: news.content.en.text }
    await audit(tx, { actorId, action: 'announcement_made', subject: id, data })
    return read(tx, id)
  })
}

interface AnnouncementStep {
  actorId: string
  id: string
  /** Last change of the announcement that was looked at; undefined: any will do. */
  seen?: string
}

/** Writes what `change` makes of an announcement; what stood there is kept for one step back. */
async function rewrite(
  { db, audit }: AnnouncementContext,
  {
    actorId,
    id,
    seen,
    action,
  }: AnnouncementStep & {
    action: 'announcement_changed' | 'announcement_ended'
  },
  change: (tx: Tx, row: Row) => Promise<WrittenAnnouncement> | WrittenAnnouncement,
): Promise<AdminAnnouncement> {
  if (!isId(id)) throw notFound()
  return transact(db, async (tx) => {
    const row = await tx
      .selectFrom('announcements')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    requireUnchanged(row.changed_at, seen)
    const news = await change(tx, row)
    await tx
      .updateTable('announcements')
      .set({
        ...valuesOf(news),
        previous: JSON.stringify(writtenOf(row)),
        changed_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
    const data = { text: news.content.en.text }
    await audit(tx, { actorId, action, subject: id, data })
    return read(tx, id)
  })
}

/** Writes an announcement again. @throws {AppError} `not_found`, `conflict`; `invalid` for a brand that is not there */
export async function changeAnnouncement(
  context: AnnouncementContext,
  { news, ...step }: AnnouncementStep & { news: WrittenAnnouncement },
): Promise<AdminAnnouncement> {
  checkBrand(news)
  return rewrite(context, { ...step, action: 'announcement_changed' }, () => news)
}

/** Goes back to how it was before its last change; the next step back undoes that. @throws {AppError} `not_found`, `conflict` */
export const undoAnnouncement = (
  context: AnnouncementContext,
  step: AnnouncementStep,
): Promise<AdminAnnouncement> =>
  rewrite(context, { ...step, action: 'announcement_changed' }, (_tx, { previous }) => {
    if (previous === null) throw userError('conflict', t('common.nothingChanged'))
    return previous
  })

/** Shows an announcement no longer. @throws {AppError} `not_found`; `conflict` for one that is over */
export const endAnnouncement = (
  context: AnnouncementContext,
  step: AnnouncementStep,
): Promise<AdminAnnouncement> =>
  rewrite(context, { ...step, action: 'announcement_ended' }, async (tx, row) => {
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(tx)
    const { now } = rows[0]!
    if (row.ends_at <= now) throw userError('conflict', t('console.announcementOver'))
    const written = writtenOf(row)
    // One that has not begun is over before it begins.
    const starts = row.starts_at < now ? row.starts_at : new Date(now.getTime() - 1000)
    return { ...written, starts_at: starts.toISOString(), ends_at: now.toISOString() }
  })
