import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import { periodOf } from './subscription.ts'

type Phase = Stripe.SubscriptionSchedule.Phase

interface NewPhase {
  items: { price: string; quantity: number; metadata?: Record<string, string> | undefined }[]
  currency: string
  start: number
  end: number
  prorations: string
  /** Ids. */
  discounts: readonly string[]
  metadata?: Record<string, string> | undefined
}

export function buildPhase(wanted: NewPhase): Phase {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: wanted.currency,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: wanted.discounts.map((discount) => ({
      coupon: null,
      discount,
      promotion_code: null,
    })),
    end_date: wanted.end,
    invoice_settings: null,
    items: wanted.items.map(({ price, quantity, metadata }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: metadata ?? {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: wanted.metadata ?? {},
    on_behalf_of: null,
    proration_behavior: wanted.prorations,
    start_date: wanted.start,
    transfer_data: null,
    trial_end: null,
  }
}

/** A schedule that has the subscription go on as it is until its period ends, and is then taken off it. */
export function addSchedule(
  store: Store,
  subscription: Stripe.Subscription,
  metadata: Record<string, string>,
): Stripe.SubscriptionSchedule {
  const { start, end } = periodOf(subscription.items.data)
  return store.add('subscription_schedule', {
    id: newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    billing_mode: structuredClone(subscription.billing_mode),
    canceled_at: null,
    completed_at: null,
    created: store.now,
    current_phase: { start_date: start, end_date: end },
    customer: idOf(subscription.customer) ?? '',
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: idOf(subscription.default_payment_method),
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: subscription.cancel_at === null ? 'release' : 'cancel',
    livemode: false,
    metadata,
    pause_schedules: [],
    phases: [
      buildPhase({
        items: subscription.items.data.map((item) => ({
          price: item.price.id,
          quantity: item.quantity ?? 1,
        })),
        currency: subscription.currency,
        start,
        end,
        prorations: 'create_prorations',
        discounts: subscription.discounts.map(idOf).filter((id) => id !== null),
      }),
    ],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  })
}
