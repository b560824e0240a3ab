import { adminAnnouncements } from '#contract/admin-announcements.ts'
import { announcements as api } from '#contract/announcements.ts'
import type { AccountExport } from '#contract/account.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import type { AnnouncementContext } from './context.ts'
import { dismissAnnouncement, showAnnouncements } from './show-announcements.ts'
import {
  announce,
  changeAnnouncement,
  endAnnouncement,
  listAnnouncements,
  undoAnnouncement,
} from './write-announcements.ts'

/** News of the operator in the app. */
export interface Announcements {
  /** announcements/ and admin/announcements/ */
  routes: Route[]
  /** What a person closed, for the copy of their data. */
  dismissedBy(userId: string): Promise<AccountExport['announcements']>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

const adminRoutes = (context: AnnouncementContext): Route[] => [
  route(adminAnnouncements.list, ({ query }) => listAnnouncements(context, query)),
  route(
    adminAnnouncements.create,
    async ({ caller, body }) => new Reply(201, await announce(context, caller.userId, body)),
  ),
  route(
    adminAnnouncements.change,
    ({ caller: { userId: actorId }, params: { id }, body: { changed_at: seen, ...news } }) =>
      changeAnnouncement(context, { actorId, id, seen, news }),
  ),
  route(
    adminAnnouncements.undo,
    ({ caller: { userId: actorId }, params: { id }, body: { changed_at: seen } }) =>
      undoAnnouncement(context, { actorId, id, seen }),
  ),
  route(adminAnnouncements.end, ({ caller: { userId: actorId }, params: { id } }) =>
    endAnnouncement(context, { actorId, id }),
  ),
]

export function createAnnouncements(context: AnnouncementContext): Announcements {
  const { db } = context
  return {
    routes: [
      route(api.list, async ({ caller: { userId }, host, language }) => ({
        results: await showAnnouncements(context, { userId, host, language }),
      })),
      route(api.dismiss, async ({ caller: { userId }, params: { id } }) => {
        await dismissAnnouncement(db, { userId, id })
        return null
      }),
      ...adminRoutes(context),
    ],
    async dismissedBy(userId) {
      const rows = await db.kysely
        .selectFrom('announcement_dismissals')
        .select(['announcement_id', 'dismissed_at'])
        .where('user_id', '=', userId)
        .orderBy('dismissed_at')
        .execute()
      return rows.map((row) => ({
        announcement: row.announcement_id,
        dismissed_at: row.dismissed_at.toISOString(),
      }))
    },
    async forget(userId) {
      await db.kysely.deleteFrom('announcement_dismissals').where('user_id', '=', userId).execute()
    },
  }
}
