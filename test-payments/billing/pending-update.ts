import type Stripe from 'stripe'
import { HOUR } from '../calendar.ts'
import type { PlannedChange } from '../object-types.ts'
import { periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { voidInvoice } from './invoices.ts'
import { planNext } from './subscription-state.ts'

/** How long a change waits for its payment. */
const WAITS = 23 * HOUR

/** Keeps a change back until its invoice is paid; the subscription stays as it is. */
export async function keepPendingUpdate(
  store: Store,
  subscription: Stripe.Subscription,
  { change, invoice }: { change: PlannedChange; invoice: Stripe.Invoice },
): Promise<void> {
  const hidden = store.hidden(subscription)
  const { items, anchor, discounts, lasting } = change
  hidden.pendingChange = { items, anchor, discounts, ...(lasting && { lasting }) }
  hidden.pendingInvoice = invoice.id
  const restarts = change.anchor !== subscription.billing_cycle_anchor
  subscription.pending_update = {
    billing_cycle_anchor: restarts ? change.anchor : null,
    cancel_at_period_end: null,
    discount: null,
    discounts: change.lasting ?? null,
    expires_at: Math.min(store.now + WAITS, periodOf(subscription.items.data).end),
    metadata: null,
    subscription_items: change.items,
    trial_end: null,
    trial_from_plan: null,
  }
  store.save(subscription)
  await planNext(store, subscription)
}

/** Abandons a change that was not paid: its invoice is void. */
export async function dropPendingUpdate(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<void> {
  const hidden = store.hidden(subscription)
  const { pendingInvoice } = hidden
  delete hidden.pendingChange
  delete hidden.pendingInvoice
  subscription.pending_update = null
  store.save(subscription)
  await planNext(store, subscription)
  const invoice = pendingInvoice === undefined ? null : await store.find('invoice', pendingInvoice)
  if (invoice?.status === 'open') await voidInvoice(store, invoice)
}

export async function expirePendingUpdate(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<void> {
  await dropPendingUpdate(store, subscription)
  store.emit('customer.subscription.pending_update_expired', subscription)
}
