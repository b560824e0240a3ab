import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe
let prices: Record<'basic' | 'starter' | 'starterYear' | 'proYear', string>

beforeEach(async () => {
  await setup?.dispose()
  setup = await startTestPayments()
  stripe = setup.stripe
  prices = {
    basic: await setup.price('basic', 1200, 'month'),
    starter: await setup.price('starter', 2900, 'month'),
    starterYear: await setup.price('starter_year', 20_880, 'year'),
    proYear: await setup.price('pro_year', 71_280, 'year'),
  }
})
afterAll(() => setup.dispose())

const seconds = (at: string) => Date.parse(at) / 1000

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error('no item')
  return item
}

/** The upgrade as the app does it. */
function upgrade(subscription: Stripe.Subscription, price: string, prorationDate: number) {
  return stripe.subscriptions.update(subscription.id, {
    items: [{ id: itemOf(subscription).id, price }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    proration_date: prorationDate,
    expand: ['latest_invoice'],
  })
}

function amounts(invoice: unknown): number[] {
  return (invoice as Stripe.Invoice).lines.data.map(({ amount }) => amount)
}

describe('an upgrade', () => {
  it('charges the rest of the month by the second: 14.50 - 6.00 = 8.50', async () => {
    await setup.setTime('2026-11-01T00:00:00Z')
    const subscription = await setup.subscribe(prices.basic)
    await setup.setTime('2026-11-16T00:00:00Z')
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    expect(end).toBe(start + 30 * 86_400)
    const at = start + 15 * 86_400
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: itemOf(subscription).id, price: prices.starter }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    })
    expect(amounts(preview)).toEqual([-600, 1450])
    expect(preview).toMatchObject({ amount_due: 850, total: 850 })
    expect(
      preview.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration),
    ).toEqual([true, true])
    expect(preview.lines.data[0]?.period).toEqual({ start: at, end })

    const after = await upgrade(subscription, prices.starter, at)
    expect(amounts(after.latest_invoice)).toEqual([-600, 1450])
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      amount_paid: 850,
      billing_reason: 'subscription_update',
    })
    expect(itemOf(after)).toMatchObject({
      id: itemOf(subscription).id,
      price: { id: prices.starter },
      current_period_start: start,
      current_period_end: end,
    })
    expect(after).toMatchObject({ status: 'active', pending_update: null })
  })

  it('of a year charges 321.5/365 of both prices: 627.85 - 183.92 = 443.93', async () => {
    await setup.setTime('2027-01-31T00:00:00Z')
    const subscription = await setup.subscribe(prices.starterYear)
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    expect(end - start).toBe(365 * 86_400)
    await setup.setTime('2027-03-15T12:00:00Z')
    const after = await upgrade(subscription, prices.proYear, start + 43.5 * 86_400)
    expect(amounts(after.latest_invoice)).toEqual([-18_392, 62_785])
    expect(after.latest_invoice).toMatchObject({ status: 'paid', amount_paid: 44_393 })
  })

  it('from months to years begins a year now and gives the unused time back', async () => {
    await setup.setTime('2026-11-01T00:00:00Z')
    const subscription = await setup.subscribe(prices.basic)
    await setup.setTime('2026-11-16T00:00:00Z')
    const at = itemOf(subscription).current_period_start + 15 * 86_400
    const after = await upgrade(subscription, prices.starterYear, at)
    expect(amounts(after.latest_invoice)).toEqual([-600, 20_880])
    const { current_period_start: start, current_period_end: end } = itemOf(after)
    expect(start).toBeGreaterThanOrEqual(seconds('2026-11-16T00:00:00Z'))
    expect(end - start).toBe(365 * 86_400)
    expect(after.billing_cycle_anchor).toBe(start)
  })

  it('of less than 50 cents is not collected: it is owed with the next invoice', async () => {
    await setup.setTime('2026-11-01T00:00:00Z')
    const subscription = await setup.subscribe(prices.basic)
    const { current_period_end: end } = itemOf(subscription)
    await setup.setTime(end - 3600)
    const after = await upgrade(subscription, prices.starter, end - 3600)
    const [back = 0, charged = 0] = amounts(after.latest_invoice)
    const owed = back + charged
    expect(owed).toBeGreaterThan(0)
    expect(owed).toBeLessThan(50)
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      total: owed,
      amount_due: 0,
      amount_paid: 0,
      ending_balance: owed,
    })
    await setup.setTime(end + 60)
    const renewed = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    })
    expect(renewed.latest_invoice).toMatchObject({
      status: 'paid',
      total: 2900,
      amount_paid: 2900 + owed,
      ending_balance: 0,
    })
    const tooLittle = setup.openPack({
      line_items: [{ price: await setup.price('crumb', 49), quantity: 1 }],
    })
    await expect(tooLittle).rejects.toMatchObject({ code: 'amount_too_small' })
  })

  it('that is not paid stays pending, and happens when its invoice is paid', async () => {
    const subscription = await setup.subscribe(prices.basic, '0341')
    const now = itemOf(subscription).current_period_start
    const after = await upgrade(subscription, prices.starter, now)
    expect(after).toMatchObject({ status: 'active', latest_invoice: { status: 'open' } })
    expect(itemOf(after).price.id).toBe(prices.basic)
    expect(after.pending_update?.subscription_items?.[0]?.price.id).toBe(prices.starter)
    expect(after.pending_update?.expires_at).toBeGreaterThan(now + 22 * 3600)
    const invoice = after.latest_invoice as Stripe.Invoice
    await expect(stripe.invoices.pay(invoice.id)).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
    })
    await setup.payments.controls.decideNextCharges(idOf(after.customer) ?? '', ['succeeded'])
    expect(await stripe.invoices.pay(invoice.id)).toMatchObject({
      status: 'paid',
      attempt_count: 3,
    })
    const paid = await stripe.subscriptions.retrieve(subscription.id)
    expect(paid.pending_update).toBeNull()
    expect(itemOf(paid).price.id).toBe(prices.starter)
    expect((await setup.eventTypes()).slice(-4)).toEqual([
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.pending_update_applied',
      'customer.subscription.updated',
    ])
  })

  it('that is never paid expires after 23 hours, and its invoice is void', async () => {
    const subscription = await setup.subscribe(prices.basic, '0341')
    const now = itemOf(subscription).current_period_start
    const { latest_invoice: invoice } = await upgrade(subscription, prices.starter, now)
    await setup.setTime(now + 24 * 3600)
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after.pending_update).toBeNull()
    expect(itemOf(after).price.id).toBe(prices.basic)
    expect(await stripe.invoices.retrieve((invoice as Stripe.Invoice).id)).toMatchObject({
      status: 'void',
    })
    expect((await setup.eventTypes()).slice(-3)).toEqual([
      'payment_intent.canceled',
      'invoice.voided',
      'customer.subscription.pending_update_expired',
    ])
  })

  it('that is abandoned by voiding its invoice is off', async () => {
    const subscription = await setup.subscribe(prices.basic, '0341')
    const now = itemOf(subscription).current_period_start
    const { latest_invoice: invoice } = await upgrade(subscription, prices.starter, now)
    const { id } = invoice as Stripe.Invoice
    expect(await stripe.invoices.voidInvoice(id)).toMatchObject({ status: 'void' })
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after).toMatchObject({ pending_update: null, status: 'active' })
    expect(itemOf(after).price.id).toBe(prices.basic)
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'invoice_not_editable' })
    await expect(stripe.invoices.voidInvoice(id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('that would be declined changes nothing at all with error_if_incomplete', async () => {
    const subscription = await setup.subscribe(prices.basic, '0341')
    const before = await setup.eventTypes()
    const refused = stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.starter }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
    await expect(refused).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(JSON.stringify(after)).toBe(JSON.stringify(subscription))
    expect(await setup.eventTypes()).toEqual(before)
  })
})

describe('a proration that can wait', () => {
  it('comes with the next invoice', async () => {
    await setup.setTime('2026-11-01T00:00:00Z')
    const subscription = await setup.subscribe(prices.basic)
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    await setup.setTime('2026-11-16T00:00:00Z')
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.starter }],
      proration_date: start + 15 * 86_400,
    })
    expect(changed.latest_invoice).toBe(subscription.latest_invoice)
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id })
    expect(amounts(preview)).toEqual([-600, 1450, 2900])
    await setup.setTime(end + 1)
    const renewed = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    })
    expect(amounts(renewed.latest_invoice)).toEqual([-600, 1450, 2900])
    await setup.setTime(itemOf(renewed).current_period_end + 1)
    const later = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    })
    expect(amounts(later.latest_invoice)).toEqual([2900])
  })

  it('is credit of the customer after a downgrade at once', async () => {
    await setup.setTime('2026-11-01T00:00:00Z')
    const subscription = await setup.subscribe(prices.starter)
    const { current_period_start: start, current_period_end: end } = itemOf(subscription)
    await setup.setTime('2026-11-16T00:00:00Z')
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: itemOf(subscription).id, price: prices.basic }],
      proration_behavior: 'always_invoice',
      proration_date: start + 15 * 86_400,
    })
    expect(await stripe.customers.retrieve(idOf(subscription.customer) ?? '')).toMatchObject({
      balance: -850,
    })
    await setup.setTime(end + 1)
    const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 1 })
    expect(data[0]).toMatchObject({
      total: 1200,
      starting_balance: -850,
      amount_paid: 350,
      ending_balance: 0,
    })
  })
})

it('refuses what Stripe refuses', async () => {
  const subscription = await setup.subscribe(prices.basic)
  const item = itemOf(subscription)
  await expect(
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: prices.starter }],
      proration_date: item.current_period_end + 5,
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'proration_date' })
  await expect(
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: prices.starter }],
      payment_behavior: 'pending_if_incomplete',
      metadata: { a: '1' },
    }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'metadata' })
  await expect(
    stripe.subscriptions.update(subscription.id, {
      items: [{ id: 'si_other', price: prices.starter }],
    }),
  ).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
  await expect(
    stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, price: 'price_none' }] }),
  ).rejects.toMatchObject({ statusCode: 404, param: 'items[0][price]' })
})
