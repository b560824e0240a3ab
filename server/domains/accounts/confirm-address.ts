import type { ConfirmationLink } from '#contract/accounts.ts'
import { isTaken, transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { applyEmailChange, isEmailChange } from './change-email.ts'
import { wrongPassword } from './confirm-identity.ts'
import { endFormerAccess, hasProvider } from './end-former-access.ts'
import { countLogin } from './limits.ts'
import { logFailedSignIn } from './log-failed-sign-in.ts'
import { passwordChangedMail } from './mails.ts'
import { findIssuedLink, type IssuedLink, redeemToken } from './one-time-tokens.ts'
import { checkNewPassword } from './password-policy.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { bannedError, openSession } from './sessions.ts'
import { siteOfUser } from './site.ts'
import { findUserById, lockUser, type UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

interface Confirmation {
  key: string
  caller: Caller | null
  password: string | undefined
  newPassword: { password: string | undefined; repeated: string | undefined } | null
  ip: string
  device: string | null
  userAgent: string | null
}

export interface Confirmed {
  detail: string
  /** The address had been confirmed by this link before. */
  state?: 'used'
  /** Token of a session, for who showed a password. */
  key?: string
}

/** What allows the caller to use the link, as it was looked at before the user's row was locked. */
interface Grounds {
  by: 'session' | 'password' | 'new_password'
  /** Hash of the new password. */
  newHash: string | null
}

const DONE = { detail: 'ok' }

const deadLink = (): AppError => invalidField('key', t('accounts.linkNotValid'))

/** `ada@example.org` -> `a•••@example.org`: enough to know one's own address again. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`
}

/** A link of a mail that confirms an address, with its account; null for any other key. */
async function findConfirmation(
  context: AccountsContext,
  key: string,
): Promise<{ link: IssuedLink; user: UserRow } | null> {
  const { kysely } = context.db
  const link = await findIssuedLink(kysely, key)
  if (!link || link.purpose === 'reset_password') return null
  const user = await findUserById(kysely, link.userId)
  return user ? { link, user } : null
}

/** Whether the link's address is the account's, and confirmed. */
const isConfirmed = (link: IssuedLink, user: UserRow): boolean =>
  user.email_verified_at !== null && (link.email === null || link.email === user.email)

/** What a link is worth, for the page that it leads to; changes nothing. */
export async function readConfirmation(
  context: AccountsContext,
  key: string,
): Promise<ConfirmationLink> {
  const found = await findConfirmation(context, key)
  if (!found) return { state: 'unknown', email_masked: null, has_password: false, is_change: false }
  const { link, user } = found
  return {
    state: isConfirmed(link, user) ? 'used' : link.state,
    email_masked: maskEmail(link.email ?? user.email),
    has_password: user.password_hash !== null,
    is_change: link.purpose === 'change_email',
  }
}

/**
 * Reading the mailbox shows whose it is, not who opened the account with it: that needs the account's session, its
 * password, or a new one, which puts everybody else out. Another address of an account is confirmed by its session or
 * password alone, for it may have been mistyped.
 * @throws {AppError} `confirmation_needed`, `invalid` for a password, `throttled`
 */
async function findGrounds(
  context: AccountsContext,
  { link, user }: { link: IssuedLink; user: UserRow },
  { caller, password, newPassword, ip, device }: Confirmation,
): Promise<Grounds> {
  if (newPassword !== null && link.purpose === 'verify_email') {
    const { password: chosen = '', repeated = '' } = newPassword
    await checkNewPassword('new_password1', { password: chosen, repeated, email: user.email })
    return { by: 'new_password', newHash: await context.hasher.hash(chosen) }
  }
  if (password !== undefined) {
    const attempt = await countLogin(context, { email: user.email, ip, device })
    if (!(await context.hasher.matches(user.password_hash, password))) {
      logFailedSignIn(context, { reason: 'wrong_password', ip, userId: user.id })
      throw wrongPassword()
    }
    await attempt.discount()
    return { by: 'password', newHash: null }
  }
  if (caller?.userId === user.id) return { by: 'session', newHash: null }
  throw new AppError('confirmation_needed', 'a confirmation without session or password', {
    userMessage: t('accounts.logInToConfirm'),
  })
}

async function setNewPassword(
  context: AccountsContext,
  tx: Tx,
  user: UserRow,
  hash: string,
): Promise<void> {
  await endFormerAccess(tx, user)
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute()
  const site = siteOfUser(user, context.config)
  const lostProvider = hasProvider(user)
  await context.mailer.send(tx, passwordChangedMail(site, user.email, { lostProvider }))
}

/** @throws {AppError} `invalid` where the link or the password is no longer what it was */
async function confirm(
  context: AccountsContext,
  tx: Tx,
  { link, user: seen }: { link: IssuedLink; user: UserRow },
  { by, newHash }: Grounds,
  { key, ip, userAgent }: Confirmation,
): Promise<Confirmed> {
  const user = await lockUser(tx, seen.id)
  if (!user || user.closed_at !== null) throw deadLink()
  // In the meantime by this link, or in another way: what was shown then counts no more.
  if (isConfirmed(link, user)) return { ...DONE, state: 'used' }
  if (by === 'password' && user.password_hash !== seen.password_hash) throw wrongPassword()
  if ((await redeemToken(tx, key, link.purpose)) === null) throw deadLink()
  if (newHash !== null) await setNewPassword(context, tx, user, newHash)
  if (isEmailChange(link)) {
    if (!(await applyEmailChange(context, tx, { user, email: link.email }))) throw deadLink()
  }
  await markVerified(context, tx, user.id, ip)
  // A password alone lets nobody in who has a second factor: they log in as always.
  if (by === 'session' || (await hasSecondFactor(tx, user.id))) return DONE
  return { ...DONE, key: await openSession(tx, user.id, userAgent) }
}

/**
 * Confirms an address with the key from the mail: the one of a new account, whose first free credits are there when this
 * resolves, or the new one of a change of e-mail.
 * @throws {AppError} `invalid`, `confirmation_needed`, `banned`, `throttled`
 */
export async function confirmAddress(
  context: AccountsContext,
  input: Confirmation,
): Promise<Confirmed> {
  const found = await findConfirmation(context, input.key)
  if (!found) throw deadLink()
  if (isConfirmed(found.link, found.user)) return { ...DONE, state: 'used' }
  if (found.link.state !== 'open') throw deadLink()
  if (found.user.banned_at) throw bannedError()
  const grounds = await findGrounds(context, found, input)
  try {
    return await transact(context.db, (tx) => confirm(context, tx, found, grounds, input))
  } catch (error) {
    // Somebody else took the new address at this very moment.
    throw isTaken(error) ? deadLink() : error
  }
}
