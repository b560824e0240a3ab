import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { unseal } from '#server/platform/seal.ts'
import { t } from '#server/texts/index.ts'
import { logFailedSignIn } from '../log-failed-sign-in.ts'
import type { AccountsContext } from '../types.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

/** What secrets of authenticator apps are sealed for. */
export const SEAL_PURPOSE = 'second factor'

/** As it was meant, however it was typed. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '')

/** The answer to a code that is none, or was used already. */
export const wrongCode = (field: 'code' | 'recovery_code' = 'code'): AppError =>
  invalidField(field, t('accounts.codeWrong'))

/** The secret of an app; null where it was sealed with another key. */
export function secretOf(
  { secret }: Pick<AccountsContext, 'secret'>,
  { user_id: owner, secret: sealed }: { user_id: string; secret: Buffer },
): Buffer | null {
  const text = unseal(secret, { purpose: SEAL_PURPOSE, owner }, sealed)
  return text === null ? null : Buffer.from(text, 'base64')
}

/**
 * Accepts a code of the authenticator app once: its steps only go forward.
 * @returns false for a wrong one, and where there is no app
 */
export async function spendAppCode(
  context: Pick<AccountsContext, 'secret'>,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await tx
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const secret = factor ? secretOf(context, factor) : null
  const step = secret && matchingStep(secret, plainCode(code), Date.now())
  if (step === null) return false
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where(sql<boolean>`(last_step is null or last_step < ${step})`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Accepts a code of the app or a recovery code, once. @returns false for a wrong one */
export async function spendAnyCode(
  context: Pick<AccountsContext, 'secret'>,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  if (await spendAppCode(context, tx, userId, code)) return true
  return spendRecoveryCode(tx, userId, plainCode(code))
}

const FIELDS = new Set(['code', 'recovery_code', 'assertion'])

/** For the refusal of a transaction that takes a second factor: tells the operator of a wrong one. */
export const noteWrongFactor =
  (context: Pick<AccountsContext, 'log'>, from: { ip: string; userId: string }) =>
  (error: unknown): never => {
    const fields = error instanceof AppError ? Object.keys(error.fields ?? {}) : []
    if (fields.some((field) => FIELDS.has(field)))
      logFailedSignIn(context, { reason: 'wrong_second_factor', ...from })
    throw error
  }
