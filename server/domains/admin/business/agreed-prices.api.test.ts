import { afterEach, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { setClock } from '#tests/support/books.ts'
import { countBusiness, readRows } from '#tests/support/business-oracle.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'

let shop: PaymentsApp
let buyer: TestPerson
withShop((...now) => ([shop, buyer] = now))

const setPrices = async (PLAN_PRICES: string | null) => {
  const admin = await newAdmin(shop.app)
  await admin.call(api.adminSettings.change, { body: { PLAN_PRICES } })
}
afterEach(() => setPrices(null))

/** Returns monthly recurring revenue at the end of each of these days, recomputed from the payments. */
async function revenues(from: string, days: number): Promise<number[]> {
  const admin = await newAdmin(shop.app)
  // Figures begin with the first account, and these are bought before today.
  await shop.app.db.pool.query(`update users set created_at = '2026-10-31'`)
  await shop.app.context.admin.foldHours(new Date(from))
  const to = new Date(Date.parse(from) + days * 86_400_000).toISOString()
  const answer = await admin.call(api.adminBusiness.read, { query: { by: 'day', from, to } })
  const counted = countBusiness(await readRows(shop.app), answer, 0)
  expect(answer.buckets.map(({ mrr_cents: cents }) => cents)).toEqual(
    counted.buckets.map(({ mrr_cents: cents }) => cents),
  )
  return answer.buckets.map(({ mrr_cents: cents }) => cents)
}

async function upgrade(person: TestPerson, plan: 'starter' | 'hobby' | 'pro'): Promise<void> {
  const body = { plan, period: 'monthly' } as const
  const { proration_date, seen } = await person.call(api.billing.preview, { body })
  await person.call(api.billing.change, { body: { ...body, proration_date, seen } })
  await shop.settle()
}

/** Returns the monthly amount that the provider reports for all current plans of these people. */
async function charged(people: readonly TestPerson[]): Promise<number> {
  let sum = 0
  for (const person of people) sum += (await shop.state(person)).next_charge?.amount ?? 0
  return sum
}

it('revenue a month is what was agreed when it was paid, whatever is asked since', async () => {
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
  await setClock(shop.app.db, '2026-11-05T12:00:00Z')
  await upgrade(buyer, 'starter')
  const before = await revenues('2026-11-01T00:00:00Z', 6)
  expect(before.at(-1)).toBe(2900)
  expect(await charged([buyer])).toBe(2900)
  // Asked of others from now on; who has the plan keeps its price.
  await setPrices('starter_monthly=4900,hobby_monthly=7900')
  expect(await revenues('2026-11-01T00:00:00Z', 6)).toEqual(before)
  await setClock(shop.app.db, '2026-11-07T12:00:00Z')
  const other = await shop.newBuyer()
  await shop.subscribe(other, { plan: 'starter', period: 'monthly' })
  await shop.settle()
  await setClock(shop.app.db, '2026-11-09T12:00:00Z')
  await upgrade(other, 'hobby')
  const all = await revenues('2026-11-01T00:00:00Z', 10)
  expect(all.slice(5)).toEqual([2900, 2900 + 4900, 2900 + 4900, 2900 + 7900, 2900 + 7900])
  expect(await charged([buyer, other])).toBe(all.at(-1))
  await setPrices(null)
  expect(await revenues('2026-11-01T00:00:00Z', 10)).toEqual(all)
  // Each renews at its own.
  await shop.goTo('2026-12-08T00:00:00Z')
  const later = await revenues('2026-12-01T00:00:00Z', 8)
  expect(later.at(-1)).toBe(all.at(-1))
  const upgrades = (await shop.paymentsOf(buyer)).filter(({ reason }) => reason === 'upgrade')
  expect(upgrades).toHaveLength(1)
})
