import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe
let count = 0

beforeAll(async () => {
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())
beforeEach(() => setup.setTime('2026-11-01T00:00:00Z'))

async function promote(
  coupon: Stripe.CouponCreateParams,
  code: Partial<Stripe.PromotionCodeCreateParams> = {},
): Promise<Stripe.PromotionCode> {
  const { id } = await stripe.coupons.create(coupon)
  count += 1
  return stripe.promotionCodes.create({
    promotion: { type: 'coupon', coupon: id },
    code: `CODE${count}`,
    ...code,
  })
}

interface Wanted {
  price: string
  code: string
  mode?: 'payment' | 'subscription'
  customer?: string
}

/** Opens a checkout with a discount. */
async function open({ price, code, mode = 'subscription', customer }: Wanted) {
  const who = customer ?? (await stripe.customers.create({ email: 'a@example.com' })).id
  return stripe.checkout.sessions.create({
    mode,
    customer: who,
    line_items: [{ price, quantity: 1 }],
    discounts: [{ promotion_code: code }],
    success_url: 'http://127.0.0.1:4140/done',
    ...(mode === 'payment'
      ? { invoice_creation: { enabled: true } }
      : {
          subscription_data: {
            billing_mode: { type: 'flexible', flexible: { proration_discounts: 'itemized' } },
          },
        }),
  })
}

async function subscribe(wanted: Wanted): Promise<Stripe.Subscription> {
  const { id } = await open(wanted)
  expect((await setup.pay(id, '4242')).statusCode).toBe(200)
  const { subscription } = await stripe.checkout.sessions.retrieve(id)
  return stripe.subscriptions.retrieve(idOf(subscription) ?? '')
}

/** Total of each invoice of a subscription, oldest first. */
async function totals({ id }: { id: string }): Promise<number[]> {
  const { data } = await stripe.invoices.list({ subscription: id, limit: 20 })
  return data.toReversed().map(({ total }) => total)
}

describe('a promotion code', () => {
  it('is made with its coupon, found by its code, and switched off', async () => {
    const made = await promote({ percent_off: 20, duration: 'once' }, { code: 'AUTUMN' })
    expect(made).toMatchObject({ active: true, code: 'AUTUMN', times_redeemed: 0 })
    await expect(
      promote({ percent_off: 10, duration: 'once' }, { code: 'autumn' }),
    ).rejects.toThrow('already exists')
    const { data } = await stripe.promotionCodes.list({ code: 'AUTUMN' })
    expect(data.map(({ id }) => id)).toEqual([made.id])
    expect(await stripe.promotionCodes.update(made.id, { active: false })).toMatchObject({
      active: false,
    })
    const price = await setup.price('basic', 1200, 'month')
    await expect(open({ price, code: made.id })).rejects.toThrow('no longer active')
  })

  it('lowers a payment: its lines, its total, its charge and its invoice agree', async () => {
    const { id: code } = await promote({ percent_off: 15, duration: 'once' })
    const session = await open({ price: await setup.price('pack', 999), code, mode: 'payment' })
    expect(session).toMatchObject({
      amount_subtotal: 999,
      amount_total: 849,
      total_details: { amount_discount: 150 },
      discounts: [{ coupon: null, promotion_code: code }],
    })
    await setup.pay(session.id, '4242')
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent', 'invoice'],
    })
    expect(paid.payment_intent).toMatchObject({ amount_received: 849 })
    expect(paid.invoice).toMatchObject({ subtotal: 999, total: 849, amount_paid: 849 })
    expect(await stripe.promotionCodes.retrieve(code)).toMatchObject({ times_redeemed: 1 })
  })

  it('that leaves nothing to pay asks no card, and makes no payment', async () => {
    const { id: code } = await promote({ percent_off: 100, duration: 'once' })
    const session = await open({ price: await setup.price('pack', 999), code, mode: 'payment' })
    const { html } = await setup.page(`/test-checkout/${session.id}`)
    expect(html).toContain('Nothing to pay')
    await setup.pay(session.id, '0002')
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      payment_intent: null,
    })
  })

  it('cannot be used more often than it may, not by two checkouts that are open together', async () => {
    const { id: code } = await promote(
      { percent_off: 50, duration: 'once' },
      { max_redemptions: 1 },
    )
    const price = await setup.price('basic', 1200, 'month')
    const [first, second] = [await open({ price, code }), await open({ price, code })]
    const answers = await Promise.all([setup.pay(first.id, '4242'), setup.pay(second.id, '4242')])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 402,
    ])
    expect(await stripe.promotionCodes.retrieve(code)).toMatchObject({
      active: false,
      times_redeemed: 1,
    })
  })

  it('for a first payment refuses who has paid before, and one that is over refuses all', async () => {
    const price = await setup.price('basic', 1200, 'month')
    const { id: code } = await promote(
      { percent_off: 50, duration: 'once' },
      { restrictions: { first_time_transaction: true } },
    )
    const { customer } = await subscribe({ price, code })
    await expect(open({ price, code, customer: idOf(customer) ?? '' })).rejects.toThrow(
      'prior transactions',
    )
    const expires = Date.parse('2026-11-02T00:00:00Z') / 1000
    const soon = await promote({ percent_off: 50 }, { expires_at: expires })
    await setup.setTime(expires)
    await expect(open({ price, code: soon.id })).rejects.toThrow('expired')
  })

  it('is refused beside the field for codes, without money off, and with two kinds of it', async () => {
    await expect(stripe.coupons.create({ percent_off: 10, amount_off: 100 })).rejects.toThrow(
      'either',
    )
    await expect(stripe.coupons.create({ percent_off: 101 })).rejects.toThrow('percent_off')
    await expect(stripe.coupons.create({ percent_off: 10, duration: 'repeating' })).rejects.toThrow(
      'duration_in_months',
    )
    const { id: code } = await promote({ percent_off: 10 })
    await expect(
      setup.openPack({ allow_promotion_codes: true, discounts: [{ promotion_code: code }] }),
    ).rejects.toThrow('only specify one')
  })
})

describe('a discount of a subscription', () => {
  it.each([
    ['once', {}, [600, 1200, 1200, 1200]],
    ['repeating', { duration_in_months: 2 }, [600, 600, 1200, 1200]],
    ['forever', {}, [600, 600, 600, 600]],
  ] as const)('lasts %s', async (duration, more, expected) => {
    const price = await setup.price('basic', 1200, 'month')
    const { id: code } = await promote({ percent_off: 50, duration, ...more })
    const subscription = await subscribe({ price, code })
    const next = await stripe.invoices.createPreview({ subscription: subscription.id })
    expect(next.total).toBe(expected[1])
    for (const month of ['2026-12-01', '2027-01-01', '2027-02-01']) {
      await setup.setTime(`${month}T00:00:00Z`)
      await setup.payments.tick()
    }
    expect(await totals(subscription)).toEqual(expected)
  })

  it('gives back of a discounted month what was paid for it, and takes the next plan at its own price', async () => {
    const basic = await setup.price('basic', 1200, 'month')
    const starter = await setup.price('starter', 2900, 'month')
    const { id: code } = await promote({ percent_off: 50, duration: 'once' })
    const subscription = await subscribe({ price: basic, code })
    await setup.setTime('2026-11-16T00:00:00Z')
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: starter }],
      proration_behavior: 'always_invoice',
    })
    // 14.50 for half of Starter, less half of the 6.00 that were paid.
    expect(await totals(subscription)).toEqual([600, 1150])
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice!.lines.data.map(({ amount }) => amount)).toEqual([-600, 1450])
  })

  it('is lost in a phase of a schedule that does not name it, and goes on in one that does', async () => {
    const starter = await setup.price('starter', 2900, 'month')
    const basic = await setup.price('basic', 1200, 'month')
    const { id: code } = await promote({ percent_off: 50, duration: 'forever' })
    const plan = async (named: boolean) => {
      const subscription = await subscribe({ price: starter, code })
      const schedule = await stripe.subscriptionSchedules.create({
        from_subscription: subscription.id,
      })
      const [discount] = subscription.discounts.map(idOf)
      const [phase] = schedule.phases
      expect(phase!.discounts.map((one) => one.discount)).toEqual([discount])
      const off = named && discount ? { discounts: [{ discount }] } : {}
      const [start_date, end_date] = [phase!.start_date, phase!.end_date]
      await stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        phases: [
          { items: [{ price: starter }], ...off, start_date, end_date },
          { items: [{ price: basic }], ...off },
        ],
      })
      return subscription
    }
    const [kept, lost] = [await plan(true), await plan(false)]
    await setup.setTime('2026-12-01T00:00:00Z')
    await setup.payments.tick()
    expect(await totals(kept)).toEqual([1450, 600])
    expect(await totals(lost)).toEqual([1450, 1200])
  })

  it('is taken off by an update that says so, and not by one of an empty list', async () => {
    const price = await setup.price('basic', 1200, 'month')
    const { id: code } = await promote({ percent_off: 50, duration: 'forever' })
    const { id } = await subscribe({ price, code })
    expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(600)
    const none = await stripe.invoices.createPreview({ subscription: id, discounts: '' })
    expect(none.total).toBe(1200)
    expect((await stripe.subscriptions.update(id, { discounts: [] })).discounts).toHaveLength(1)
    expect((await stripe.subscriptions.update(id, { discounts: '' })).discounts).toEqual([])
    expect((await stripe.invoices.createPreview({ subscription: id })).total).toBe(1200)
  })

  it('of everything leaves nothing to give back', async () => {
    const basic = await setup.price('basic', 1200, 'month')
    const pro = await setup.price('pro', 9900, 'month')
    const { id: code } = await promote({ percent_off: 100, duration: 'once' })
    const subscription = await subscribe({ price: basic, code })
    await setup.setTime('2026-11-16T00:00:00Z')
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]!.id, price: pro }],
      proration_behavior: 'always_invoice',
    })
    expect(await totals(subscription)).toEqual([0, 4950])
  })

  it('whatever its sum, its percentage and the ladder of changes: lines and discounts come to the total', async () => {
    const prices = await Promise.all(
      [1200, 2900, 4900, 9900].map((cents) => setup.price(`plan_${cents}`, cents, 'month')),
    )
    const off = fc.oneof(
      fc.record({ percent_off: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ amount_off: fc.integer({ min: 1, max: 15_000 }), currency: fc.constant('usd') }),
    )
    const duration = fc.constantFrom('once', 'forever')
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(off, duration, days, async (coupon, lasts, at) => {
        await setup.setTime('2026-11-01T00:00:00Z')
        const { id: code } = await promote({ ...coupon, duration: lasts })
        const subscription = await subscribe({ price: prices[0]!, code })
        const item = subscription.items.data[0]!.id
        for (const [index, day] of at.toSorted((a, b) => a - b).entries()) {
          await setup.setTime(Date.parse('2026-11-01T00:00:00Z') / 1000 + day * 86_400)
          await stripe.subscriptions.update(subscription.id, {
            items: [{ id: item, price: prices[index + 1]! }],
            proration_behavior: 'always_invoice',
          })
        }
        const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 20 })
        for (const { lines, total, subtotal, total_discount_amounts: discounts } of data) {
          const gross = lines.data.reduce((sum, { amount }) => sum + amount, 0)
          const less = lines.data
            .flatMap(({ discount_amounts: some }) => some ?? [])
            .reduce((sum, { amount }) => sum + amount, 0)
          const told = (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
          expect({ subtotal, told, total }).toEqual({
            subtotal: gross,
            told: less,
            total: gross - less,
          })
          expect(total).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 6 },
    )
  })
})
