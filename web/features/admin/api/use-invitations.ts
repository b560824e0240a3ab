import type { Invitation } from '#contract/invitations.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const useInvitations = () =>
  useAdminList<Invitation>(adminKeys.invitations, (cursor, signal) =>
    call(api.adminInvitations.list, { query: withCursor(cursor) }, { signal }),
  )

export const useInvite = () =>
  useAct(
    (body: { email: string | null; days: number }) => call(api.adminInvitations.create, { body }),
    { ownErrors: true },
  )

export const useRevokeInvitation = () =>
  useAct((id: string) => call(api.adminInvitations.revoke, { params: { id } }))
