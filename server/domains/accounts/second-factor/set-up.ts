import { sql } from 'kysely'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { type AppError, notFound, userError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { seal } from '#server/platform/seal.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import { countProof } from '../limits.ts'
import { siteOfUser } from '../site.ts'
import { lockUser } from '../store.ts'
import type { AccountsContext } from '../types.ts'
import { asOwner, type OwnerProof } from './as-owner.ts'
import { plainCode, SEAL_PURPOSE, secretOf, wrongCode } from './codes.ts'
import { dropIdleRecoveryCodes, dropSecondFactors, hasSecondFactor } from './factors.ts'
import { firstRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { tellOwner } from './tell-owner.ts'
import { createTotpSecret, matchingStep, toBase32, totpUri } from './totp.ts'

const isOn = (): AppError => userError('conflict', t('accounts.authenticatorSetUp'))
const isOff = (): AppError => userError('conflict', t('accounts.noAuthenticator'))
const hasNone = (): AppError => userError('conflict', t('accounts.twoFactorOff'))

/**
 * Begins to set an app up; what was begun before is dropped.
 * @throws {AppError} `conflict` where there is one; as {@link asOwner}
 */
export const beginSecondFactor = (
  context: AccountsContext,
  proof: OwnerProof,
): Promise<{ secret: string; uri: string }> =>
  asOwner(context, proof, async (tx, user) => {
    const secret = createTotpSecret()
    const sealed = seal(
      context.secret,
      { purpose: SEAL_PURPOSE, owner: user.id },
      secret.toString('base64'),
    )
    const row = await tx
      .insertInto('second_factors')
      .values({ user_id: user.id, secret: sealed, confirmed_at: null, last_step: null })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret: sealed })
          .where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!row) throw isOn()
    const { name: issuer } = siteOfUser(user, context.config)
    return { secret: toBase32(secret), uri: totpUri(secret, { issuer, email: user.email }) }
  })

/**
 * Switches it on with the first code of the app.
 * @returns recovery codes, where the account has none yet
 * @throws {AppError} `conflict` where nothing was begun, `invalid` for the code, `throttled`
 */
export async function finishSecondFactor(
  context: AccountsContext,
  { caller, code }: { caller: Caller; code: string },
): Promise<string[] | null> {
  const attempt = await countProof(context, caller)
  const codes = await transact(context.db, async (tx) => {
    const user = await lockUser(tx, caller.userId)
    const begun = await tx
      .selectFrom('second_factors')
      .select(['user_id', 'secret', 'confirmed_at'])
      .where('user_id', '=', caller.userId)
      .executeTakeFirst()
    if (!user || !begun) throw isOff()
    if (begun.confirmed_at !== null) throw isOn()
    const secret = secretOf(context, begun)
    const step = secret && matchingStep(secret, plainCode(code), Date.now())
    if (step === null) throw wrongCode()
    await tx
      .updateTable('second_factors')
      .set({ confirmed_at: sql<Date>`now()`, last_step: String(step) })
      .where('user_id', '=', user.id)
      .execute()
    await tellOwner(context, tx, user, 'on')
    return firstRecoveryCodes(tx, user.id)
  })
  await attempt.discount()
  return codes
}

/**
 * Replaces the recovery codes. @returns the new ones
 * @throws {AppError} `conflict` where there is no second factor; as {@link asOwner}
 */
export const renewRecoveryCodes = (
  context: AccountsContext,
  proof: OwnerProof,
): Promise<string[]> =>
  asOwner(context, proof, async (tx, user) => {
    if (!(await hasSecondFactor(tx, user.id))) throw hasNone()
    await tellOwner(context, tx, user, 'codes')
    return replaceRecoveryCodes(tx, user.id)
  })

/**
 * Switches the app off; passkeys stay.
 * @throws {AppError} `conflict` where there is none; as {@link asOwner}
 */
export const disableSecondFactor = (context: AccountsContext, proof: OwnerProof): Promise<void> =>
  asOwner(context, proof, async (tx, user) => {
    const row = await tx
      .deleteFrom('second_factors')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!row) throw isOff()
    await dropIdleRecoveryCodes(tx, user.id)
    await tellOwner(context, tx, user, 'appRemoved')
  })

/**
 * Takes app and passkeys from a person who has lost them and the codes, in the caller's transaction; they get an email.
 * @throws {AppError} `not_found`; `conflict` where there is none
 */
export async function resetSecondFactor(
  context: AccountsContext,
  tx: Tx,
  userId: string,
): Promise<void> {
  const user = isId(userId) ? await lockUser(tx, userId) : undefined
  if (!user || user.closing_at) throw notFound()
  if (!(await dropSecondFactors(tx, user.id))) throw hasNone()
  await tellOwner(context, tx, user, 'reset')
}
