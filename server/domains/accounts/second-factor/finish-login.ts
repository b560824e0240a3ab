import type { PasskeyAssertion } from '#contract/passkeys.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { type AppError, invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { countSecondFactor } from '../limits.ts'
import { logFailedSignIn } from '../log-failed-sign-in.ts'
import { isAccepted } from '../passkeys/accept-assertion.ts'
import type { RelyingParty } from '../passkeys/relying-party.ts'
import { bannedError, openSession } from '../sessions.ts'
import { lockUser } from '../store.ts'
import { isTied, tieProvider } from '../tie-provider.ts'
import type { AccountsContext } from '../types.ts'
import { noteWrongFactor, plainCode, spendAppCode, wrongCode } from './codes.ts'
import { countTry, findLogin, finishKept, loginOver } from './login-challenges.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

/** What somebody shows of their second factor: one of its methods. */
type ShownFactor =
  | { method: 'code'; code: string }
  | { method: 'recovery_code'; code: string }
  | { method: 'assertion'; assertion: PasskeyAssertion }

interface Finish {
  challenge: string
  shown: ShownFactor
  ip: string
  device: string | null
  userAgent: string | null
  site: RelyingParty
}

/** The one method of a call. @throws {AppError} `invalid` for none and for several */
export function shownFactor(body: {
  code?: string | undefined
  recovery_code?: string | undefined
  assertion?: PasskeyAssertion | undefined
}): ShownFactor {
  const shown: ShownFactor[] = []
  if (body.code !== undefined) shown.push({ method: 'code', code: body.code })
  if (body.recovery_code !== undefined)
    shown.push({ method: 'recovery_code', code: body.recovery_code })
  if (body.assertion !== undefined) shown.push({ method: 'assertion', assertion: body.assertion })
  const [only, ...others] = shown
  if (only && others.length === 0) return only
  throw invalidField('non_field_errors', t('accounts.sendOneFactor'))
}

const refusalOf = ({ method }: ShownFactor): AppError =>
  method === 'assertion'
    ? invalidField('assertion', t('accounts.passkeyNotAccepted'))
    : wrongCode(method)

async function isRight(
  context: AccountsContext,
  tx: Tx,
  userId: string,
  { shown, site, challenge }: Finish,
): Promise<boolean> {
  if (shown.method === 'code') return spendAppCode(context, tx, userId, shown.code)
  if (shown.method === 'recovery_code') return spendRecoveryCode(tx, userId, plainCode(shown.code))
  return isAccepted(tx, { userId, site, challenge, assertion: shown.assertion })
}

/**
 * Finishes a login that waits for its second factor.
 * @returns the session's token
 * @throws {AppError} `gone`; `invalid` by the name of the method; `banned`; `throttled`
 */
export async function finishLogin(context: AccountsContext, input: Finish): Promise<string> {
  const { challenge, shown, ip, device } = input
  const login = await findLogin(context.db.kysely, challenge)
  const userId = login.user_id
  const knock = { email: login.email, ip, device }
  const attempt = await countSecondFactor(context, knock, shown.method).catch((error: unknown) => {
    logFailedSignIn(context, { reason: 'throttled', ip, userId })
    throw error
  })
  await countTry(context.db, challenge)
  const key = await transact(context.db, async (tx) => {
    const user = await lockUser(tx, userId)
    // A new password, a ban or the end of the account takes the login away; this one may have waited for the lock.
    await finishKept(tx, challenge)
    if (!user || user.closing_at) throw loginOver()
    if (user.banned_at) throw bannedError()
    if (!(await isRight(context, tx, userId, input))) throw refusalOf(shown)
    const subject = login.google_subject
    // Another login may have tied it meanwhile.
    if (subject !== null && user.google_subject === null && !(await isTied(tx, 'google', subject)))
      await tieProvider(context, tx, user, { provider: 'google', id: subject })
    return openSession(tx, userId, input.userAgent)
  }).catch(noteWrongFactor(context, { ip, userId }))
  await attempt.discount()
  return key
}
