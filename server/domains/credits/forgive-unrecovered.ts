import { sql } from 'kysely'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Account } from './account.ts'
import { readPaymentBooks, unrecoveredOf } from './revocations.ts'
import type { ForgiveInput } from './types.ts'

/**
 * Misses no more what was spent of payments that went back. No credits move, so no line is written: the account gets free and bonus
 * credits again from now on.
 * @throws {AppError} `conflict` where not as many are missing
 */
export async function forgiveUnrecovered(
  { tx, userId }: Account,
  { amount }: ForgiveInput,
): Promise<void> {
  const missing = (await readPaymentBooks(tx, userId))
    .map((books) => ({ payment: books.payment, missing: unrecoveredOf(books) }))
    .filter((one) => one.missing > 0)
    .toSorted((a, b) => (a.payment < b.payment ? -1 : 1))
  let rest = amount
  for (const one of missing) {
    const forgiven = Math.min(rest, one.missing)
    rest -= forgiven
    await tx
      .updateTable('credit_revocations')
      .set({ forgiven: sql<number>`forgiven + ${forgiven}` })
      .where('user_id', '=', userId)
      .where('payment', '=', one.payment)
      .execute()
  }
  if (rest > 0) throw userError('conflict', t('console.fewerCreditsMissing'))
}
