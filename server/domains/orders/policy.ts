import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'

/** @throws {AppError} `email_not_verified` */
export function requireVerified({ emailVerified }: { emailVerified: boolean }): void {
  if (emailVerified) return
  throw userError('email_not_verified', t('common.verifyEmail'))
}

/** What is paid for one thing: a quote is the highest price, and a lower one of today wins. */
export const leastPrice = (listed: number, promised: number | null | undefined): number =>
  promised == null ? listed : Math.min(listed, promised)
