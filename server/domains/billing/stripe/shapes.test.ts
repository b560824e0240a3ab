import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { readInvoiceChange } from '../read-invoice-change.ts'
import { lookupKeyOf, metadataOf, readPrice, SOLD_ITEMS } from './priced-items.ts'
import { invoiceOf, subscriptionOf, targetOf } from './shapes.ts'

const START = Date.UTC(2026, 10, 1) / 1000
const END = Date.UTC(2026, 11, 1) / 1000
const price = { id: 'price_1', lookup_key: 'atelier_starter_monthly', metadata: {} }

/** Only what both versions of the API agree on. */
const subscription = {
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  cancel_at: null,
  cancel_at_period_end: false,
  ended_at: null,
  schedule: null,
}
const invoice = {
  id: 'in_1',
  customer: 'cus_1',
  status: 'paid',
  amount_paid: 2900,
  amount_due: 2900,
  currency: 'usd',
  number: 'A-1',
  attempt_count: 1,
  next_payment_attempt: null,
  created: START,
  status_transitions: { paid_at: START + 5 },
}
const line = { amount: 2900, description: 'Starter', period: { start: START, end: END } }
const items = new Map([['price_1', readPrice(price)]])

const asSubscription = (value: object) => value as Stripe.Subscription
const asInvoice = (value: object) => value as Stripe.Invoice

describe('a subscription', () => {
  const period = { periodStart: new Date(START * 1000), periodEnd: new Date(END * 1000) }

  it('has its period on the item, or, by an older version, on itself', () => {
    const newer = asSubscription({
      ...subscription,
      items: {
        data: [{ id: 'si_1', price, current_period_start: START, current_period_end: END }],
      },
    })
    const older = asSubscription({
      ...subscription,
      current_period_start: START,
      current_period_end: END,
      items: { data: [{ id: 'si_1', price }] },
    })
    expect(subscriptionOf(newer)).toMatchObject(period)
    expect(subscriptionOf(older)).toEqual(subscriptionOf(newer))
  })

  it('that ends with its period says when, in either way of saying it', () => {
    const item = { id: 'si_1', price, current_period_start: START, current_period_end: END }
    const ends = (change: object) =>
      subscriptionOf(asSubscription({ ...subscription, items: { data: [item] }, ...change }))
        ?.cancelAt
    expect(ends({ cancel_at_period_end: true })).toEqual(period.periodEnd)
    expect(ends({ cancel_at: END })).toEqual(period.periodEnd)
    expect(ends({})).toBeNull()
  })

  it('of several items is not one of ours', () => {
    const item = { id: 'si_1', price, current_period_start: START, current_period_end: END }
    expect(
      subscriptionOf(asSubscription({ ...subscription, items: { data: [item, item] } })),
    ).toBeNull()
  })
})

describe('an invoice', () => {
  it('means the same in both versions', () => {
    const newer = asInvoice({
      ...invoice,
      parent: { subscription_details: { subscription: 'sub_1' } },
      payments: { data: [{ status: 'paid', payment: { payment_intent: 'pi_1' } }] },
      lines: {
        data: [
          {
            ...line,
            pricing: { price_details: { price: 'price_1' } },
            parent: { subscription_item_details: { proration: false } },
          },
        ],
      },
    })
    const older = asInvoice({
      ...invoice,
      subscription: 'sub_1',
      payment_intent: 'pi_1',
      lines: { data: [{ ...line, price, proration: false }] },
    })
    expect(invoiceOf(newer, items)).toMatchObject({
      subscription: 'sub_1',
      paymentIntent: 'pi_1',
      lines: [{ item: { kind: 'plan', plan: 'starter', period: 'monthly' }, proration: false }],
    })
    expect(invoiceOf(older, items)).toEqual(invoiceOf(newer, items))
    expect(readInvoiceChange(invoiceOf(older, items))).toMatchObject({
      kind: 'period',
      plan: 'starter',
      replaced: null,
    })
  })
})

describe('events', () => {
  it.each([
    ['checkout.session.completed', { id: 'cs_1' }, { kind: 'session', id: 'cs_1' }],
    ['customer.subscription.updated', { id: 'sub_1' }, { kind: 'subscription', id: 'sub_1' }],
    [
      'subscription_schedule.updated',
      { id: 'sub_sched_1', subscription: 'sub_1' },
      { kind: 'subscription', id: 'sub_1' },
    ],
    ['invoice.payment_failed', { id: 'in_1' }, { kind: 'invoice', id: 'in_1' }],
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, { kind: 'payment', id: 'pi_1' }],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1' }, { kind: 'payment', id: 'pi_1' }],
    [
      'charge.dispute.closed',
      { id: 'du_1', payment_intent: 'pi_1' },
      { kind: 'payment', id: 'pi_1' },
    ],
    ['charge.succeeded', { id: 'ch_1', payment_intent: 'pi_1' }, null],
    ['customer.updated', { id: 'cus_1' }, null],
    ['invoice.paid', null, null],
    ['invoice.paid', { id: 7 }, null],
  ])('%s names what is read again', (type, object, target) => {
    expect(targetOf(type, object)).toEqual(target)
  })
})

describe('prices', () => {
  it('are known by what they carry, and by their name', () => {
    for (const item of SOLD_ITEMS) {
      expect(readPrice({ metadata: metadataOf(item), lookup_key: null })).toMatchObject(item)
      expect(readPrice({ metadata: {}, lookup_key: lookupKeyOf(item) })).toMatchObject(item)
    }
    expect(readPrice({ metadata: { plan: 'pro' }, lookup_key: 'other' })).toBeNull()
  })

  it('of a plan tell its credits; without them they are those of the first price', () => {
    const metadata = { atelier: 'plan', plan: 'basic', period: 'monthly' }
    const read = (more: object) =>
      readPrice({ metadata: { ...metadata, ...more }, lookup_key: null, unit_amount: 1500 })
    expect(read({ credits: '3000' })).toMatchObject({ credits: 3000, price: 1500 })
    expect(read({})).toMatchObject({ credits: 2000, price: 1500 })
    expect(read({ credits: 'many' })).toMatchObject({ credits: 2000 })
  })
})
