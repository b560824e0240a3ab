import { z } from 'zod'
import { Id, IdParams, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

const Reason = z.string().trim().min(3, 'Say why, in 3 characters or more.').max(500)

/** Why an account may do nothing, and until when. */
export const Ban = z.object({
  user: Id,
  /** As the person reads it. */
  reason: z.string(),
  banned_at: Timestamp,
  /** Null: until somebody lifts it. */
  until: Timestamp.nullable(),
  lifted_at: Timestamp.nullable(),
})
export type Ban = z.infer<typeof Ban>

export const adminPeople = {
  ban: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/ban/',
    access: 'admin',
    summary:
      'Ban a person: their sessions end, what they published is hidden, what runs is stopped and its credits come back; an email says why',
    params: IdParams,
    body: z.strictObject({
      reason: Reason,
      until: z.iso.datetime({ offset: true }).nullable().default(null),
    }),
    response: Ban,
    errors: ['not_found', 'conflict', 'permission_denied'],
  }),
  unban: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/unban/',
    access: 'admin',
    summary: 'Lift a ban: the person may log in again, and what the ban hid is published again',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: Ban,
    errors: ['not_found', 'conflict'],
  }),
  banOwner: endpoint({
    method: 'POST',
    path: '/api/prediction_images/:id/ban_user/',
    access: 'staff',
    summary: 'Ban the owner of an image, as `admin/people/:id/ban/` does',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: Ban,
    errors: ['not_found', 'conflict', 'permission_denied'],
  }),
}
