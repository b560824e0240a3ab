import { type AppError, invalidField, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import { countProof } from './limits.ts'
import { logFailedSignIn } from './log-failed-sign-in.ts'
import { isFreshSession } from './sessions.ts'
import type { UserRow } from './store.ts'
import type { AccountsContext } from './types.ts'

/** What somebody shows before an act that a stranger at their screen must not do. */
export interface Proof {
  caller: Caller
  password: string | undefined
  ip: string
}

/** The answer to a wrong password beside another act. */
export function wrongPassword(): AppError {
  return invalidField('password', t('accounts.passwordWrong'))
}

async function confirmByPassword(
  context: AccountsContext,
  user: UserRow,
  { caller, password, ip }: Proof,
): Promise<void> {
  if (password === undefined) throw invalidField('password', t('common.required'))
  const attempt = await countProof(context, caller)
  if (!(await context.hasher.matches(user.password_hash, password))) {
    logFailedSignIn(context, { reason: 'wrong_password', ip, userId: user.id })
    throw wrongPassword()
  }
  await attempt.discount()
}

/**
 * Asks a signed-in person once more who they are: by the password, or by a fresh sign-in where there is none. The caller
 * compares the password's hash again under the lock of the user's row.
 * @throws {AppError} `invalid` for the password; `permission_denied` for a sign-in too long ago; `throttled`
 */
export async function confirmIdentity(
  context: AccountsContext,
  user: UserRow,
  proof: Proof,
): Promise<void> {
  if (user.password_hash !== null) return confirmByPassword(context, user, proof)
  if (await isFreshSession(context.db.kysely, proof.caller.tokenHash)) return
  throw userError('permission_denied', t('accounts.logInAgain'))
}
