import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe
let prices: Record<'basic' | 'starter' | 'starterYear', string>
let subscription: Stripe.Subscription

beforeEach(async () => {
  await setup?.dispose()
  setup = await startTestPayments()
  stripe = setup.stripe
  prices = {
    basic: await setup.price('basic', 1200, 'month'),
    starter: await setup.price('starter', 2900, 'month'),
    starterYear: await setup.price('starter_year', 20_880, 'year'),
  }
  subscription = await setup.subscribe(prices.starter)
})
afterAll(() => setup.dispose())

const NONE = { statusCode: 404, code: 'invoice_upcoming_none' }

function periodOf({ items }: Stripe.Subscription): { start: number; end: number } {
  const [item] = items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

function previewOf(details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {}) {
  return stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: details,
  })
}

/** Another price once the period is over. */
async function scheduled(price: string): Promise<Stripe.SubscriptionSchedule> {
  const { id } = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const { start, end } = periodOf(subscription)
  return stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    phases: [
      { items: [{ price: prices.starter, quantity: 1 }], start_date: start, end_date: end },
      { items: [{ price, quantity: 1 }], proration_behavior: 'none' },
    ],
  })
}

describe('the next invoice of a subscription', () => {
  it('is the renewal, none once it ends, and the renewal again if that is taken back', async () => {
    const { end } = periodOf(subscription)
    expect(await previewOf()).toMatchObject({ amount_due: 2900, next_payment_attempt: end })
    await expect(previewOf({ cancel_at_period_end: true })).rejects.toMatchObject(NONE)
    await expect(previewOf({ cancel_now: true })).rejects.toMatchObject(NONE)
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await expect(previewOf()).rejects.toMatchObject(NONE)
    expect(await previewOf({ cancel_at_period_end: false })).toMatchObject({ amount_due: 2900 })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: true,
    })
  })

  it("follows its schedule, in the schedule's own words too", async () => {
    const schedule = await scheduled(prices.basic)
    const { start, end } = periodOf(subscription)
    expect(await previewOf()).toMatchObject({ amount_due: 1200, next_payment_attempt: end })
    const of = (details: Stripe.InvoiceCreatePreviewParams.ScheduleDetails = {}) =>
      stripe.invoices.createPreview({ schedule: schedule.id, schedule_details: details })
    expect(await of()).toMatchObject({ amount_due: 1200 })
    const current = { items: [{ price: prices.starter }], start_date: start, end_date: end }
    expect(await of({ end_behavior: 'release', phases: [current] })).toMatchObject({
      amount_due: 2900,
      next_payment_attempt: end,
    })
    await expect(of({ end_behavior: 'cancel', phases: [current] })).rejects.toMatchObject(NONE)
    const year = { items: [{ price: prices.starterYear }], start_date: end }
    const next = await of({ phases: [current, year] })
    expect(next).toMatchObject({ amount_due: 20_880, next_payment_attempt: end })
    expect(next.lines.data[0]?.period.start).toBe(end)
    // What was asked for was only asked.
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toEqual(schedule)
    expect(await of()).toMatchObject({ amount_due: 1200 })
    await setup.setTime(end + 30)
    const renewed = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    })
    expect(renewed.latest_invoice).toMatchObject({ amount_paid: 1200 })
  })
})

it('refuses what cannot be asked together', async () => {
  const schedule = await scheduled(prices.basic)
  await expect(previewOf({ cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 })
  const both = { subscription: subscription.id, schedule: schedule.id }
  for (const params of [
    both,
    { subscription: subscription.id, schedule_details: { end_behavior: 'cancel' as const } },
    {},
  ]) {
    await expect(
      stripe.invoices.createPreview({ ...params, preview_mode: 'next' }),
    ).rejects.toMatchObject({ statusCode: 400 })
  }
  await stripe.subscriptionSchedules.release(schedule.id)
  await expect(stripe.invoices.createPreview({ schedule: schedule.id })).rejects.toMatchObject({
    statusCode: 400,
  })
})
