import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { newId } from '../ids.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'

interface NewRefund {
  charge: Stripe.Charge
  amount: number
  reason: Stripe.Refund.Reason | null
  metadata: Record<string, string>
}

/** A refund of a card; at once, and told. */
export function addRefund(
  store: Store,
  { charge, amount, reason, metadata }: NewRefund,
): Stripe.Refund {
  const refund = store.add('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  store.save(charge)
  store.emit('charge.refunded', charge)
  store.emit('refund.created', refund)
  return refund
}

/**
 * The bank could not take a refund, or it was taken back: its money stays, and may be refunded again.
 * @throws {ApiError} when it did not arrive before
 */
export async function failRefund(
  store: Store,
  refund: Stripe.Refund,
  status: 'failed' | 'canceled',
): Promise<void> {
  if (refund.status === 'failed' || refund.status === 'canceled') {
    throw new ApiError(`The refund ${refund.id} is already ${refund.status}`)
  }
  await store.schedule(refund, 'fail_refund', null)
  const charge = await store.get('charge', idOf(refund.charge) ?? '')
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  store.save(charge)
  refund.status = status
  if (status === 'failed') {
    refund.failure_reason = 'expired_or_canceled_card'
    refund.failure_balance_transaction = newId('txn')
  }
  store.save(refund)
  store.emit('charge.refund.updated', refund)
  store.emit('refund.updated', refund)
  if (status === 'failed') store.emit('refund.failed', refund)
}
