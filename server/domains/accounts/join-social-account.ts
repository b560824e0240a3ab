import { brandOfHost } from '#brands/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, userError } from '#server/platform/errors.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'
import { endFormerAccess } from './end-former-access.ts'
import { acceptLegalTexts } from './legal-texts.ts'
import { countLogin } from './limits.ts'
import { logFailedSignIn } from './log-failed-sign-in.ts'
import { verificationMail } from './mails.ts'
import { issueToken } from './one-time-tokens.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import { hasSecondFactor } from './second-factor/factors.ts'
import { keyOf, letIn } from './second-factor/let-in.ts'
import { bannedError } from './sessions.ts'
import { admit, requireAdmission } from './registration.ts'
import { siteOfUser } from './site.ts'
import { findUserByEmail, insertUser, lockUser, type UserRow } from './store.ts'
import { PROVIDER_COLUMN, type Provider, tieProvider } from './tie-provider.ts'
import type { AccountsContext } from './types.ts'
import { wrongPassword } from './confirm-identity.ts'
import { markVerified } from './verify-email.ts'

/** Somebody as a sign-in provider knows them. */
export interface SocialProfile {
  provider: Provider
  /** The provider's own lasting id; e-mail addresses change hands. */
  id: string
  email: string | null
  /** The provider says that it has checked the address. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

const NAME_MAX = 150
const EMAIL_MAX = 254

function refused(text: Text): AppError {
  return new AppError('invalid', inEnglish(text), { fields: { non_field_errors: [text] } })
}

/** Names from outside, as ours are stored. */
function cleanName(name: string): string {
  return name.replaceAll('\0', '').toWellFormed().trim().slice(0, NAME_MAX)
}

function emailOf({ email }: SocialProfile): string {
  const trimmed = email?.trim() ?? ''
  if (trimmed === '' || trimmed.length > EMAIL_MAX || trimmed.includes('\0')) {
    throw refused(t('accounts.noEmailFromProvider'))
  }
  return trimmed
}

/** Where and how somebody signs in by a provider. */
interface SignIn {
  ip: string
  device: string | null
  /** Code of the link that they came by, as their browser kept it. */
  referral: string | null
  host: string
  language: string | null
  userAgent: string | null
  /** Of the account that has the address, once it was asked for. */
  password: string | undefined
  site: RelyingParty
  /** Token of the invitation that they came by. */
  invitation: string | undefined
}

/** Only who reads the mailbox for sure meets the account that has its address. */
const mayJoin = (profile: SocialProfile): boolean =>
  profile.provider === 'google' && profile.emailVerified

/** A confirmed account's password is asked for before a provider opens it, too. */
function passwordRequired(): AppError {
  return new AppError('password_required', 'a provider met an account with a password', {
    userMessage: t('accounts.joinByPassword'),
  })
}

/** An account that was found or opened. */
interface Found {
  user: UserRow
  /** The Google account that is tied to it once its second factor was shown; null: none. */
  joins: string | null
}

/**
 * Ties the profile to the account that has its address. Somebody who registered that address but never confirmed
 * it may not be its owner: their password, sessions and other providers go. A confirmed account with a password is
 * joined by who knows it.
 * @param provenHash hash of the password that was shown; null if none was
 */
async function join(
  context: AccountsContext,
  tx: Tx,
  {
    found,
    profile,
    provenHash,
  }: { found: UserRow; profile: SocialProfile; provenHash: string | null },
): Promise<Found> {
  const column = PROVIDER_COLUMN[profile.provider]
  const user = await lockUser(tx, found.id)
  // Another sign-in with this very profile was quicker.
  if (user?.[column] === profile.id) return { user, joins: null }
  const wasVerified = user !== undefined && user.email_verified_at !== null
  if (!user || !mayJoin(profile) || (wasVerified && user[column] !== null)) {
    throw refused(t('accounts.logInByPassword'))
  }
  if (wasVerified && user.password_hash !== null && user.password_hash !== provenHash) {
    throw passwordRequired()
  }
  if (!wasVerified) await endFormerAccess(tx, user)
  if (await hasSecondFactor(tx, user.id)) return { user, joins: profile.id }
  const lostPassword = !wasVerified && user.password_hash !== null
  await tieProvider(context, tx, user, { ...profile, lostPassword })
  return { user, joins: null }
}

async function create(
  tx: Tx,
  profile: SocialProfile,
  { email, host, language }: { email: string; host: string; language: string | null },
): Promise<UserRow | null> {
  return insertUser(tx, {
    email,
    brand: brandOfHost(host).id,
    language,
    firstName: cleanName(profile.firstName),
    lastName: cleanName(profile.lastName),
    passwordHash: null,
    [profile.provider]: profile.id,
  })
}

async function findOrCreate(
  context: AccountsContext,
  tx: Tx,
  profile: SocialProfile,
  {
    ip,
    device,
    referral,
    host,
    language,
    invitation,
    provenHash,
  }: SignIn & { provenHash: string | null },
): Promise<Found> {
  const known = await tx
    .selectFrom('users')
    .selectAll()
    .where(PROVIDER_COLUMN[profile.provider], '=', profile.id)
    .executeTakeFirst()
  if (known) return { user: known, joins: null }
  const email = emailOf(profile)
  const owner = await findUserByEmail(tx, email)
  if (owner) {
    const found = await join(context, tx, { found: owner, profile, provenHash })
    if (profile.emailVerified) await markVerified(context, tx, owner.id, ip)
    return found
  }
  const invited = await requireAdmission(context, tx, { email, invitation })
  const user = await create(tx, profile, { email, host, language })
  if (!user) throw userError('conflict', t('accounts.justOpened'))
  await acceptLegalTexts(tx, user.id, host)
  await context.onAccountOpened(tx, { userId: user.id, ip, device, referral })
  const isInvited = await admit(context, tx, user, { invitation: invited, ip })
  if (isInvited) return { user, joins: null }
  if (profile.emailVerified) {
    await markVerified(context, tx, user.id, ip)
  } else {
    const key = await issueToken(tx, user.id, 'verify_email')
    const site = siteOfUser(user, context.config)
    await context.mailer.send(tx, verificationMail(site, user.email, { key }))
  }
  return { user, joins: null }
}

/** Two first sign-ins at once: the later one finds what the earlier one made. */
function isLostRace(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === '23505' || code === 'conflict'
}

/**
 * The hash of the password that was shown for the account with the profile's address.
 * @throws {AppError} `invalid` for a wrong one, `throttled`
 */
async function provePassword(
  context: AccountsContext,
  profile: SocialProfile,
  { password, ip, device }: SignIn,
): Promise<string | null> {
  if (password === undefined || !mayJoin(profile)) return null
  const email = emailOf(profile)
  const attempt = await countLogin(context, { email, ip, device })
  const owner = await findUserByEmail(context.db.kysely, email)
  if (!(await context.hasher.matches(owner?.password_hash, password))) {
    logFailedSignIn(context, { reason: 'wrong_password', ip, userId: owner?.id })
    throw wrongPassword()
  }
  await attempt.discount()
  return owner?.password_hash ?? null
}

/**
 * Signs in somebody whom a provider vouches for, opening or joining their account.
 * @returns the session's token
 * @throws {AppError} as {@link requireAdmission}; `invalid`, `password_required`, `second_factor_required`, `banned`, `throttled`
 */
export async function signInWithProfile(
  context: AccountsContext,
  profile: SocialProfile,
  from: SignIn,
): Promise<string> {
  const provenHash = await provePassword(context, profile, from)
  const attempt = () =>
    transact(context.db, async (tx) => {
      const { user, joins } = await findOrCreate(context, tx, profile, { ...from, provenHash })
      if (user.banned_at) {
        logFailedSignIn(context, { reason: 'banned', ip: from.ip, userId: user.id })
        throw bannedError()
      }
      const { userAgent, site } = from
      return letIn(tx, { userId: user.id, userAgent, site, googleSubject: joins })
    })
  const entry = await attempt().catch((error: unknown) => {
    if (!isLostRace(error)) throw error
    return attempt()
  })
  return keyOf(entry)
}
