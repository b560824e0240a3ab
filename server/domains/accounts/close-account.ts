import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { confirmIdentity, type Proof, wrongPassword } from './confirm-identity.ts'
import { forgetInvitations } from './invitations.ts'
import { accountDeletedMail } from './mails.ts'
import { dropSecondFactors } from './second-factor/factors.ts'
import { closeSessionsOf } from './sessions.ts'
import { siteOfUser } from './site.ts'
import { findUserById, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

/** The row stays, since the books name it; nothing in it tells any more whose it was, or lets anybody in. */
async function erase(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      email: `${userId}@deleted.invalid`,
      first_name: '',
      last_name: '',
      password_hash: null,
      google_subject: null,
      facebook_id: null,
      email_verified_at: null,
      mail_low_credits: false,
      mail_tips: false,
      mail_training_ready: false,
      is_staff: false,
      is_admin: false,
      limited_at: null,
      closing_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('legal_acceptances').where('user_id', '=', userId).execute()
  await tx.deleteFrom('account_limits').where('user_id', '=', userId).execute()
  await tx.deleteFrom('own_limits').where('user_id', '=', userId).execute()
  await tx.deleteFrom('bans').where('user_id', '=', userId).execute()
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
  await closeSessionsOf(tx, userId)
}

interface Closing {
  userId: string
  /** Looks at the account once more, under its lock, and writes down who does it. @throws {AppError} */
  confirm(tx: Tx, now: LockedUser): Promise<void> | void
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Signs somebody out everywhere and forgets them, in one transaction; what the other domains keep is marked, their work follows from the mark. */
export async function close(context: AccountsContext, { userId, confirm }: Closing): Promise<void> {
  const { db, mailer, config } = context
  await transact(db, async (tx) => {
    const now = await lockUser(tx, userId)
    // Asked for twice at once.
    if (!now || now.closing_at) return
    await confirm(tx, now)
    await mailer.send(tx, accountDeletedMail(siteOfUser(now, config), now.email))
    await forgetInvitations(tx, now)
    await dropSecondFactors(tx, userId)
    await erase(tx, userId)
    await context.onStandingChanged(tx, [userId])
    await context.onAccountClosing(tx, { id: userId, email: now.email })
  })
  try {
    await context.afterAccountClosing(userId)
  } catch (error) {
    // The account is deleted all the same.
    context.log.error(
      { err: error, userId },
      'what is open or public of a deleted account waits for the sweep',
    )
  }
}

/**
 * Deletes the account of somebody who has just shown that it is theirs.
 * @throws {AppError} `invalid` for the password; `permission_denied` for a sign-in too long ago; `throttled`
 */
export async function closeAccount(context: AccountsContext, input: Proof): Promise<void> {
  const user = await findUserById(context.db.kysely, input.caller.userId)
  if (!user || user.closing_at) return
  await confirmIdentity(context, user, input)
  await close(context, {
    userId: user.id,
    confirm(_tx, now) {
      if (now.password_hash !== user.password_hash) throw wrongPassword()
    },
  })
}
