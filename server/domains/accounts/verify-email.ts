import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { applyEmailChange, isEmailChange } from './change-email.ts'
import { withMinimumTime } from './minimum-response-time.ts'
import { mayMail } from './limits.ts'
import { verificationMail } from './mails.ts'
import { findLink, issueToken, redeemToken } from './one-time-tokens.ts'
import { siteOfUser } from './site.ts'
import { findUserByEmail, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

/** Confirms a person's address if it is not yet, with all that follows from it, in the caller's transaction. */
export async function markVerified(
  context: Pick<AccountsContext, 'onEmailVerified'>,
  tx: Tx,
  userId: string,
  ip: string,
): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set({ email_verified_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (user) await context.onEmailVerified(tx, { userId, email: user.email, ip })
}

/**
 * Confirms an address with the key from the mail: the one of a new account, whose first free credits are there when this
 * resolves, or the new one of a change of e-mail.
 * @throws {AppError} `invalid`
 */
export async function verifyEmail(
  context: AccountsContext,
  { key, ip }: { key: string; ip: string },
): Promise<void> {
  const deadLink = () => invalidField('key', 'This link is not valid or has expired.')
  const work = transact(context.db, async (tx) => {
    const link = await findLink(tx, key)
    const user = link && (await lockUser(tx, link.userId))
    if (!user || link.purpose === 'reset_password') throw deadLink()
    if ((await redeemToken(tx, key, link.purpose)) === null) throw deadLink()
    if (isEmailChange(link)) {
      const { email } = link
      if (!(await applyEmailChange(context, tx, { user, email }))) throw deadLink()
    }
    await markVerified(context, tx, user.id, ip)
  })
  await work.catch((error: unknown) => {
    // Somebody else took the new address at this very moment.
    throw (error as { code?: string }).code === '23505' ? deadLink() : error
  })
}

/** Mails a new key, if there is an account that needs one; says nothing about it. */
export async function resendVerification(
  context: AccountsContext,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const work = async () => {
    if (!(await mayMail(context, email, ip))) return
    await transact(context.db, async (tx) => {
      const found = await findUserByEmail(tx, email)
      const user = found && (await lockUser(tx, found.id))
      if (!user || user.email_verified_at || user.banned_at) return
      const key = await issueToken(tx, user.id, 'verify_email')
      const site = siteOfUser(user, context.config)
      await context.mailer.send(tx, verificationMail(site, user.email, key))
    })
  }
  await withMinimumTime(work())
}
