import { api } from '#contract/index.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { recordAuditEvent } from '../audit.ts'
import type { AdminContext } from '../context.ts'

export type InvitationContext = Pick<AdminContext, 'db'> & {
  accounts: Pick<Accounts, 'listInvitations' | 'invite' | 'revokeInvitation'>
}

/** Routes under /api/admin/invitations/: every invitation and its end is in the log, without the address that it is for. */
export function invitationRoutes({ db, accounts }: InvitationContext): Route[] {
  const { adminInvitations } = api
  const shared = { userId: null, reason: null }
  return [
    route(adminInvitations.list, ({ query }) => accounts.listInvitations(query)),
    route(adminInvitations.create, async ({ caller, body, host }) => {
      const { userId: actorId } = caller
      const made = await transact(db, async (tx) => {
        const invitation = await accounts.invite(tx, { ...body, createdBy: actorId, host })
        const event = { ...shared, actorId, action: 'invitation_made' } as const
        await recordAuditEvent(tx, { ...event, subject: invitation.id, data: { days: body.days } })
        return invitation
      })
      return new Reply(201, made)
    }),
    route(adminInvitations.revoke, async ({ caller, params: { id } }) => {
      await transact(db, async (tx) => {
        await accounts.revokeInvitation(tx, id)
        const event = { ...shared, actorId: caller.userId, action: 'invitation_revoked' } as const
        await recordAuditEvent(tx, { ...event, subject: id })
      })
      return null
    }),
  ]
}
