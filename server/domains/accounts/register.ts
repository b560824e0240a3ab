import { sql } from 'kysely'
import { brandOfHost } from '#brands/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { withMinimumTime } from './minimum-response-time.ts'
import { countRegistration, mayMail } from './limits.ts'
import { existingAccountMail, verificationMail } from './mails.ts'
import { acceptLegalTexts } from './legal-texts.ts'
import { issueToken, wasMailedSince } from './one-time-tokens.ts'
import { checkNewPassword } from './password-policy.ts'
import { siteOfUser } from './site.ts'
import { admit, isConfirming, requireAdmission } from './registration.ts'
import { requireWork } from './require-work.ts'
import { findUserByEmail, insertUser, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

export interface Registration {
  firstName: string
  lastName: string
  email: string
  password: string
  repeatedPassword: string
  ip: string
  device: string | null
  /** Code of the link that they came by, as their browser kept it. */
  referral: string | null
  /** Where they were going, for the link in the mail. */
  next?: string | undefined
  /** Token of the invitation that they came by. */
  invitation?: string | undefined
  /** The solved challenge, where one is asked for. */
  altcha?: string | undefined
  host: string
  /** Language of the page where they register; null where there is only one. */
  language: string | null
}

/** @param begun when this registration came in: of several at once one mails */
async function tellOwner(
  context: AccountsContext,
  tx: Tx,
  { email, begun }: { email: string; begun: Date },
): Promise<void> {
  const found = await findUserByEmail(tx, email)
  const owner = found && (await lockUser(tx, found.id))
  if (!owner || owner.banned_at || (await wasMailedSince(tx, owner.id, begun))) return
  const token = await issueToken(tx, owner.id, 'reset_password')
  const site = siteOfUser(owner, context.config)
  await context.mailer.send(tx, existingAccountMail(site, owner.email, owner.id, token))
}

async function readClock({ db }: AccountsContext): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db.kysely)
  return rows[0]!.now
}

async function openOrTell(
  context: AccountsContext,
  input: Registration,
  begun: Date,
): Promise<boolean> {
  const { email, firstName, lastName, invitation, ip } = input
  const allowed = await mayMail(context, { email, ip, device: input.device })
  const passwordHash = await context.hasher.hash(input.password)
  const brand = brandOfHost(input.host).id
  const { language } = input
  return transact(context.db, async (tx) => {
    const user = await insertUser(tx, { email, firstName, lastName, passwordHash, brand, language })
    if (user) {
      await acceptLegalTexts(tx, user.id, input.host)
      const { device, referral } = input
      await context.onAccountOpened(tx, { userId: user.id, ip, device, referral })
    }
    if (user && (await admit(context, tx, user, { invitation, ip }))) return true
    if (user) {
      const key = await issueToken(tx, user.id, 'verify_email')
      const site = siteOfUser(user, context.config)
      await context.mailer.send(tx, verificationMail(site, user.email, { key, next: input.next }))
    } else if (allowed) {
      await tellOwner(context, tx, { email, begun })
    }
    // An address that has an account is answered as one that was just confirmed would be.
    return !user && isConfirming(context, invitation)
  })
}

/**
 * Opens an account and mails the link that confirms its address. If the address has an account, its owner gets
 * another mail; who asks cannot tell the difference, by answer or by time.
 * @returns whether one can log in now, for an invitation confirms the address
 * @throws {AppError} as {@link requireAdmission}; `invalid` for the address, the password or the proof of work; `throttled`
 */
export async function register(context: AccountsContext, input: Registration): Promise<boolean> {
  const invitation = await requireAdmission(context, context.db.kysely, input)
  const { email, password, ip } = input
  await checkNewPassword('password1', { password, repeated: input.repeatedPassword, email })
  await requireWork(context, input.altcha)
  const begun = await readClock(context)
  await countRegistration(context, ip)
  return withMinimumTime(openOrTell(context, { ...input, invitation }, begun))
}
