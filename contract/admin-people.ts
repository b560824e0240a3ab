import { z } from 'zod'
import { AccountLimit } from './account-limits.ts'
import { AdminUser } from './admin.ts'
import { Id, IdParams, Instant, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { AcceptedText } from './legal-texts.ts'
import { endpoint } from './endpoint.ts'
import { OwnLimits, UsualLimits } from './own-limits.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

const Reason = z.string().trim().min(3, fault('requests.sayWhy')).max(500)

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

/** One person as administrators see them. */
const AdminPerson = AdminUser.extend({
  bans: z.array(Ban),
  limits: z.array(AccountLimit),
  /** Limits in the place of those of the plan; null: none. */
  own_limits: OwnLimits.nullable(),
  /** Limits by the plan. */
  usual_limits: UsualLimits,
  /** A login asks for a second factor. */
  second_factor: z.boolean(),
  /** Legal texts that the person agreed to when the account was opened. */
  legal_texts: z.array(AcceptedText),
})

export const adminPeople = {
  list: endpoint({
    ...routes.adminPeople.list,
    access: 'admin',
    summary:
      'People, the newest first; `search` finds parts of the email or name, the number of an invoice, or the whole id of a person, payment, job or image; `from` and `to` when they registered',
    query: PageQuery.extend({
      search: z.string().max(200).optional(),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    response: page(AdminUser),
  }),
  read: endpoint({
    ...routes.adminPeople.read,
    access: 'admin',
    summary: 'One person with everything that they were banned for, the oldest first',
    params: IdParams,
    response: AdminPerson,
    errors: ['not_found'],
  }),
  change: endpoint({
    ...routes.adminPeople.change,
    access: 'admin',
    summary:
      'Change the name or the roles of a person, or confirm their address; what is left out stays',
    params: IdParams,
    body: z.strictObject({
      first_name: z.string().trim().min(1, fault('requests.blank')).max(100).optional(),
      last_name: z.string().trim().max(100).optional(),
      is_staff: z.boolean().optional(),
      is_admin: z.boolean().optional(),
      /** Confirms the address; it is never taken back. */
      email_verified: z.literal(true).optional(),
      reason: Reason,
    }),
    response: AdminPerson,
    errors: ['not_found', 'conflict'],
  }),
  resetSecondFactor: endpoint({
    ...routes.adminPeople.resetSecondFactor,
    access: 'admin',
    summary:
      'Switch off the second factor of a person who has lost it and the recovery codes; an email tells them',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: AdminPerson,
    errors: ['not_found', 'conflict'],
  }),
  ban: endpoint({
    ...routes.adminPeople.ban,
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
    ...routes.adminPeople.unban,
    access: 'admin',
    summary: 'Lift a ban: the person may log in again, and what the ban hid is published again',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: Ban,
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    ...routes.adminPeople.remove,
    access: 'admin',
    summary:
      'Delete the account of a person, as they could themselves; for good, and an email tells them. Of one that is deleted nothing changes',
    params: IdParams,
    body: z.strictObject({
      /** Of the account, so that it is not another one. */
      email: z.string().max(254),
      reason: Reason,
    }),
    response: Nothing,
    errors: ['not_found', 'permission_denied'],
  }),
  banOwner: endpoint({
    ...routes.adminPeople.banOwner,
    access: 'staff',
    summary: 'Ban the owner of an image, as `admin/people/:id/ban/` does',
    params: IdParams,
    body: z.strictObject({ reason: Reason }),
    response: Ban,
    errors: ['not_found', 'conflict', 'permission_denied'],
  }),
}
