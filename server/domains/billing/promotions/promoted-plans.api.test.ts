import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from '../testing/payments-app.ts'
import {
  findingsOf,
  openPlan,
  promote as makePromotion,
  refused,
  type Terms,
} from '../testing/promote.ts'
import { withShop } from '../testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const promote = (terms?: Terms) => makePromotion(shop, terms)

const planPage = (promotion: string, person = buyer, choice?: PlanChoice) =>
  openPlan(person, promotion, choice)
const findings = () => findingsOf(shop)

describe('a plan', () => {
  it('with a code grants its month, renews at its price, and says so', async () => {
    const { code } = await promote({ percent_off: 50 })
    await shop.pay(await planPage(code))
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({
      next_charge: { amount: 1200 },
      promotion: null,
      invoices: [{ amount: 600, discount: 600 }],
    })
    await shop.goTo('2026-12-01T00:01:00Z')
    expect((await shop.state(buyer)).invoices.map(({ amount }) => amount)).toEqual([1200, 600])
    expect(await findings()).toEqual([])
  })

  it('keeps a lasting discount to its end, in the next charge and in previews too', async () => {
    const { code } = await promote({ percent_off: 25, duration: 'repeating', months: 2 })
    await shop.pay(await planPage(code))
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({
      next_charge: { amount: 900 },
      promotion: { code, percent_off: 25, ends_at: expect.stringMatching(/^2027-01-01T00:00/) },
    })
    const outlook = await buyer.call(api.billing.previewCancel, { body: {} })
    expect(outlook).toMatchObject({ ends_now: false, is_free: false })
    await shop.goTo('2026-12-01T00:01:00Z')
    expect((await shop.state(buyer)).next_charge).toMatchObject({ amount: 1200 })
    await shop.goTo('2027-01-01T00:01:00Z')
    expect((await shop.state(buyer)).invoices.map(({ amount }) => amount)).toEqual([1200, 900, 900])
    expect((await shop.state(buyer)).promotion).toBeNull()
    expect(await findings()).toEqual([])
  })

  it.each([
    ['half off', 50, 1150],
    ['everything off', 100, 1450],
  ])('with %s is upgraded at what was paid; credits by list prices', async (_, percent, amount) => {
    const { code } = await promote({ percent_off: percent })
    await shop.pay(await planPage(code))
    await shop.settle()
    await shop.goTo('2026-11-16T00:00:00Z')
    const body = { plan: 'starter', period: 'monthly' } as const
    const preview = await buyer.call(api.billing.preview, { body })
    expect(preview).toMatchObject({ amount_due: amount, credits_now: 1500 })
    expect(preview.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount)
    const { proration_date } = preview
    expect(
      await buyer.call(api.billing.change, { body: { ...body, proration_date } }),
    ).toMatchObject({ status: 'changed' })
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 2000', 'grant 1500'])
    expect((await shop.state(buyer)).invoices[0]).toMatchObject({ amount })
    expect(await findings()).toEqual([])
  })

  it('with a code for a month buys no year with it', async () => {
    const { code } = await promote({
      percent_off: 100,
      duration: 'repeating',
      months: 1,
      applies_to: 'monthly_plans',
      max_redemptions: 10,
    })
    await shop.pay(await planPage(code))
    await shop.settle()
    const body = { plan: 'pro', period: 'yearly' } as const
    const { amount_due, proration_date, seen, next_charge } = await buyer.call(
      api.billing.preview,
      { body },
    )
    expect({ amount_due, next: next_charge.amount }).toEqual({ amount_due: 71_280, next: 71_280 })
    await buyer.call(api.billing.change, { body: { ...body, proration_date, seen } })
    await shop.settle()
    expect((await shop.paymentsOf(buyer)).map(({ amount }) => amount)).toEqual([71_280, 0])
    expect((await shop.state(buyer)).promotion).toBeNull()
    expect(await findings()).toEqual([])
  })

  it('with a code keeps it until an upgrade to another interval is paid', async () => {
    const { code } = await promote({ percent_off: 50, duration: 'forever' })
    const url = await planPage(code)
    await shop.pay(url, '0341')
    await shop.settle()
    const body = { plan: 'pro', period: 'yearly' } as const
    const { status } = await buyer.call(api.billing.change, { body })
    expect(status).toBe('payment_pending')
    expect((await shop.state(buyer)).promotion).toMatchObject({ code })
    await buyer.call(api.billing.resume, { body: {} })
    await shop.goTo('2026-12-01T00:01:00Z')
    expect(await findings()).toEqual([])
  })

  it.each([
    ['monthly', 900, true],
    ['yearly', 7920, false],
  ] as const)('with a lasting code and a %s plan after it', async (period, amount, keeps) => {
    const { code } = await promote({ percent_off: 25, duration: 'forever', applies_to: 'plans' })
    await shop.pay(await planPage(code, buyer, { plan: 'starter', period: 'monthly' }))
    await shop.settle()
    const body = { plan: 'basic', period } as const
    expect((await buyer.call(api.billing.preview, { body })).next_charge).toMatchObject({ amount })
    await buyer.call(api.billing.change, { body })
    // It holds for the plan that runs until then.
    expect(await shop.state(buyer)).toMatchObject({ next_charge: { amount }, promotion: { code } })
    await shop.goTo('2026-12-01T00:01:00Z')
    const state = await shop.state(buyer)
    expect(state.invoices[0]).toMatchObject({ amount })
    expect(state.promotion !== null).toBe(keeps)
    expect(state.next_charge).toMatchObject({ amount })
    expect(await findings()).toEqual([])
  })

  it('that cost nothing goes with its cancellation, and what is unspent of it too', async () => {
    const { code } = await promote({ percent_off: 100, duration: 'repeating', months: 2 })
    await shop.pay(await planPage(code))
    await shop.settle()
    await shop.spend(buyer, 300)
    const outlook = await buyer.call(api.billing.previewCancel, { body: {} })
    expect(outlook).toMatchObject({ ends_now: true, is_free: true, credits: { plan: 1700 } })
    await buyer.call(api.billing.cancel, { body: { seen: outlook.seen } })
    await shop.settle()
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free', next_charge: null })
    expect((await shop.lines(buyer)).at(-1)).toBe('revoke -1700')
    expect(await shop.credits(buyer)).toBe(0)
    await expect(planPage(code)).rejects.toMatchObject(refused('already'))
    expect(await findings()).toEqual([])
  })

  it('that cost nothing takes back what a job held at its end, too', async () => {
    const { code } = await promote({ percent_off: 100 })
    await shop.pay(await planPage(code))
    await shop.settle()
    const { app } = shop
    const job = { userId: buyer.id, externalId: randomUUID(), jobId: null, text: 'A job' }
    const { holdId } = await transact(app.db, (tx) =>
      app.context.credits.writer(tx).hold({ ...job, amount: 300 }),
    )
    await buyer.call(api.billing.cancel, { body: {} })
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(0)
    await app.context.billing.sweep()
    await transact(app.db, async (tx) => {
      const writer = app.context.credits.writer(tx)
      await writer.capture({ ...job, holdId, amount: 100, imageId: null })
      await writer.release({ userId: buyer.id, holdId, cause: 'failed', text: 'Failed' })
    })
    expect(await shop.credits(buyer)).toBe(0)
    await app.context.billing.sweep()
    await app.context.billing.sweep()
    expect(await shop.credits(buyer)).toBe(0)
    expect((await shop.lines(buyer)).at(-1)).toBe('revoke -1900')
    expect(await findings()).toEqual([])
  })

  it('that cost nothing and whose upgrade was refunded ends with all of it', async () => {
    const { code } = await promote({ percent_off: 100 })
    await shop.pay(await planPage(code))
    await shop.settle()
    await buyer.call(api.billing.change, { body: { plan: 'starter', period: 'monthly' } })
    await shop.settle()
    const [upgrade] = await shop.paymentsOf(buyer)
    await shop.stripe.refunds.create({ payment_intent: upgrade!.payment_intent ?? '' })
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    expect(await shop.credits(buyer)).toBe(0)
    expect(await findings()).toEqual([])
  })

  it('that cost nothing and was upgraded for money ends with what is paid', async () => {
    const { code } = await promote({ percent_off: 100 })
    await shop.pay(await planPage(code))
    await shop.settle()
    const body = { plan: 'starter', period: 'monthly' } as const
    await buyer.call(api.billing.change, { body })
    await shop.settle()
    const outlook = await buyer.call(api.billing.previewCancel, { body: {} })
    expect(outlook).toMatchObject({ ends_now: false, is_free: false })
  })

  it('that one has takes no code: another plan is a change', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    const { code } = await promote({ applies_to: 'plans' })
    const choice = { plan: 'pro', period: 'monthly' } as const
    await expect(planPage(code, buyer, choice)).rejects.toMatchObject(refused('new plan'))
    await expect(buyer.call(api.promotions.check, { body: { code } })).rejects.toMatchObject(
      refused('new plan'),
    )
  })
})
