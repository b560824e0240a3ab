import { transact } from '#server/platform/db/index.ts'
import { type AppError, invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { countProof } from './limits.ts'
import { logFailedSignIn } from './log-failed-sign-in.ts'
import { passwordChangedMail } from './mails.ts'
import { checkNewPassword } from './password-policy.ts'
import { closeSessionsOf } from './sessions.ts'
import { siteOfUser } from './site.ts'
import { findUserById, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'

function wrongOldPassword(): AppError {
  return invalidField('old_password', t('accounts.oldPasswordWrong'))
}

/**
 * Changes the password of somebody signed in and tells them by mail; their other sessions end, and so do reset links.
 * @throws {AppError} `invalid`, `throttled`
 */
export async function changePassword(
  context: AccountsContext,
  input: {
    caller: Caller
    oldPassword: string
    password: string
    repeatedPassword: string
    ip: string
  },
): Promise<void> {
  const { db, hasher } = context
  const { caller, password, repeatedPassword: repeated } = input
  await checkNewPassword('new_password1', { password, repeated, email: caller.email })
  const attempt = await countProof(context, caller)
  const user = await findUserById(db.kysely, caller.userId)
  if (!user || !(await hasher.matches(user.password_hash, input.oldPassword))) {
    logFailedSignIn(context, { reason: 'wrong_password', ip: input.ip, userId: caller.userId })
    throw wrongOldPassword()
  }
  await attempt.discount()
  const passwordHash = await hasher.hash(password)
  await transact(db, async (tx) => {
    const now = await lockUser(tx, user.id)
    if (now?.password_hash !== user.password_hash) throw wrongOldPassword()
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .execute()
    await tx
      .deleteFrom('one_time_tokens')
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'reset_password')
      .execute()
    await closeSessionsOf(tx, user.id, caller.tokenHash)
    await context.mailer.send(tx, passwordChangedMail(siteOfUser(now, context.config), now.email))
  })
}
