import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { unseal } from '#server/platform/seal.ts'
import { type Attempt, countCode } from '../limits.ts'
import { logFailedSignIn } from '../log-failed-sign-in.ts'
import type { AccountsContext } from '../types.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

/** What secrets of authenticator apps are sealed for. */
export const SEAL_PURPOSE = 'second factor'

/** As it was meant, however it was typed. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '')

/** The answer to a code that is none, or was used already. */
export const wrongCode = (): AppError =>
  invalidField('code', 'This code is wrong or was used already. Enter the current one.')

const codeRequired = (): AppError =>
  new AppError('code_required', 'a login without the code of the second factor', {
    userMessage: 'Enter the code of your authenticator app.',
  })

/** The secret of an app; null where it was sealed with another key. */
export function secretOf(
  { secret }: Pick<AccountsContext, 'secret'>,
  { user_id: owner, secret: sealed }: { user_id: string; secret: Buffer },
): Buffer | null {
  const text = unseal(secret, { purpose: SEAL_PURPOSE, owner }, sealed)
  return text === null ? null : Buffer.from(text, 'base64')
}

/**
 * Counts a try to know a code, if there is one: by the account alone, for who comes so far knows its password or has its
 * session. Called before the transaction that passes the factor.
 * @returns to be discounted once the code was right
 * @throws {AppError} `throttled`
 */
export async function countCodeOf(
  context: Pick<AccountsContext, 'config' | 'limiter' | 'db'>,
  userId: string | undefined,
  code: string | undefined,
): Promise<Attempt | null> {
  return userId === undefined || code === undefined ? null : countCode(context, userId)
}

/**
 * Accepts a code once: of the app, whose steps only go forward, or a recovery code.
 * @returns false for a wrong one; true also where the person has no second factor
 * @throws {AppError} `code_required` where there is one and no code
 */
async function isPassed(
  context: Pick<AccountsContext, 'secret'>,
  tx: Tx,
  userId: string,
  code: string | undefined,
): Promise<boolean> {
  const factor = await tx
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return true
  if (code === undefined) throw codeRequired()
  const typed = plainCode(code)
  const secret = secretOf(context, factor)
  const step = secret && matchingStep(secret, typed, Date.now())
  if (step === null) return spendRecoveryCode(tx, userId, typed)
  const row = await tx
    .updateTable('second_factors')
    .set({ last_step: String(step) })
    .where('user_id', '=', userId)
    .where(sql<boolean>`(last_step is null or last_step < ${step})`)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** For the refusal of a transaction that passes a second factor: tells the operator of a wrong code. */
export const noteWrongCode =
  (context: Pick<AccountsContext, 'log'>, from: { ip: string; userId?: string | undefined }) =>
  (error: unknown): never => {
    const isWrong = error instanceof AppError && error.fields?.['code'] !== undefined
    if (isWrong) logFailedSignIn(context, { reason: 'wrong_code', ...from })
    throw error
  }

/**
 * Asks for the second factor of a person, where they have one, in the transaction that lets them in.
 * @throws {AppError} `code_required`, `invalid` for the code
 */
export async function passSecondFactor(
  context: Pick<AccountsContext, 'secret'>,
  tx: Tx,
  userId: string,
  code: string | undefined,
): Promise<void> {
  if (!(await isPassed(context, tx, userId, code))) throw wrongCode()
}
