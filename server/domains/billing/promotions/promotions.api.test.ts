import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
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

const packPage = async (promotion: string, person = buyer, quantity = 1000) =>
  (await person.call(api.billing.checkout, { query: { quantity: String(quantity), promotion } }))
    .url
const planPage = (promotion: string, person = buyer, choice?: PlanChoice) =>
  openPlan(person, promotion, choice)
const findings = () => findingsOf(shop)

describe('a promotion', () => {
  it('is made, listed with what it brought, and ended, all of it in the log', async () => {
    const admin = await newAdmin(shop.app)
    const made = await admin.call(api.adminPromotions.create, {
      body: { code: ' spring-26 ', percent_off: 25, applies_to: 'packs', max_redemptions: 10 },
    })
    expect(made).toMatchObject({ code: 'SPRING-26', state: 'active', redemptions: 0 })
    expect(made.link).toBe(`${shop.app.url}/pricing?promotion=SPRING-26`)
    await shop.pay(await packPage('spring-26'))
    await shop.settle()
    const { results } = await admin.call(api.adminPromotions.list, { query: {} })
    expect(results.find(({ id }) => id === made.id)).toMatchObject({
      redemptions: 1,
      discounted: 250,
      revenue: 749,
    })
    await admin.call(api.adminPromotions.end, { params: { id: made.id } })
    await expect(
      admin.call(api.adminPromotions.end, { params: { id: made.id } }),
    ).rejects.toMatchObject({ status: 409 })
    await expect(packPage('SPRING-26', await shop.newBuyer())).rejects.toMatchObject(
      refused('no longer valid'),
    )
    const log = await admin.call(api.admin.audit, { query: {} })
    expect(log.results.map(({ action, subject }) => [action, subject])).toEqual(
      expect.arrayContaining([
        ['promotion_made', made.id],
        ['promotion_ended', made.id],
      ]),
    )
  })

  it.each([
    [{ code: 'AB', percent_off: 10 }, 'code'],
    [{ code: 'BOTH', percent_off: 10, amount_off: 100 }, 'percent_off'],
    [{ code: 'NONE' }, 'percent_off'],
    [{ code: 'MONTHS', percent_off: 10, duration: 'repeating' }, 'months'],
    [{ code: 'PACKS', percent_off: 10, duration: 'forever', applies_to: 'packs' }, 'duration'],
    [{ code: 'FREE', percent_off: 100, duration: 'forever' }, 'duration'],
    [{ code: 'SUM', amount_off: 1000, duration: 'forever', max_redemptions: 5 }, 'duration'],
    [{ code: 'ANY', percent_off: 100 }, 'max_redemptions'],
    [{ code: 'SUMS', amount_off: 999, applies_to: 'packs' }, 'max_redemptions'],
    [{ code: 'LATE', percent_off: 10, expires_at: '2026-01-01T00:00:00Z' }, 'expires_at'],
  ] as const)('%j is refused at %s', async (body, field) => {
    const admin = await newAdmin(shop.app)
    await expect(admin.call(api.adminPromotions.create, { body })).rejects.toMatchObject({
      status: 400,
      body: expect.objectContaining({ [field]: expect.anything() as unknown }) as object,
    })
  })

  it('of an empty form is told all that is missing at once', async () => {
    const admin = await newAdmin(shop.app)
    const body = { code: '', duration: 'repeating' } as const
    const refusal = await admin.call(api.adminPromotions.create, { body }).catch((error) => error)
    expect(Object.keys(refusal.body)).toEqual(['code', 'percent_off', 'months'])
  })

  it('has a code that nothing else has, ended or not', async () => {
    const { code } = await promote()
    await expect(promote({ code })).rejects.toMatchObject(refused('already'))
  })

  it('that was cut off before the provider knew of it is told by the sweep, once', async () => {
    const { db } = shop.app
    const { id } = await promote()
    const told = await shop.stripe.promotionCodes.list({ coupon: `atelier_${id}` })
    await db.kysely
      .updateTable('promotions')
      .set({ external_id: null })
      .where('id', '=', id)
      .execute()
    await shop.app.context.billing.sweep()
    const row = await db.kysely
      .selectFrom('promotions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.external_id).toBe(told.data[0]!.id)
    expect((await shop.stripe.promotionCodes.list({ coupon: `atelier_${id}` })).data).toHaveLength(
      1,
    )
    // So is an end that was written and not told.
    await db.kysely
      .updateTable('promotions')
      .set({ ended_at: new Date() })
      .where('id', '=', id)
      .execute()
    await shop.app.context.billing.sweep()
    expect(await shop.stripe.promotionCodes.retrieve(row.external_id ?? '')).toMatchObject({
      active: false,
    })
  })
})

describe('before buying', () => {
  it('everybody sees what a code makes of which prices', async () => {
    const { code } = await promote({ applies_to: 'yearly_plans', percent_off: 50 })
    const offer = await shop.app.call(api.promotions.check, { body: { code: code.toLowerCase() } })
    expect(offer.prices).toEqual([
      { kind: 'plan', plan: 'basic', period: 'yearly', price: 7920, discounted: 3960 },
      { kind: 'plan', plan: 'starter', period: 'yearly', price: 20_880, discounted: 10_440 },
      { kind: 'plan', plan: 'hobby', period: 'yearly', price: 35_280, discounted: 17_640 },
      { kind: 'plan', plan: 'pro', period: 'yearly', price: 71_280, discounted: 35_640 },
    ])
    await expect(
      shop.app.call(api.promotions.check, { body: { code: 'NO-SUCH' } }),
    ).rejects.toMatchObject(refused('not valid'))
    await expect(packPage(code)).rejects.toMatchObject(refused('does not apply'))
  })

  it.each(['check', 'pack', 'plan'] as const)('guesses by %s are limited', async (where) => {
    const ask = () =>
      ({
        check: () => buyer.call(api.promotions.check, { body: { code: 'NO-SUCH' } }),
        pack: () => packPage('NO-SUCH'),
        plan: () => planPage('NO-SUCH'),
      })[where]()
    await shop.app.db.kysely.deleteFrom('rate_limits').execute()
    for (let count = 0; count < 60; count += 1) {
      await expect(ask()).rejects.toMatchObject({ status: 400 })
    }
    await expect(ask()).rejects.toMatchObject({ status: 429 })
    await expect(packPage('NO-SUCH')).rejects.toMatchObject({ status: 429 })
    await shop.app.db.kysely.deleteFrom('rate_limits').execute()
  })

  it('a price of which too little would be left to charge is not among them', async () => {
    const { code } = await promote({ amount_off: 970, applies_to: 'packs' })
    const { prices } = await shop.app.call(api.promotions.check, { body: { code } })
    expect(prices.map((price) => price.discounted)).toEqual([829, 4029, 9029])
    await expect(packPage(code)).rejects.toMatchObject(refused('does not apply'))
  })

  it('codes cannot be tried without end', async () => {
    const tries = Array.from({ length: 70 }, (_, index) =>
      shop.app.call(api.promotions.check, { body: { code: `TRY${index}` } }),
    )
    const answers = await Promise.allSettled(tries)
    const statuses = answers.map((answer) =>
      answer.status === 'rejected' ? (answer.reason as { status: number }).status : 200,
    )
    expect(statuses).toContain(429)
    await shop.app.db.kysely.deleteFrom('rate_limits').execute()
  })
})

describe('a purchase', () => {
  it('of a pack with a code brings all its credits, and shows what was off', async () => {
    const { code, id } = await promote({ percent_off: 15 })
    await shop.pay(await packPage(code))
    await shop.settle()
    await shop.replay()
    expect(await shop.lines(buyer)).toEqual(['grant 1000'])
    expect(await shop.paymentsOf(buyer)).toMatchObject([
      { amount: 849, discount: 150, promotion_id: id, credits: 1000 },
    ])
    expect((await shop.state(buyer)).invoices).toMatchObject([{ amount: 849, discount: 150 }])
    expect(await findings()).toEqual([])
  })

  it('uses a code once an account, also by two pages that race', async () => {
    const { code } = await promote()
    const first = await packPage(code)
    const second = await packPage(code, buyer, 2000)
    await shop.pay(first)
    await shop.pay(second)
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
    await expect(packPage(code)).rejects.toMatchObject(refused('already'))
    await expect(planPage(code)).rejects.toMatchObject(refused('already'))
  })

  it('paid at the moment at which another one is opened counts, and the other is refused', async () => {
    const { code } = await promote()
    const first = await packPage(code)
    await shop.pay(first)
    // The webhook may not have come: opening the next one reads the old one first.
    const next = packPage(code, buyer, 2000)
    await expect(next).rejects.toMatchObject(refused('already'))
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 1000'])
  })

  it('with a code for a first one is refused to who has paid, and one that is used up to all', async () => {
    const first = await promote({ first_purchase: true })
    const one = await promote({ max_redemptions: 1 })
    await shop.pay(await packPage(one.code))
    await shop.settle()
    await expect(packPage(first.code)).rejects.toMatchObject(refused('first purchase'))
    await expect(packPage(one.code, await shop.newBuyer())).rejects.toMatchObject(
      refused('used up'),
    )
  })

  it('with a code for a first one is refused to who has bought for nothing, here and at the provider', async () => {
    const free = await promote({ percent_off: 100, applies_to: 'packs' })
    const first = await promote({ first_purchase: true })
    await shop.pay(await packPage(free.code))
    await shop.settle()
    await expect(packPage(first.code)).rejects.toMatchObject(refused('first purchase'))
    const { data } = await shop.stripe.promotionCodes.list({ code: first.code })
    await expect(
      shop.stripe.checkout.sessions.create({
        mode: 'payment',
        customer: await shop.customerOf(buyer),
        success_url: 'http://127.0.0.1/done',
        line_items: [
          {
            quantity: 1,
            price: (await shop.stripe.prices.list({ lookup_keys: ['atelier_pack_1000'] })).data[0]!
              .id,
          },
        ],
        discounts: [{ promotion_code: data[0]!.id }],
      }),
    ).rejects.toThrow('prior transactions')
  })

  it('is never sold for nothing without end, also where prices were lowered since', async () => {
    const { code } = await promote({ amount_off: 900, duration: 'forever' })
    const admin = await newAdmin(shop.app)
    const set = (value: string | null) =>
      admin.call(api.adminSettings.change, { body: { PLAN_PRICES: value } })
    await set('basic_monthly=900')
    await expect(planPage(code)).rejects.toMatchObject(refused('does not apply'))
    await set(null)
  })

  it('of everything off costs nothing, makes no charge, and leaves nothing to refund', async () => {
    const { code } = await promote({ percent_off: 100, applies_to: 'packs' })
    await shop.pay(await packPage(code))
    await shop.settle()
    await shop.replay()
    expect(await shop.lines(buyer)).toEqual(['grant 1000'])
    expect(await shop.paymentsOf(buyer)).toMatchObject([
      { amount: 0, discount: 999, payment_intent: null, status: 'paid' },
    ])
    const { payments } = await buyer.call(api.withdrawals.list, {})
    expect(payments).toEqual([])
    expect(await findings()).toEqual([])
  })

  it('is refunded by what was really paid: half of it takes half of the credits', async () => {
    const { code } = await promote({ percent_off: 50 })
    await shop.pay(await packPage(code))
    await shop.settle()
    const [payment] = await shop.paymentsOf(buyer)
    expect(payment!.amount).toBe(499)
    const intent = payment!.payment_intent ?? ''
    await shop.stripe.refunds.create({ payment_intent: intent, amount: 250 })
    await shop.settle()
    // floor(1000 x 250 / 499)
    expect(await shop.lines(buyer)).toEqual(['grant 1000', 'revoke -501'])
    expect(await findings()).toEqual([])
  })

  it('is withdrawn from by what was really paid', async () => {
    const { code } = await promote({ percent_off: 50 })
    await shop.pay(await packPage(code))
    await shop.settle()
    await shop.spend(buyer, 250)
    const [payment] = await shop.paymentsOf(buyer)
    const body = { payment: payment!.id }
    const { id, refund } = await buyer.call(api.withdrawals.start, { body })
    expect(refund).toBe(Math.floor((499 * 750) / 1000))
    await buyer.call(api.withdrawals.confirm, { params: { id }, body: {} })
    await shop.settle()
    expect((await shop.paymentsOf(buyer))[0]).toMatchObject({ refunded: 374 })
    expect(await findings()).toEqual([])
  })
})
