import { transact } from '#server/platform/db/index.ts'
import { type AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { endFormerAccess, hasProvider } from './end-former-access.ts'
import { withMinimumTime } from './minimum-response-time.ts'
import { countSecret, forgetFailedLogins, type Knock, mayMail } from './limits.ts'
import { passwordChangedMail, resetMail } from './mails.ts'
import { findLink, issueToken, redeemToken } from './one-time-tokens.ts'
import { checkNewPassword } from './password-policy.ts'
import { closeSessionsOf } from './sessions.ts'
import { requireWork } from './require-work.ts'
import { siteOfUser } from './site.ts'
import { findUserByEmail, findUserById, lockUser } from './store.ts'
import type { AccountsContext } from './types.ts'
import { markVerified } from './verify-email.ts'

/**
 * Mails a link to choose a new password, if there is such an account; says nothing about it.
 * @throws {AppError} `invalid` for the proof of work
 */
export async function requestPasswordReset(
  context: AccountsContext,
  { altcha, ...knock }: Knock & { altcha: string | undefined },
): Promise<void> {
  await requireWork(context, altcha)
  const work = async () => {
    if (!(await mayMail(context, knock))) return
    await transact(context.db, async (tx) => {
      const found = await findUserByEmail(tx, knock.email)
      const user = found && (await lockUser(tx, found.id))
      if (!user || user.banned_at) return
      const token = await issueToken(tx, user.id, 'reset_password')
      const site = siteOfUser(user, context.config)
      await context.mailer.send(tx, resetMail(site, user.email, user.id, token))
    })
  }
  await withMinimumTime(work())
}

function deadLink(): AppError {
  return invalidField('token', t('accounts.linkNotValid'))
}

/**
 * Sets a new password with the link from the mail, ends all sessions, forgets failed logins and tells the owner. Whoever
 * has the link reads the mailbox, so the address counts as confirmed.
 * @throws {AppError} `invalid`, `throttled`
 */
export async function resetPassword(
  context: AccountsContext,
  input: {
    uid: string
    token: string
    password: string
    repeatedPassword: string
    ip: string
  },
): Promise<void> {
  const { db, hasher } = context
  const link = await findLink(db.kysely, input.token)
  const isTheirs = link?.purpose === 'reset_password' && link.userId === input.uid
  const owner = isTheirs ? await findUserById(db.kysely, link.userId) : undefined
  if (!owner) {
    // Only wrong ones count: who holds a link that works is not held up by others of the same network.
    await countSecret(context, input.ip)
    throw deadLink()
  }
  const { password, repeatedPassword: repeated } = input
  await checkNewPassword('new_password1', { password, repeated, email: owner.email })
  const passwordHash = await hasher.hash(password)
  await transact(db, async (tx) => {
    const user = await lockUser(tx, owner.id)
    if ((await redeemToken(tx, input.token, 'reset_password')) !== owner.id) throw deadLink()
    if (!user) throw deadLink()
    const isNew = user.email_verified_at === null
    if (isNew) await endFormerAccess(tx, user)
    else await closeSessionsOf(tx, user.id)
    await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .execute()
    await markVerified(context, tx, user.id, input.ip)
    const site = siteOfUser(user, context.config)
    const lostProvider = isNew && hasProvider(user)
    await context.mailer.send(tx, passwordChangedMail(site, user.email, { lostProvider }))
  })
  await forgetFailedLogins(context, owner.email)
}
