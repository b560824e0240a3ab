import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { isInvited } from './invitations.ts'
import { withMinimumTime } from './minimum-response-time.ts'
import { type Knock, mayMail } from './limits.ts'
import { verificationMail } from './mails.ts'
import { issueToken } from './one-time-tokens.ts'
import { siteOfUser } from './site.ts'
import { findUserByEmail, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

/**
 * Confirms a person's address if it is not yet, with all that follows from it, in the caller's transaction.
 * @param ip that the free credits of the person are counted by, unless an administrator invited them
 */
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
  if (!user) return
  const counted = (await isInvited(tx, userId)) ? null : ip
  await context.onEmailVerified(tx, { userId, email: user.email, ip: counted })
}

/** Mails a new key, if there is an account that needs one; says nothing about it. */
export async function resendVerification(
  context: AccountsContext,
  { next, ...knock }: Knock & { next?: string | undefined },
): Promise<void> {
  const work = async () => {
    if (!(await mayMail(context, knock))) return
    await transact(context.db, async (tx) => {
      const found = await findUserByEmail(tx, knock.email)
      const user = found && (await lockUser(tx, found.id))
      if (!user || user.email_verified_at || user.banned_at) return
      const key = await issueToken(tx, user.id, 'verify_email')
      const site = siteOfUser(user, context.config)
      await context.mailer.send(tx, verificationMail(site, user.email, { key, next }))
    })
  }
  await withMinimumTime(work())
}
