import { AppError } from '#server/platform/errors.ts'
import { transact } from '#server/platform/db/index.ts'
import { t } from '#server/texts/index.ts'
import { countLogin } from './limits.ts'
import { logFailedSignIn } from './log-failed-sign-in.ts'
import { withMinimumRefusalTime } from './minimum-response-time.ts'
import type { RelyingParty } from './passkeys/relying-party.ts'
import { keyOf, letIn } from './second-factor/let-in.ts'
import { bannedError } from './sessions.ts'
import { findUserByEmail, lockUser, type UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'

function wrongCredentials(): AppError {
  return new AppError('invalid', 'wrong email or password', {
    fields: { non_field_errors: [t('accounts.badCredentials')] },
  })
}

interface Login {
  email: string
  password: string
  ip: string
  device: string | null
  userAgent: string | null
  site: RelyingParty
}

async function findByPassword(
  context: AccountsContext,
  { email, password, ip, device }: Login,
): Promise<UserRow> {
  const attempt = await countLogin(context, { email, ip, device }).catch((error: unknown) => {
    logFailedSignIn(context, { reason: 'throttled', ip })
    throw error
  })
  const user = await findUserByEmail(context.db.kysely, email)
  const matches = await context.hasher.matches(user?.password_hash, password)
  if (!user || !matches) {
    const reason = user ? 'wrong_password' : 'unknown_email'
    logFailedSignIn(context, { reason, ip, userId: user?.id })
    throw wrongCredentials()
  }
  await attempt.discount()
  return user
}

/**
 * Signs in with e-mail and password, verified or not.
 * @returns the session's token
 * @throws {AppError} `invalid`, the same for an unknown e-mail and a wrong password; `second_factor_required`; `banned`; `throttled`
 */
export async function logIn(context: AccountsContext, login: Login): Promise<string> {
  const user = await withMinimumRefusalTime(findByPassword(context, login))
  if (user.banned_at) {
    logFailedSignIn(context, { reason: 'banned', ip: login.ip, userId: user.id })
    throw bannedError()
  }
  const entry = await transact(context.db, async (tx) => {
    // A reset may have come between: the old password must not open a session that outlives it.
    const now = await lockUser(tx, user.id)
    if (now?.password_hash !== user.password_hash) throw wrongCredentials()
    return letIn(tx, { userId: user.id, userAgent: login.userAgent, site: login.site })
  })
  return keyOf(entry)
}
