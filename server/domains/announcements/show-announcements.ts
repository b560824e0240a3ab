import { sql } from 'kysely'
import { brandOfHost } from '#brands/index.ts'
import type { Announcement } from '#contract/announcements.ts'
import type { Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import type { AnnouncementContext } from './context.ts'

/** Most that are shown at once: more would push the page away. */
const MOST = 3

interface Reader {
  userId: string
  /** Of the request: it names the brand whose site is read. */
  host: string
  language: string
}

/** Shows what is announced to a person now and they have not closed, the newest first. */
export async function showAnnouncements(
  { db, billing }: AnnouncementContext,
  { userId, host, language }: Reader,
): Promise<Announcement[]> {
  const rows = await db.kysely
    .selectFrom('announcements as news')
    .select(['news.id', 'news.content', 'news.link', 'news.plan'])
    .where('news.starts_at', '<=', sql<Date>`now()`)
    .where('news.ends_at', '>', sql<Date>`now()`)
    .where((eb) =>
      eb.or([eb('news.brand', 'is', null), eb('news.brand', '=', brandOfHost(host).id)]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('announcement_dismissals as closed')
            .select('closed.user_id')
            .whereRef('closed.announcement_id', '=', 'news.id')
            .where('closed.user_id', '=', userId),
        ),
      ),
    )
    .orderBy('news.id', 'desc')
    .execute()
  if (rows.length === 0) return []
  const plan = rows.some((row) => row.plan !== null) ? await billing.planOf(db, userId) : null
  return rows
    .filter((row) => row.plan === null || row.plan === plan?.name)
    .slice(0, MOST)
    .map(({ id, content, link }) => {
      const { text, label } = language === 'es' ? content.es : content.en
      return { id, text, link, label }
    })
}

/** Closes an announcement for a person. Safe to repeat. @throws {AppError} `not_found` */
export async function dismissAnnouncement(
  { kysely }: Db,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  if (!isId(id)) throw notFound()
  const known = await kysely
    .selectFrom('announcements')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw notFound()
  await kysely
    .insertInto('announcement_dismissals')
    .values({ announcement_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
