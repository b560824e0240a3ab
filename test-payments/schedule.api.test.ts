import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe

beforeEach(async () => {
  await setup?.dispose()
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error('no item')
  return item
}

/** The downgrade as the app does it: the present plan until the period's end, then the other. */
async function scheduleChange(subscription: Stripe.Subscription, price: string) {
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [current] = schedule.phases
  const updated = await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    phases: [
      {
        items: [{ price: itemOf(subscription).price.id, quantity: 1 }],
        ...(current && { start_date: current.start_date, end_date: current.end_date }),
      },
      { items: [{ price, quantity: 1 }], proration_behavior: 'none' },
    ],
  })
  return updated
}

describe('a scheduled downgrade', () => {
  it("happens at the period's end, with the lower price on the invoice, and is then released", async () => {
    const basic = await setup.price('basic', 1200, 'month')
    const subscription = await setup.subscribe(await setup.price('starter', 2900, 'month'))
    const { current_period_end: end } = itemOf(subscription)
    const schedule = await scheduleChange(subscription, basic)
    expect(schedule).toMatchObject({
      status: 'active',
      subscription: subscription.id,
      current_phase: { end_date: end },
    })
    expect(schedule.phases.map(({ start_date: start }) => start)).toEqual([
      itemOf(subscription).current_period_start,
      end,
    ])
    const before = await stripe.subscriptions.retrieve(subscription.id, { expand: ['schedule'] })
    expect(before).toMatchObject({
      schedule: { id: schedule.id },
      items: { data: [{ price: { unit_amount: 2900 } }] },
    })
    await setup.setTime(end + 30)
    const after = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    })
    expect(itemOf(after)).toMatchObject({
      id: itemOf(subscription).id,
      price: { id: basic },
      current_period_start: end,
    })
    expect(after.latest_invoice).toMatchObject({
      status: 'paid',
      total: 1200,
      billing_reason: 'subscription_cycle',
    })
    await setup.setTime(itemOf(after).current_period_end + 30)
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      subscription: null,
      released_subscription: subscription.id,
    })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      schedule: null,
      status: 'active',
    })
  })

  it("from years to months begins months at the year's end", async () => {
    await setup.setTime('2027-01-31T00:00:00Z')
    const monthly = await setup.price('basic', 1200, 'month')
    const subscription = await setup.subscribe(await setup.price('starter_year', 20_880, 'year'))
    await scheduleChange(subscription, monthly)
    const { current_period_end: end } = itemOf(subscription)
    await setup.setTime(end + 30)
    const after = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice'],
    })
    expect(itemOf(after)).toMatchObject({
      current_period_start: end,
      current_period_end: end + 29 * 86_400,
    })
    expect(after.latest_invoice).toMatchObject({ total: 1200 })
  })

  it('can be taken back, and forbids a second one and cancelling beside it', async () => {
    const subscription = await setup.subscribe(await setup.price('starter', 2900, 'month'))
    const schedule = await scheduleChange(subscription, await setup.price('basic', 1200, 'month'))
    await expect(
      stripe.subscriptionSchedules.create({ from_subscription: subscription.id }),
    ).rejects.toMatchObject({
      param: 'from_subscription',
    })
    await expect(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    ).rejects.toThrow('managed by the subscription schedule')
    expect(await stripe.subscriptionSchedules.release(schedule.id)).toMatchObject({
      status: 'released',
    })
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toMatchObject({
      statusCode: 400,
    })
    await setup.setTime(itemOf(subscription).current_period_end + 30)
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(itemOf(after).price.unit_amount).toBe(2900)
  })

  it('ends with its subscription', async () => {
    const subscription = await setup.subscribe(await setup.price('starter', 2900, 'month'))
    const schedule = await scheduleChange(subscription, await setup.price('basic', 1200, 'month'))
    await stripe.subscriptions.cancel(subscription.id)
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'canceled',
    })
    await setup.setTime(itemOf(subscription).current_period_end + 30)
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
  })
})
