import { sql } from 'kysely'
import type { EmailSettings } from '#contract/account.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { confirmIdentity, type Proof, wrongPassword } from './confirm-identity.ts'
import { describeConfirmation } from './describe-account.ts'
import { mayMailFor } from './limits.ts'
import {
  addressTakenMail,
  emailChangedMail,
  emailChangeMail,
  emailChangeNoticeMail,
} from './mails.ts'
import { withMinimumTime } from './minimum-response-time.ts'
import { issueToken, type OpenLink } from './one-time-tokens.ts'
import { requirePermanentAddress } from './permanent-addresses.ts'
import { siteOfUser } from './site.ts'
import { findUserByEmail, findUserById, lockUser, type UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'

interface EmailChange extends Proof {
  /** The new address. */
  email: string
}

async function sendMails(
  { mailer, config }: AccountsContext,
  tx: Tx,
  { user, email }: { user: UserRow; email: string },
): Promise<void> {
  const site = siteOfUser(user, config)
  const owner = await findUserByEmail(tx, email)
  if (owner && !owner.banned_at) {
    await mailer.send(tx, addressTakenMail(siteOfUser(owner, config), owner.email))
  } else if (!owner) {
    const key = await issueToken(tx, user.id, 'change_email', email)
    await mailer.send(tx, emailChangeMail(site, email, key))
  }
  await mailer.send(tx, emailChangeNoticeMail(site, user.email, email))
}

/**
 * Asks for another e-mail address. It counts once the link that is mailed there is opened; the present address is told,
 * too. If the new one has an account, its owner gets another mail, and the answer is the same.
 * @throws {AppError} `invalid`, `permission_denied`, `throttled`
 */
export async function requestEmailChange(
  context: AccountsContext,
  change: EmailChange,
): Promise<void> {
  const { db } = context
  const user = await findUserById(db.kysely, change.caller.userId)
  if (!user) throw notFound()
  if (change.email.toLowerCase() === user.email.toLowerCase()) {
    throw invalidField('email', t('accounts.sameEmail'))
  }
  await requirePermanentAddress(context.config, change.email)
  await confirmIdentity(context, user, change)
  const work = async () => {
    if (!(await mayMailFor(context, change.caller, change.email))) {
      throw new AppError('throttled', 'too many emails to one address or from one network', {
        userMessage: t('accounts.tooManyEmails'),
        retryAfterSeconds: 3600,
      })
    }
    await transact(db, async (tx) => {
      const now = await lockUser(tx, user.id)
      if (!now || now.password_hash !== user.password_hash) throw wrongPassword()
      await sendMails(context, tx, { user: now, email: change.email })
    })
  }
  await withMinimumTime(work())
}

/**
 * Gives an account the address that a link confirms, within the caller's transaction, which holds the lock of `user`.
 * Links that were sent to the old address stop working; both addresses are told.
 * @returns false when the address has an account by now
 */
export async function applyEmailChange(
  { mailer, config }: AccountsContext,
  tx: Tx,
  { user, email }: { user: UserRow; email: string },
): Promise<boolean> {
  const owner = await findUserByEmail(tx, email)
  if (owner && owner.id !== user.id) return false
  await tx.updateTable('users').set({ email }).where('id', '=', user.id).execute()
  // The link that did it stays, to say so to who opens it again.
  await tx
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .execute()
  const site = siteOfUser(user, config)
  for (const to of [user.email, email]) {
    await mailer.send(tx, emailChangedMail(site, to, { from: user.email, to: email }))
  }
  return true
}

/** The address, the one that waits for its confirmation, and how a change is confirmed. */
export async function readEmailSettings(
  { db }: AccountsContext,
  caller: Caller,
): Promise<EmailSettings> {
  const waiting = await db.kysely
    .selectFrom('one_time_tokens')
    .select('email')
    .where('user_id', '=', caller.userId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return {
    email: caller.email,
    waiting: waiting?.email ?? null,
    ...(await describeConfirmation(db, caller)),
  }
}

/** Whether a link is one that confirms a new address. */
export const isEmailChange = (link: OpenLink | null): link is OpenLink & { email: string } =>
  link?.purpose === 'change_email' && link.email !== null
