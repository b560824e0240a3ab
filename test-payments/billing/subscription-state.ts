import type Stripe from 'stripe'
import type { PlannedChange } from '../object-types.ts'
import { periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { setDiscounts } from './discounts.ts'

/** Whether it still runs, paid or not. */
export function isLive({ status }: Stripe.Subscription): boolean {
  return status === 'active' || status === 'past_due'
}

/** Keeps the moments at which a subscription does something by itself. Call after its period or end has changed. */
export async function planNext(store: Store, subscription: Stripe.Subscription): Promise<void> {
  const { end } = periodOf(subscription.items.data)
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = subscription
  const live = isLive(subscription)
  await store.schedule(subscription, 'renew', live ? end : null)
  const early = live && cancelAt !== null && !atPeriodEnd && cancelAt < end
  await store.schedule(subscription, 'cancel', early ? cancelAt : null)
  await store.schedule(subscription, 'expire', subscription.pending_update?.expires_at ?? null)
}

/** Gives a subscription its new items and period, and what is off them from then on. */
export async function applyChange(
  store: Store,
  subscription: Stripe.Subscription,
  { items, anchor, discounts, lasting }: PlannedChange,
): Promise<void> {
  if (lasting) await setDiscounts(store, subscription, lasting)
  store.hidden(subscription).itemDiscounts = discounts
  subscription.items.data = items
  subscription.billing_cycle_anchor = anchor
}
