import type { LotKind } from '#contract/credits.ts'
import { AppError } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'

/** `1 credit`, `12 credits`, `25,000 credits` */
function credits(amount: number): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? 'credit' : 'credits'}`
}

/** What the statement says of the rest of a lot that expires: `Unspent: 3 credits of the free month` */
export const expiredText = (kind: LotKind, count: number): Text =>
  t('statement.unspent', { count, kind })

/** @throws {AppError} `internal`: amounts come from our own code, never from a request */
export function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new AppError(
      'internal',
      `An amount of credits must be a whole number above zero, not ${amount}`,
      { userMessage: null },
    )
  }
}

/** @throws {AppError} always: `not_enough_credits` with what is missing */
export function refuseForLackOf(missing: number): never {
  throw new AppError('not_enough_credits', `Short of ${credits(missing)}`, {
    userMessage: t('credits.notEnough', { count: missing }),
    extra: { missing },
  })
}
