import type Stripe from 'stripe'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import { planNext } from './subscription-state.ts'

type Reason = 'cancellation_requested' | 'payment_failed'

/** Ends a subscription now. Its open invoices stay open, but nobody tries to collect them. */
export async function endSubscription(
  store: Store,
  subscription: Stripe.Subscription,
  reason: Reason,
): Promise<void> {
  subscription.status = 'canceled'
  subscription.ended_at = store.now
  subscription.canceled_at ??= store.now
  subscription.pending_update = null
  if (subscription.cancellation_details) subscription.cancellation_details.reason = reason
  const hidden = store.hidden(subscription)
  delete hidden.pendingChange
  delete hidden.pendingInvoice
  await endSchedule(store, subscription)
  store.save(subscription)
  await planNext(store, subscription)
  const where = { parent: { subscription_details: { subscription: subscription.id } } }
  const { data: invoices } = await store.list('invoice', { where })
  for (const invoice of invoices) {
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    invoice.auto_advance = false
    invoice.next_payment_attempt = null
    store.save(invoice)
    await store.schedule(invoice, 'retry', null)
    await store.schedule(invoice, 'finalize', null)
  }
  store.emit('customer.subscription.deleted', subscription)
}

async function endSchedule(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const id = idOf(subscription.schedule)
  if (id === null) return
  const schedule = await store.get('subscription_schedule', id)
  schedule.status = 'canceled'
  schedule.canceled_at = store.now
  schedule.current_phase = null
  store.save(schedule)
  await store.schedule(schedule, 'enter_phase', null)
  store.emit('subscription_schedule.canceled', schedule)
}
