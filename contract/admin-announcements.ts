import { z } from 'zod'
import {
  Id,
  IdParams,
  Instant,
  page,
  PageQuery,
  RequestKey,
  Timestamp,
  visibleText,
} from './common.ts'
import { endpoint } from './endpoint.ts'
import { PLAN_NAMES } from './values/users.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

const Wording = z.strictObject({
  text: visibleText(300),
  label: visibleText(40).nullable().default(null),
})

/** A page of the site, or another address. */
const Link = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => /^\/(?![/\\])/.test(text) || URL.parse(text)?.protocol === 'https:',
    fault('console.pageOrAddress'),
  )

const fields = {
  content: z.strictObject({ en: Wording, es: Wording }),
  link: Link.nullable().default(null),
  starts_at: Instant,
  ends_at: Instant,
  /** Only people of this plan; null: of any. */
  plan: z.enum(PLAN_NAMES).nullable().default(null),
  /** Only on the site of this brand; null: on all. */
  brand: z.string().max(40).nullable().default(null),
}

const WrittenAnnouncement = z
  .strictObject(fields)
  .refine(({ starts_at: from, ends_at: until }) => Date.parse(from) < Date.parse(until), {
    error: fault('console.endsAfterBeginning'),
    path: ['ends_at'],
  })
  .refine(
    ({ link, content }) =>
      [content.en.label, content.es.label].every((label) => (label === null) === (link === null)),
    { error: fault('console.linkWithWords'), path: ['link'] },
  )
export type WrittenAnnouncement = z.infer<typeof WrittenAnnouncement>

const AdminAnnouncement = z.object({
  id: Id,
  ...fields,
  starts_at: Timestamp,
  ends_at: Timestamp,
  state: z.enum(['planned', 'shown', 'over']),
  changed_at: Timestamp,
  can_undo: z.boolean(),
  /** People who closed it. */
  dismissed: z.number().int(),
})
export type AdminAnnouncement = z.infer<typeof AdminAnnouncement>

/** Announcements as administrators write them. */
export const adminAnnouncements = {
  list: endpoint({
    ...routes.adminAnnouncements.list,
    access: 'admin',
    summary: 'Announcements, the newest first',
    query: PageQuery,
    response: page(AdminAnnouncement),
  }),
  create: endpoint({
    ...routes.adminAnnouncements.create,
    access: 'admin',
    summary: 'Announce something',
    body: WrittenAnnouncement.safeExtend({ key: RequestKey }),
    response: AdminAnnouncement,
    statuses: [201],
    errors: ['idempotency_mismatch'],
  }),
  change: endpoint({
    ...routes.adminAnnouncements.change,
    access: 'admin',
    summary: 'Write an announcement again; it is not shown again to people who closed it',
    params: IdParams,
    body: WrittenAnnouncement.safeExtend({ changed_at: Instant }),
    response: AdminAnnouncement,
    errors: ['not_found', 'conflict'],
  }),
  undo: endpoint({
    ...routes.adminAnnouncements.undo,
    access: 'admin',
    summary: 'Go back to how an announcement was before its last change',
    params: IdParams,
    body: z.strictObject({ changed_at: Instant }),
    response: AdminAnnouncement,
    errors: ['not_found', 'conflict'],
  }),
  end: endpoint({
    ...routes.adminAnnouncements.end,
    access: 'admin',
    summary: 'Show an announcement no longer',
    params: IdParams,
    body: z.strictObject({}),
    response: AdminAnnouncement,
    errors: ['not_found', 'conflict'],
  }),
}
