import type { Reader, Tx } from '#server/platform/db/index.ts'
import { type AppError, invalidField, userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { checkInvitation, isForAddress, redeemInvitation } from './invitations.ts'
import { requirePermanentAddress } from './permanent-addresses.ts'
import type { UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

const closed = (): AppError => userError('registration_closed', t('accounts.registrationClosed'))

const invitationNeeded = (): AppError =>
  userError('invitation_needed', t('accounts.needsInvitation'))

const deadInvitation = (): AppError => userError('invitation_invalid', t('accounts.invitationUsed'))

/** Somebody who wants an account. */
interface Applicant {
  email: string
  /** Token of the link that they came by. */
  invitation?: string | undefined
}

/** Why an invitation is none for somebody; null: it is one. */
async function refusalOf(reader: Reader, email: string, token: string): Promise<AppError | null> {
  const link = await checkInvitation(reader, token)
  if (link.state !== 'open') return deadInvitation()
  if (link.email === null || isForAddress(link.email, email)) return null
  return invalidField('email', t('accounts.invitationOfOther'))
}

/**
 * Checks whether somebody may open an account now; changes nothing.
 * @returns the invitation that it is opened by; where anybody may open one, an invitation that does not work is none
 * @throws {AppError} `registration_closed`, `invitation_needed`, `invitation_invalid`; `invalid` for an address that is for somebody else or disposable
 */
export async function requireAdmission(
  { config }: Pick<AccountsContext, 'config'>,
  reader: Reader,
  { email, invitation }: Applicant,
): Promise<string | undefined> {
  if (config.registration === 'closed') throw closed()
  if (invitation === undefined) {
    if (config.registration === 'invitation') throw invitationNeeded()
    await requirePermanentAddress(config, email)
    return undefined
  }
  const refusal = await refusalOf(reader, email, invitation)
  if (refusal === null) return invitation
  if (config.registration === 'invitation') throw refusal
  await requirePermanentAddress(config, email)
  return undefined
}

/** Whether an invitation confirms the address: where no mail is sent, its link was handed over by who knows whom they invite. */
export const isConfirming = (
  { config }: Pick<AccountsContext, 'config'>,
  invitation: string | undefined,
): boolean => invitation !== undefined && config.mail.smtpUrl === null

/**
 * Uses up the invitation of an account that was just opened.
 * @param applicant.invitation as {@link requireAdmission} returned it
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
  if (!(await redeemInvitation(tx, invitation, user))) {
    if (context.config.registration === 'invitation') throw deadInvitation()
    return false
  }
  if (!isConfirming(context, invitation)) return false
  await markVerified(context, tx, user.id, ip)
  return true
}
