import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
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
  return { upgrade: upgrade!, year: year! }
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

describe('a part of what an upgrade in a year cost, given back', () => {
  it('takes its share of what the upgrade adds to the later months, and nothing of the year', async () => {
    const { upgrade } = await upgradedYear()
    await refund(upgrade, Math.floor(upgrade.amount * 0.9))
    await shop.replay()
    const taken = upgrade.amount - Math.floor(upgrade.amount * 0.9)
    // 5000 of the year, and of the 20,000 that the upgrade adds what is still paid for.
    const kept = Math.ceil((20_000 * taken) / upgrade.amount)
    for (const at of ['2026-12-02T00:00:00Z', '2027-01-02T00:00:00Z', '2027-02-02T00:00:00Z']) {
      const credits = await month(at)
      expect(Math.abs(credits - 5000 - kept)).toBeLessThanOrEqual(1)
    }
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro', cancel_at: null })
    await shop.replay()
    expect(await shop.app.context.insights.findDifferences(3000)).toMatchObject({ findings: [] })
  })

  it('is the same in two refunds, told twice, backwards and at once', async () => {
    const { upgrade } = await upgradedYear()
    const half = Math.floor(upgrade.amount / 2)
    await Promise.all([refund(upgrade, half - 100), refund(upgrade, 100)])
    await shop.replay()
    await Promise.all([shop.replay(), month('2026-12-02T00:00:00Z')])
    const credits = await shop.credits(buyer)
    const share = Math.floor((20_000 * half) / upgrade.amount)
    expect(Math.abs(credits - (25_000 - share))).toBeLessThanOrEqual(1)
  })

  it('of the year itself leaves what the upgrade adds', async () => {
    const { year } = await upgradedYear()
    await refund(year, year.amount / 2)
    await shop.replay()
    expect(await month('2026-12-02T00:00:00Z')).toBe(22_500)
  })

  it('of a step of a ladder leaves the other steps', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...YEARLY })
    await change({ plan: 'hobby', ...YEARLY })
    await change({ plan: 'pro', ...YEARLY })
    await shop.settle()
    expect(await month('2026-12-02T00:00:00Z')).toBe(25_000)
    const [, hobby] = await shop.paymentsOf(buyer)
    const part = Math.floor(hobby!.amount / 4)
    await refund(hobby!, part)
    await shop.replay()
    // Of two months' 8000, cumulative, from the one that can still be spent.
    const before = await shop.credits(buyer)
    expect(before).toBeLessThan(25_000)
    const credits = await month('2027-01-02T00:00:00Z')
    expect(Math.abs(credits - (25_000 - 2000))).toBeLessThanOrEqual(1)
  })
})

describe('the proposed refund of an upgraded year', () => {
  it('counts for each payment what it brings in the months to come', async () => {
    const admin = await shop.newBuyer()
    await shop.app.context.accounts.setUser({ email: admin.email, admin: true })
    await upgradedYear()
    const query = { search: buyer.id }
    const { results } = await admin.call(api.admin.payments, { query })
    const [upgrade, year] = results
    // The first month's lots, and eleven months more.
    expect(year).toMatchObject({ unspent: 60_000, suggested_refund: 20_880 })
    expect(upgrade?.unspent).toBeGreaterThan(11 * 20_000)
    expect(upgrade?.unspent).toBeLessThanOrEqual(11 * 20_000 + 10_001)
    expect(upgrade?.suggested_refund).toBe(upgrade?.amount)
  })
})
