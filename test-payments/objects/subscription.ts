import type Stripe from 'stripe'
import { listOf } from '../wire/list.ts'
import { type Cadence, periodEnd } from '../calendar.ts'
import { newId } from '../ids.ts'
import { idOf } from '../object-types.ts'
import type { BillingMode } from '../settings.ts'
import type { Store } from '../store.ts'

/** How often a recurring price is paid. */
export function cadenceOf({ recurring }: Stripe.Price): Cadence {
  return {
    interval: recurring?.interval === 'year' ? 'year' : 'month',
    count: recurring?.interval_count ?? 1,
  }
}

export function sameCadence(one: Stripe.Price, other: Stripe.Price): boolean {
  const [a, b] = [cadenceOf(one), cadenceOf(other)]
  return a.interval === b.interval && a.count === b.count
}

/** The older shape of a price, which items still carry. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

interface ItemFacts {
  id?: string
  subscription: string
  price: Stripe.Price
  quantity: number
  start: number
  end: number
  created: number
  metadata?: Record<string, string>
}

export function buildItem(facts: ItemFacts): Stripe.SubscriptionItem {
  return {
    id: facts.id ?? newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: facts.created,
    current_period_end: facts.end,
    current_period_start: facts.start,
    current_trial: null,
    discounts: [],
    metadata: facts.metadata ?? {},
    plan: planOf(facts.price),
    price: structuredClone(facts.price),
    quantity: facts.quantity,
    subscription: facts.subscription,
    tax_rates: [],
  }
}

interface NewSubscription {
  customer: string
  lines: { price: Stripe.Price; quantity: number }[]
  paymentMethod: string
  metadata: Record<string, string>
  description: string | null
  billingMode: BillingMode
  /** How lines of prorations tell discounts, with flexible billing. */
  prorationDiscounts: 'included' | 'itemized'
}

/** Makes a subscription whose first period begins now. It is not paid yet, and nobody is told. */
export function addSubscription(store: Store, wanted: NewSubscription): Stripe.Subscription {
  const id = newId('sub')
  const { now } = store
  const items = wanted.lines.map(({ price, quantity }) =>
    buildItem({
      subscription: id,
      price,
      quantity,
      start: now,
      end: periodEnd(now, now, cadenceOf(price)),
      created: now,
    }),
  )
  return store.add('subscription', {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible:
        wanted.billingMode === 'flexible'
          ? { proration_discounts: wanted.prorationDiscounts }
          : null,
      type: wanted.billingMode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    customer: wanted.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: wanted.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: wanted.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: wanted.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  })
}

/** All items of a subscription share one period here. */
export function periodOf(items: readonly Stripe.SubscriptionItem[]): {
  start: number
  end: number
} {
  const [first] = items
  if (!first) throw new Error('A subscription without items')
  return { start: first.current_period_start, end: first.current_period_end }
}
