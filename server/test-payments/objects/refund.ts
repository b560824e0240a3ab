import type Stripe from 'stripe'
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
