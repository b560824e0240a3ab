import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe

beforeEach(async () => {
  await setup?.dispose()
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

const DAY = 86_400
const day = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)

async function read(subscription: Stripe.Subscription): Promise<Stripe.Subscription> {
  return stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
}

function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const [item] = subscription.items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

describe('renewals', () => {
  it('of the 31st come at each month that is due, in order, however far the clock jumps', async () => {
    await setup.setTime('2027-01-31T10:00:00Z')
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    await setup.setTime('2028-01-31T10:00:30Z')
    const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 })
    const made = data.toReversed()
    expect(made.map(({ created }) => day(created))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
    ])
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['paid']))
    expect(
      made.slice(1).every(({ billing_reason: reason }) => reason === 'subscription_cycle'),
    ).toBe(true)
    const lines = made.map(
      ({
        lines: {
          data: [line],
        },
      }) => [day(line?.period.start ?? 0), day(line?.period.end ?? 0)],
    )
    expect(lines.at(1)).toEqual(['2027-02-28', '2027-03-31'])
    const now = await read(subscription)
    expect([day(periodOf(now).start), day(periodOf(now).end)]).toEqual(['2028-01-31', '2028-02-29'])
    const events = await stripe.events.list({ type: 'invoice.paid', limit: 100 })
    expect(events.data.map(({ created }) => created)).toEqual(
      events.data.map(({ created }) => created).toSorted((a, b) => b - a),
    )
    expect(events.data.toReversed().map(({ created }) => day(created))).toEqual(
      made.map(({ created }) => day(created)),
    )
  })

  it('happen once when many ask at the same moment', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    await setup.setTime(periodOf(subscription).end + 5)
    await Promise.all(
      Array.from({ length: 8 }, () => Promise.all([read(subscription), setup.payments.tick()])),
    )
    const { data } = await stripe.invoices.list({ subscription: subscription.id })
    expect(data).toHaveLength(2)
  })

  it('can stay drafts for a while, as at Stripe', async () => {
    await setup.dispose()
    setup = await startTestPayments({ account: { finalizeAfterSeconds: 3600 } })
    stripe = setup.stripe
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    const { end } = periodOf(subscription)
    await setup.setTime(end + 60)
    expect((await read(subscription)).latest_invoice).toMatchObject({
      status: 'draft',
      automatically_finalizes_at: end + 3600,
    })
    await setup.setTime(end + 3660)
    expect((await read(subscription)).latest_invoice).toMatchObject({
      status: 'paid',
      status_transitions: { paid_at: end + 3600 },
    })
  })
})

describe('a card that fails', () => {
  it('is followed by the one that paid the late invoice, which pays the next one, too', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'), '0341')
    await setup.setTime(periodOf(subscription).end + 60)
    const late = await read(subscription)
    expect(late.status).toBe('past_due')
    const { hosted_invoice_url: url } = late.latest_invoice as Stripe.Invoice
    const path = new URL(url ?? '').pathname
    expect((await setup.page(`${path}/pay/`, { card: '4242' })).html).toContain(
      'This invoice is paid.',
    )
    await setup.setTime(periodOf(await read(subscription)).end + 60)
    const next = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['latest_invoice', 'default_payment_method'],
    })
    expect(next).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', billing_reason: 'subscription_cycle', attempt_count: 1 },
      default_payment_method: { card: { last4: '4242' } },
    })
    expect((next.latest_invoice as Stripe.Invoice).id).not.toBe(
      (late.latest_invoice as Stripe.Invoice).id,
    )
  })

  it('is asked again on days 3, 7 and 14; then the subscription ends', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'), '0341')
    const { end } = periodOf(subscription)
    const seen: unknown[] = []
    for (const days of [0, 3, 7, 14]) {
      await setup.setTime(end + days * DAY + 60)
      const { status, latest_invoice: latest } = await read(subscription)
      const { attempt_count: attempts, next_payment_attempt: next } = latest as Stripe.Invoice
      seen.push([status, attempts, next === null ? null : (next - end) / DAY])
    }
    expect(seen).toEqual([
      ['past_due', 1, 3],
      ['past_due', 2, 7],
      ['past_due', 3, 14],
      ['canceled', 4, null],
    ])
    const ended = await read(subscription)
    expect(ended).toMatchObject({
      ended_at: end + 14 * DAY,
      cancellation_details: { reason: 'payment_failed' },
      latest_invoice: { status: 'open' },
    })
    const types = await setup.eventTypes()
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
    expect(types.at(-1)).toBe('customer.subscription.deleted')
    const invoice = (ended.latest_invoice as Stripe.Invoice).id
    expect(await stripe.invoices.voidInvoice(invoice)).toMatchObject({ status: 'void' })
  })

  it('is forgiven when its invoice is void', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'), '0341')
    const { end } = periodOf(subscription)
    await setup.setTime(end + 60)
    const { latest_invoice: invoice } = await read(subscription)
    await stripe.invoices.voidInvoice((invoice as Stripe.Invoice).id)
    await setup.setTime(end + 8 * DAY)
    expect(await read(subscription)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'void', attempt_count: 1 },
    })
  })

  it('and works again makes the subscription active', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    await setup.payments.controls.decideNextCharges(idOf(subscription.customer) ?? '', ['declined'])
    const { end } = periodOf(subscription)
    await setup.setTime(end + 60)
    expect(await read(subscription)).toMatchObject({ status: 'past_due' })
    await setup.setTime(end + 3 * DAY + 60)
    expect(await read(subscription)).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', attempt_count: 2 },
    })
    const { data } = await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })
    expect(data[0]?.data.previous_attributes).toEqual({ status: 'past_due' })
  })
})

describe('a cancellation', () => {
  it("at the period's end can be taken back, and else happens then", async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    const { end } = periodOf(subscription)
    const cancelled = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
    })
    expect(cancelled).toMatchObject({ cancel_at: end, status: 'active' })
    expect(
      await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }),
    ).toMatchObject({ cancel_at: null })
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    await setup.setTime(end + 10)
    expect(await read(subscription)).toMatchObject({ status: 'canceled', ended_at: end })
    const { data } = await stripe.subscriptions.list({
      customer: idOf(subscription.customer) ?? '',
    })
    expect(data).toEqual([])
    expect(
      (
        await stripe.subscriptions.list({
          customer: idOf(subscription.customer) ?? '',
          status: 'all',
        })
      ).data,
    ).toHaveLength(1)
  })

  it('at once ends it at once', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      statusCode: 404,
    })
    await setup.setTime(periodOf(subscription).end + 10)
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
  })
})
