import { z } from 'zod'
import { EmailAddress } from './accounts.ts'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'
import { INVITATION_DAYS } from './values/invitations.ts'

const STATES = ['open', 'used', 'expired', 'revoked'] as const

const Invitation = z.object({
  id: Id,
  state: z.enum(STATES),
  /** The only address that it opens an account for; null: any. */
  email: z.string().nullable(),
  /** Email of the administrator who made it; null where that account is deleted. */
  created_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** Email of the account that was opened with it. */
  used_by: z.string().nullable(),
  used_at: Timestamp.nullable(),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation as the export of an account shows it. */
export const ExportedInvitation = Invitation.pick({
  email: true,
  created_at: true,
  expires_at: true,
  used_at: true,
}).extend({
  /** `used`: the account was opened with it; `made`: its owner made it for somebody. */
  role: z.enum(['used', 'made']),
})
export type ExportedInvitation = z.infer<typeof ExportedInvitation>

const InvitationLink = z.object({
  state: z.enum([...STATES, 'unknown']),
  /** The only address that it opens an account for, while it is open; null: any. */
  email: z.string().nullable(),
})
export type InvitationLink = z.infer<typeof InvitationLink>

/** Invitations as those who got one see them. */
export const invitations = {
  check: endpoint({
    ...routes.invitations.check,
    access: 'anonymous',
    summary: 'What the link of an invitation is worth; changes nothing',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    response: InvitationLink,
  }),
}

/** Invitations as administrators make them. */
export const adminInvitations = {
  list: endpoint({
    ...routes.adminInvitations.list,
    access: 'admin',
    summary: 'Invitations, the newest first',
    query: PageQuery,
    response: page(Invitation),
  }),
  create: endpoint({
    ...routes.adminInvitations.create,
    access: 'admin',
    summary: 'Make a link that opens one account; it is shown in this answer only',
    body: z.strictObject({
      email: EmailAddress.nullable().default(null),
      days: z
        .number()
        .int()
        .min(INVITATION_DAYS.least)
        .max(INVITATION_DAYS.most)
        .default(INVITATION_DAYS.usual),
    }),
    response: Invitation.extend({ link: z.string() }),
    statuses: [201],
  }),
  revoke: endpoint({
    ...routes.adminInvitations.revoke,
    access: 'admin',
    summary: 'Withdraw an invitation that was not used yet',
    params: IdParams,
    response: Nothing,
    errors: ['not_found', 'conflict'],
  }),
}
