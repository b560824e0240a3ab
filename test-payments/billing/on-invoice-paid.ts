import type Stripe from 'stripe'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import { applyChange, planNext } from './subscription-state.ts'

/** What a paid invoice does to its subscription: its pending update happens, or it is active again. */
export async function onInvoicePaid(
  store: Store,
  subscription: Stripe.Subscription,
  invoice: Stripe.Invoice,
): Promise<void> {
  const hidden = store.hidden(subscription)
  const { pendingChange, pendingInvoice } = hidden
  if (pendingChange && pendingInvoice === invoice.id) {
    await applyChange(store, subscription, pendingChange)
    subscription.pending_update = null
    delete hidden.pendingChange
    delete hidden.pendingInvoice
    store.save(subscription)
    await planNext(store, subscription)
    store.emit('customer.subscription.pending_update_applied', subscription)
    store.emit('customer.subscription.updated', subscription)
    return
  }
  const isLatest = idOf(subscription.latest_invoice) === invoice.id
  if (isLatest && (subscription.status === 'past_due' || subscription.status === 'incomplete')) {
    const isNew = subscription.status === 'incomplete'
    subscription.status = 'active'
    store.save(subscription)
    await planNext(store, subscription)
    if (!isNew) store.emit('customer.subscription.updated', subscription)
  }
}
