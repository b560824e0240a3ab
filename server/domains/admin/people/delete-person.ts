import { recordAuditEvent } from '../audit.ts'
import type { BanContext } from './bans.ts'

interface DeleteInput {
  actorId: string
  userId: string
  /** Address that the account has to have. */
  email: string
  reason: string
}

/**
 * Deletes a person's account, as they could themselves, and writes down who did; asked twice, it is done once.
 * @throws {AppError} `not_found`; `invalid` for another address; `permission_denied` for staff
 */
export const deletePerson = (
  { accounts }: BanContext,
  { actorId, userId, email, reason }: DeleteInput,
): Promise<void> =>
  accounts.close({
    userId,
    email,
    note: (tx) =>
      recordAuditEvent(tx, { actorId, action: 'person_deleted', userId, subject: userId, reason }),
  })
