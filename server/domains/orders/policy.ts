import { userError } from '#server/platform/errors.ts'

/** @throws {AppError} `email_not_verified` */
export function requireVerified({ emailVerified }: { emailVerified: boolean }): void {
  if (emailVerified) return
  throw userError('email_not_verified', 'Please verify your email address first.')
}

/** What is paid for one thing: a quote is the highest price, and a lower one of today wins. */
export const leastPrice = (listed: number, promised: number | null | undefined): number =>
  promised == null ? listed : Math.min(listed, promised)
