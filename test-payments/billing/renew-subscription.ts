import type Stripe from 'stripe'
import { DAY, periodEnd } from '../calendar.ts'
import { cadenceOf, periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { endSubscription } from './end-subscription.ts'
import { activeDiscount, dropEndedDiscount, itemDiscountsOf } from './discounts.ts'
import { periodLines } from './invoice-lines.ts'
import {
  attemptInvoice,
  createInvoice,
  customerOf,
  finalizeInvoice,
  subscriptionOf,
  usualCard,
} from './invoices.ts'
import { takePendingLines } from './pending-lines.ts'
import { planNext } from './subscription-state.ts'

/** What happens at a period's end: the subscription ends, or its next period begins with an invoice. */
export async function renewSubscription(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<void> {
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = subscription
  if (atPeriodEnd || (cancelAt !== null && cancelAt <= store.now)) {
    await endSubscription(store, subscription, 'cancellation_requested')
    return
  }
  const before = periodOf(subscription.items.data)
  const start = before.end
  for (const item of subscription.items.data) {
    item.current_period_start = start
    item.current_period_end = periodEnd(
      subscription.billing_cycle_anchor,
      start,
      cadenceOf(item.price),
    )
  }
  await dropEndedDiscount(store, subscription)
  const whole = await periodLines(
    store,
    subscription.items.data,
    await activeDiscount(store, subscription, store.now),
  )
  store.hidden(subscription).itemDiscounts = itemDiscountsOf(whole)
  const invoice = createInvoice(store, {
    customer: await customerOf(store, subscription),
    subscription,
    lines: [...(await takePendingLines(store, subscription)), ...whole],
    reason: 'subscription_cycle',
    currency: subscription.currency,
    period: before,
  })
  subscription.latest_invoice = invoice.id
  store.save(subscription)
  store.emit('customer.subscription.updated', subscription)
  await planNext(store, subscription)
  const { finalizeAfterSeconds: wait } = store.settings
  if (wait === 0) {
    await collectRenewal(store, invoice)
    return
  }
  invoice.automatically_finalizes_at = store.now + wait
  store.save(invoice)
  await store.schedule(invoice, 'finalize', store.now + wait)
}

/** Finalises a renewal's draft and asks the card for it. */
export async function collectRenewal(store: Store, invoice: Stripe.Invoice): Promise<void> {
  await finalizeInvoice(store, invoice)
  if (invoice.status === 'open') await collectInvoice(store, invoice)
}

/**
 * One attempt without anybody there. A failed one is followed by those of the account's settings, counted from the
 * first; after the last the subscription is cancelled.
 */
export async function collectInvoice(store: Store, invoice: Stripe.Invoice): Promise<void> {
  const hidden = store.hidden(invoice)
  hidden.firstAttemptAt ??= store.now
  const first = hidden.firstAttemptAt
  const method = await usualCard(store, invoice)
  // Known before the event that tells of the failure.
  const day = store.settings.retryDays[invoice.attempt_count]
  invoice.next_payment_attempt = day === undefined ? null : first + day * DAY
  const result = await attemptInvoice(store, invoice, method && { method, present: false })
  if (result === 'succeeded') return
  const subscription = await subscriptionOf(store, invoice)
  if (day === undefined) {
    await endSubscription(store, subscription, 'payment_failed')
    return
  }
  await store.schedule(invoice, 'retry', first + day * DAY)
  if (subscription.status !== 'active') return
  subscription.status = 'past_due'
  store.save(subscription)
  store.emit('customer.subscription.updated', subscription)
}
