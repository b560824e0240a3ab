import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const YEARLY = { period: 'yearly' } as const
const change = (body: PlanChoice) => buyer.call(api.billing.change, { body })

/** Starter for a year, changed to Pro in the middle of its first month. */
async function upgradedYear() {
  await shop.subscribe(buyer, { plan: 'starter', ...YEARLY })
  await setClock(shop.app.db, '2026-11-16T00:00:00Z')
  await change({ plan: 'pro', ...YEARLY })
  await shop.settle()
  const [upgrade, year] = await shop.paymentsOf(buyer)
  const [, own] = (await shop.lines(buyer)).map((line) => Number(line.split(' ')[1]))
  // What the rest of the first month brings.
  expect(own).toBeGreaterThan(9_900)
  return { upgrade: upgrade!, year: year!, own: own! }
}

async function refund(
  { payment_intent: intent }: { payment_intent: string | null },
  amount: number,
) {
  await shop.stripe.refunds.create({ payment_intent: intent ?? '', amount })
}

const month = async (at: string) => {
  await shop.goTo(at)
  return shop.credits(buyer)
}

describe('a month of an upgraded year', () => {
  it('is one lot of all that the plan brings, for the invoice of the year', async () => {
    const { year, own } = await upgradedYear()
    await month('2027-01-02T00:00:00Z')
    expect(await shop.lines(buyer)).toEqual([
      'grant 5000',
      `grant ${own}`,
      'expire -5000',
      `expire -${own}`,
      'grant 25000',
      'expire -25000',
      'grant 25000',
    ])
    const months = await shop.app.db.kysely
      .selectFrom('credit_entries')
      .select(['external_id', 'text', 'payment'])
      .where('user_id', '=', buyer.id)
      .where('amount', '=', 25_000)
      .execute()
    expect(months).toHaveLength(2)
    for (const { external_id: key, text, payment } of months) {
      expect(key).toMatch(/^plan:/)
      expect(text).toMatch(/^Pro plan: credits until /)
      expect(payment).toBe(year.external_id)
    }
  })
})

describe('a part of what an upgrade in a year cost, given back', () => {
  it('takes its share of what the upgrade brought itself; the months come whole', async () => {
    const { upgrade, own } = await upgradedYear()
    const part = Math.floor(upgrade.amount * 0.9)
    await refund(upgrade, part)
    await shop.replay()
    const taken = Math.floor((own * part) / upgrade.amount)
    expect(await shop.credits(buyer)).toBe(5000 + own - taken)
    for (const at of ['2026-12-02T00:00:00Z', '2027-01-02T00:00:00Z', '2027-02-02T00:00:00Z']) {
      expect(await month(at)).toBe(25_000)
    }
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro', cancel_at: null })
    await shop.replay()
    expect(await shop.app.context.admin.findDifferences(3000)).toMatchObject({ findings: [] })
  })

  it('is the same in two refunds, told twice, backwards and at once', async () => {
    const { upgrade, own } = await upgradedYear()
    const half = Math.floor(upgrade.amount / 2)
    await Promise.all([refund(upgrade, half - 100), refund(upgrade, 100)])
    await Promise.all([shop.replay(), shop.replay()])
    const taken = Math.floor((own * half) / upgrade.amount)
    expect(await shop.credits(buyer)).toBe(5000 + own - taken)
    await Promise.all([shop.replay(), month('2026-12-02T00:00:00Z')])
    expect(await shop.credits(buyer)).toBe(25_000)
  })

  it('of the year itself takes its share of the whole months, and nothing of the upgrade', async () => {
    const { year, own } = await upgradedYear()
    await refund(year, year.amount / 2)
    await shop.replay()
    expect(await shop.credits(buyer)).toBe(2500 + own)
    expect(await month('2026-12-02T00:00:00Z')).toBe(12_500)
    await shop.replay()
    expect(await shop.app.context.admin.findDifferences(3000)).toMatchObject({ findings: [] })
  })

  it('of a step of a ladder leaves the other steps and the months', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...YEARLY })
    await change({ plan: 'hobby', ...YEARLY })
    await change({ plan: 'pro', ...YEARLY })
    await shop.settle()
    const before = await shop.credits(buyer)
    const [, hobby] = await shop.paymentsOf(buyer)
    const part = Math.floor(hobby!.amount / 4)
    await refund(hobby!, part)
    await shop.replay()
    const [, ofHobby] = (await shop.lines(buyer)).map((line) => Number(line.split(' ')[1]))
    const taken = Math.floor((ofHobby! * part) / hobby!.amount)
    expect(taken).toBeGreaterThan(1900)
    expect(await shop.credits(buyer)).toBe(before - taken)
    expect(await month('2026-12-02T00:00:00Z')).toBe(25_000)
  })
})

describe('the proposed refund of an upgraded year', () => {
  it('counts the months to come with the year, and with the upgrade what it brought itself', async () => {
    const admin = await newAdmin(shop.app)
    const { own } = await upgradedYear()
    const query = { search: buyer.id }
    const { results } = await admin.call(api.admin.payments, { query })
    const [upgrade, year] = results
    expect(year).toMatchObject({ unspent: 5000 + 11 * 25_000, suggested_refund: 20_880 })
    expect(upgrade).toMatchObject({ unspent: own, suggested_refund: upgrade!.amount })
  })
})
