import type { Reader, Tx } from '#server/platform/db/index.ts'
import { type AppError, invalidField, userError } from '#server/platform/errors.ts'
import { checkInvitation, isForAddress, redeemInvitation } from './invitations.ts'
import type { UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

const closed = (): AppError =>
  userError('registration_closed', 'New accounts cannot be opened here at the moment.')

const invitationNeeded = (): AppError =>
  userError('invitation_needed', 'You need an invitation to open an account here.')

const deadInvitation = (): AppError =>
  userError(
    'invitation_invalid',
    'This invitation was used already, has expired or was withdrawn. Ask for a new one.',
  )

/** Somebody who wants an account. */
interface Applicant {
  email: string
  /** Token of the link that they came by. */
  invitation?: string | undefined
}

/**
 * Checks whether somebody may open an account now; changes nothing.
 * @throws {AppError} `registration_closed`, `invitation_needed`, `invitation_invalid`; `invalid` where it is for another address
 */
export async function requireAdmission(
  { config }: Pick<AccountsContext, 'config'>,
  reader: Reader,
  { email, invitation }: Applicant,
): Promise<void> {
  if (config.registration === 'closed') throw closed()
  if (invitation === undefined) {
    if (config.registration === 'invitation') throw invitationNeeded()
    return
  }
  const link = await checkInvitation(reader, invitation)
  if (link.state !== 'open') throw deadInvitation()
  if (link.email !== null && !isForAddress(link.email, email))
    throw invalidField('email', 'This invitation is for another email address.')
}

/**
 * Uses up the invitation of an account that was just opened. Where there is no mail server the link comes from a person who
 * knows whom they invite, so it confirms the address.
 * @returns whether the address is confirmed by it
 * @throws {AppError} `invitation_invalid` where somebody else was quicker
 */
export async function admit(
  context: AccountsContext,
  tx: Tx,
  user: UserRow,
  { invitation, ip }: { invitation: string | undefined; ip: string },
): Promise<boolean> {
  if (invitation === undefined) return false
  if (!(await redeemInvitation(tx, invitation, user))) throw deadInvitation()
  if (context.config.mail.smtpUrl !== null) return false
  await markVerified(context, tx, user.id, ip)
  return true
}
