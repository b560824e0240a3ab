import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/db/index.ts'
import type { Payment } from '../payments.ts'
import { isPurchase } from './purchases.ts'

/** What is kept of a link's secret. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * For the receipt of a purchase, in the transaction that writes it.
 * @returns the secret of its link; null for what nobody may withdraw from, and for a receipt that was written before
 */
export async function offerWithdrawal(tx: Tx, payment: Payment): Promise<string | null> {
  if (!isPurchase(payment)) return null
  const token = randomBytes(24).toString('base64url')
  const made = await tx
    .insertInto('withdrawals')
    .values({ user_id: payment.user_id, payment_id: payment.id, token_hash: hashOf(token) })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made ? token : null
}
