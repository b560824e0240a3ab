import { AppError } from '#server/platform/errors.ts'

/** `1 credit`, `12 credits` */
export function credits(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`
}

/** @throws {AppError} `internal`: amounts come from our own code, never from a request */
export function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new AppError(
      'internal',
      `An amount of credits must be a whole number above zero, not ${amount}`,
    )
  }
}

/** @throws {AppError} always: `not_enough_credits` with what is missing */
export function refuseForLackOf(missing: number): never {
  throw new AppError('not_enough_credits', `Short of ${credits(missing)}`, {
    userMessage: `You do not have enough credits: ${missing} more needed.`,
    extra: { missing },
  })
}
