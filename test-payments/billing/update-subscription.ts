import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { idOf } from '../object-types.ts'
import { periodOf } from '../objects/subscription.ts'
import type { Store } from '../store.ts'
import { mergeMetadata } from '../wire/params.ts'
import { setDiscounts } from './discounts.ts'
import {
  attemptInvoice,
  createInvoice,
  customerOf,
  finalizeInvoice,
  paymentOf,
  usualCard,
} from './invoices.ts'
import { keepPendingLine, takePendingLines } from './pending-lines.ts'
import { dropPendingUpdate, keepPendingUpdate } from './pending-update.ts'
import { planChange, type PlanChange, type WantedItem } from './plan-change.ts'
import { applyChange, isLive, planNext } from './subscription-state.ts'

export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none'
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete'

export interface SubscriptionUpdate {
  items?: WantedItem[] | undefined
  billing_cycle_anchor?: 'now' | 'unchanged' | undefined
  proration_behavior?: ProrationBehavior | undefined
  payment_behavior?: PaymentBehavior | undefined
  proration_date?: number | undefined
  discounts?: string[] | null | undefined
  cancel_at_period_end?: boolean | undefined
  cancel_at?: number | null | undefined
  metadata?: Record<string, string> | undefined
  description?: string | undefined
  default_payment_method?: string | null | undefined
  cancellation_details?: { comment?: string | undefined; feedback?: string | undefined } | undefined
}

/** With `pending_if_incomplete` nothing else may be changed, for it could not be held back. */
const PENDING_FIELDS = new Set([
  'items',
  'billing_cycle_anchor',
  'proration_behavior',
  'payment_behavior',
  'proration_date',
  'discounts',
])

function checkPending(update: SubscriptionUpdate): void {
  if (update.payment_behavior !== 'pending_if_incomplete') return
  const other = Object.keys(update).find((name) => !PENDING_FIELDS.has(name))
  if (other === undefined) return
  throw new ApiError(
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, the parameter \`${other}\` cannot be passed.`,
    { param: other },
  )
}

function checkLive(subscription: Stripe.Subscription): void {
  if (isLive(subscription)) return
  throw new ApiError(
    'A canceled subscription can only update its cancellation_details and metadata.',
    { status: 400 },
  )
}

/** @throws {ApiError} while a schedule says when the subscription ends */
export function checkUnmanaged({ schedule }: Stripe.Subscription): void {
  if (schedule === null) return
  throw new ApiError(
    `The subscription is managed by the subscription schedule \`${idOf(schedule)}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
  )
}

async function updateTerms(
  store: Store,
  subscription: Stripe.Subscription,
  update: SubscriptionUpdate,
): Promise<void> {
  const { cancel_at: cancelAt, cancel_at_period_end: atEnd, default_payment_method: card } = update
  if (cancelAt !== undefined || atEnd !== undefined) checkUnmanaged(subscription)
  if (cancelAt !== undefined && atEnd !== undefined) {
    throw new ApiError(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      {
        param: 'cancel_at',
      },
    )
  }
  if (atEnd === true) {
    subscription.cancel_at_period_end = true
    subscription.cancel_at = periodOf(subscription.items.data).end
    subscription.canceled_at = store.now
  } else if (atEnd === false && subscription.cancel_at_period_end) {
    // An end that was set as a date stays: only `cancel_at` takes it back.
    subscription.cancel_at_period_end = false
    subscription.cancel_at = null
    subscription.canceled_at = null
  }
  if (cancelAt !== undefined) {
    subscription.cancel_at = cancelAt
    subscription.cancel_at_period_end = false
    subscription.canceled_at = cancelAt === null ? null : store.now
  }
  const { cancellation_details: details } = subscription
  if (details) {
    details.reason = subscription.cancel_at === null ? null : 'cancellation_requested'
    details.comment = update.cancellation_details?.comment ?? details.comment
    details.feedback = update.cancellation_details?.feedback ?? details.feedback
  }
  if (card !== undefined) {
    if (card !== null) await store.get('payment_method', card, 'default_payment_method')
    subscription.default_payment_method = card
  }
  if (update.description !== undefined) subscription.description = update.description || null
  subscription.metadata = mergeMetadata(subscription.metadata, update.metadata)
}

/** The invoice of a change, asked for and not yet paid. */
async function invoiceChange(
  store: Store,
  subscription: Stripe.Subscription,
  change: PlanChange,
): Promise<Stripe.Invoice> {
  const [first] = change.items
  const invoice = createInvoice(store, {
    customer: await customerOf(store, subscription),
    subscription,
    lines: [...(await takePendingLines(store, subscription)), ...change.lines],
    reason: 'subscription_update',
    currency: subscription.currency,
    period: {
      start: change.restarts ? (first?.current_period_start ?? store.now) : store.now,
      end: change.restarts ? (first?.current_period_end ?? store.now) : store.now,
    },
    prorationDate: change.prorationDate,
  })
  subscription.latest_invoice = invoice.id
  store.save(subscription)
  await finalizeInvoice(store, invoice)
  return invoice
}

/** Asks for a change's money. @returns whether the change may happen now */
async function collectChange(
  store: Store,
  {
    subscription,
    change,
    behavior,
  }: { subscription: Stripe.Subscription; change: PlanChange; behavior: PaymentBehavior },
): Promise<boolean> {
  const invoice = await invoiceChange(store, subscription, change)
  if (invoice.status === 'paid') return true
  const method = await usualCard(store, invoice)
  const result = await attemptInvoice(store, invoice, method && { method, present: false })
  if (result === 'succeeded') return true
  if (behavior === 'pending_if_incomplete') {
    await keepPendingUpdate(store, subscription, { change, invoice })
    return false
  }
  if (behavior === 'error_if_incomplete') throw await refusal(store, invoice)
  subscription.status = 'past_due'
  return true
}

/** Nothing of the change remains. */
async function refusal(store: Store, invoice: Stripe.Invoice): Promise<ApiError> {
  const waiting = await paymentOf(store, invoice)
  const said = waiting?.intent.last_payment_error
  return new ApiError(said?.message ?? 'Your card was declined.', {
    status: 402,
    type: 'card_error',
    code: said?.code ?? 'card_declined',
  })
}

async function changePlan(
  store: Store,
  subscription: Stripe.Subscription,
  update: SubscriptionUpdate,
): Promise<void> {
  const { proration_behavior: prorations = 'create_prorations', payment_behavior } = update
  const change = await planChange(store, subscription, {
    items: update.items,
    anchorNow: update.billing_cycle_anchor === 'now',
    prorate: prorations !== 'none',
    prorationDate: update.proration_date,
    discounts: update.discounts,
  })
  const invoiced = change.restarts || (prorations === 'always_invoice' && change.lines.length > 0)
  if (invoiced) {
    const behavior = payment_behavior ?? 'allow_incomplete'
    if (!(await collectChange(store, { subscription, change, behavior }))) return
  } else {
    for (const line of change.lines) keepPendingLine(store, idOf(subscription.customer) ?? '', line)
  }
  await applyChange(store, subscription, change)
}

/** Changes a subscription as the API's update does; what has to be paid for first may stay pending. */
export async function updateSubscription(
  store: Store,
  subscription: Stripe.Subscription,
  update: SubscriptionUpdate,
): Promise<Stripe.Subscription> {
  checkPending(update)
  const changesPlan = update.items !== undefined || update.billing_cycle_anchor === 'now'
  if (changesPlan) {
    checkLive(subscription)
    if (subscription.pending_update) await dropPendingUpdate(store, subscription)
    await changePlan(store, subscription, update)
  } else if (update.discounts !== undefined) {
    await setDiscounts(store, subscription, update.discounts ?? [])
  }
  await updateTerms(store, subscription, update)
  await planNext(store, subscription)
  store.update('customer.subscription.updated', subscription)
  return subscription
}
