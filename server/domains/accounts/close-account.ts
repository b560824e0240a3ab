import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { countLogin } from './limits.ts'
import { accountDeletedMail } from './mails.ts'
import { isFreshSession, closeSessionsOf } from './sessions.ts'
import { siteOf } from './site.ts'
import { findUserById, lockUser, type UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'

interface Farewell {
  caller: Caller
  password: string | undefined
  ip: string
  host: string
}

function wrongPassword(): AppError {
  return invalidField('password', 'Your password was entered incorrectly. Please enter it again.')
}

async function confirmByPassword(
  context: AccountsContext,
  user: UserRow,
  { caller, password, ip }: Farewell,
): Promise<void> {
  if (password === undefined) throw invalidField('password', 'This field is required.')
  const attempt = await countLogin(context, caller.email, ip)
  if (!(await context.hasher.matches(user.password_hash, password))) throw wrongPassword()
  await attempt.discount()
}

async function confirmBySignIn({ db }: AccountsContext, { caller }: Farewell): Promise<void> {
  if (await isFreshSession(db.kysely, caller.tokenHash)) return
  throw new AppError('permission_denied', 'Sign in again, then delete the account.')
}

/** The row stays, since the books name it; nothing in it tells any more whose it was, or lets him in. */
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
      is_staff: false,
      is_admin: false,
      closing_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
  await closeSessionsOf(tx, userId)
}

/**
 * Deletes the account of somebody who has just shown that it is his: in one transaction he is signed out everywhere
 * and forgotten, and what the other domains keep of him is marked; their work follows from the mark.
 * @throws {AppError} `invalid` for the password; `permission_denied` for a sign-in too long ago; `throttled`
 */
export async function closeAccount(context: AccountsContext, wish: Farewell): Promise<void> {
  const { db, mailer, config } = context
  const user = await findUserById(db.kysely, wish.caller.userId)
  if (!user || user.closing_at) return
  if (user.password_hash !== null) await confirmByPassword(context, user, wish)
  else await confirmBySignIn(context, wish)
  await transact(db, async (tx) => {
    const now = await lockUser(tx, user.id)
    // Asked for twice at once.
    if (!now || now.closing_at) return
    if (now.password_hash !== user.password_hash) throw wrongPassword()
    await mailer.send(tx, accountDeletedMail(siteOf(wish.host, config.publicUrl), now.email))
    await erase(tx, user.id)
    await context.onAccountClosing(tx, user.id)
  })
}
