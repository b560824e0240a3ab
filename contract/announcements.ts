import { z } from 'zod'
import { Id, IdParams, Nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** News of the operator, in the language of the one who asks. */
const Announcement = z.object({
  id: Id,
  text: z.string(),
  link: z.string().nullable(),
  /** The link's label; null where there is none. */
  label: z.string().nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** Announcements as customers see them. */
export const announcements = {
  list: endpoint({
    ...routes.announcements.list,
    access: 'session',
    summary: 'What the operator announces now, without what the person closed',
    response: z.object({ results: z.array(Announcement) }),
  }),
  dismiss: endpoint({
    ...routes.announcements.dismiss,
    access: 'session',
    summary: 'Close an announcement for good',
    params: IdParams,
    body: z.strictObject({}),
    response: Nothing,
    errors: ['not_found'],
  }),
}
