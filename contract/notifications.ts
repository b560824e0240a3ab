import { z } from 'zod'
import { Creator } from './community.ts'
import { Id, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/**
 * `takedown`: a moderation decision about the recipient's own content; `report`: about content they reported; `ticket`: support
 * answered.
 */
export const NOTIFICATION_KINDS = [
  'like',
  'comment',
  'follow',
  'published',
  'hidden',
  'takedown',
  'report',
  'ticket',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export const Notification = z.object({
  id: Id,
  kind: z.enum(NOTIFICATION_KINDS),
  at: Timestamp,
  /** How many people it tells of. */
  count: z.number().int(),
  /** Words of a comment or of a decision; else empty. */
  text: z.string(),
  /** Page that it is about, root-relative. */
  url: z.string(),
  /** The most recent of the people involved; null for the moderation team. */
  actor: Creator.nullable(),
  /** A small picture of the image that it is about. */
  picture: z.string().nullable(),
  read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

export const notifications = {
  list: endpoint({
    ...routes.notifications.list,
    access: 'user',
    summary: 'What happened to what the caller published, the newest first',
    query: PageQuery,
    response: page(Notification).extend({ unread: z.number().int() }),
  }),
  read: endpoint({
    ...routes.notifications.read,
    access: 'user',
    summary: 'All up to a time have been read',
    body: z.strictObject({ until: z.iso.datetime({ offset: true }) }),
    response: z.object({ unread: z.number().int() }),
  }),
}
