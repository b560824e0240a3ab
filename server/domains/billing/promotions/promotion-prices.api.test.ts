import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import { newPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from '../testing/payments-app.ts'
import { promote } from '../testing/promote.ts'
import { withShop } from '../testing/with-shop.ts'

let shop: PaymentsApp

withShop((...now) => ([shop] = now))

/** Cents of the list, written once more. */
const PACKS = { 1000: 999, 2000: 1799, 6000: 4999 }
type Quantity = keyof typeof PACKS

interface Off {
  percent?: number
  cents?: number
}

/** Cents that are left, by the rule as it is written: rounded half up, never below nothing. */
const leftOf = (price: number, { percent, cents = 0 }: Off): number =>
  percent === undefined ? Math.max(0, price - cents) : price - Math.round((price * percent) / 100)

const off: fc.Arbitrary<Off> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ cents: fc.integer({ min: 1, max: 6000 }) }),
)

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : null)

/** Buys a pack with a promotion. @returns what was shown, and the status where it was refused */
async function buy(by: Off, quantity: Quantity) {
  const person = await newPerson(shop.app, { credits: 0 })
  const { code } = await promote(shop, {
    applies_to: 'packs',
    ...(by.percent === undefined ? { amount_off: by.cents ?? 1 } : { percent_off: by.percent }),
  })
  const offer = await person.call(api.promotions.check, { body: { code } }).catch(statusOf)
  const price =
    offer === null || typeof offer === 'number'
      ? undefined
      : offer.prices.find((one) => one.kind === 'pack' && one.quantity === quantity)
  const query = { quantity: String(quantity), promotion: code }
  const page = await person.call(api.billing.checkout, { query }).catch(statusOf)
  if (page !== null && typeof page === 'object') await shop.pay(page.url)
  await shop.settle()
  return { person, shown: price?.discounted ?? null, status: typeof page === 'number' ? page : 200 }
}

it('whatever is off: the provider charges what was shown, and the credits are those of the list', async () => {
  const quantity = fc.constantFrom<Quantity>(1000, 2000, 6000)
  await fc.assert(
    fc.asyncProperty(off, quantity, fc.nat(100), async (by, pack, share) => {
      const left = leftOf(PACKS[pack], by)
      // Less than the provider collects is refused before it is asked.
      const isSold = left === 0 || left >= 50
      const { person, shown, status } = await buy(by, pack)
      expect({ shown, status }).toEqual({
        shown: isSold ? left : null,
        status: isSold ? 200 : 400,
      })
      const [payment] = await shop.paymentsOf(person)
      expect(payment?.amount ?? null).toBe(isSold ? left : null)
      const back = Math.floor(((payment?.amount ?? 0) * share) / 100)
      if (back > 0) {
        const intent = payment?.payment_intent ?? ''
        await shop.stripe.refunds.create({ payment_intent: intent, amount: back })
        await shop.settle()
      }
      const gone = back === 0 ? 0 : Math.floor((pack * back) / left)
      expect(await shop.credits(person)).toBe(isSold ? pack - gone : 0)
      await shop.app.db.kysely.deleteFrom('rate_limits').execute()
    }),
    { numRuns: Number(process.env['PROMOTION_RUNS'] ?? 8) },
  )
  expect((await shop.app.context.admin.findDifferences(3000)).findings).toEqual([])
}, 120_000)

const PLANS = {
  basic: { monthly: 1200, yearly: 7920, credits: 2000 },
  starter: { monthly: 2900, yearly: 20_880, credits: 5000 },
  pro: { monthly: 9900, yearly: 71_280, credits: 25_000 },
}
const choice = fc.record({
  plan: fc.constantFrom('basic', 'starter', 'pro'),
  period: fc.constantFrom('monthly', 'yearly'),
})

it('whatever the ladder: a discount stays with its interval, and what is shown is charged', async () => {
  // Between half and all of the cheapest price is left, so that every change can be collected.
  const percent = fc.integer({ min: 1, max: 50 })
  const lasts = fc.constantFrom({ months: 1 }, { months: 3 }, {})
  const target = fc.constantFrom('all', 'plans', 'monthly_plans')
  await fc.assert(
    fc.asyncProperty(percent, lasts, target, choice, async (share, term, applies, to) => {
      await setClock(shop.app.db, '2026-11-01T00:00:00Z')
      const person = await newPerson(shop.app, { credits: 0 })
      const { code } = await promote(shop, {
        percent_off: share,
        applies_to: applies,
        duration: term.months === undefined ? 'forever' : 'repeating',
        ...term,
      })
      const from = { plan: 'starter', period: 'monthly' } as const
      fc.pre(to.plan !== from.plan || to.period !== from.period)
      const begun = await person.call(api.billing.checkoutSubscription, {
        body: { ...from, promotion: code },
      })
      await shop.pay(begun.url)
      await shop.goTo('2026-11-16T00:00:00Z')
      const preview = await person.call(api.billing.preview, { body: to })
      const { proration_date, seen } = preview
      await person.call(api.billing.change, { body: { ...to, proration_date, seen } })
      await shop.settle()

      const whole = PLANS[to.plan][to.period]
      const isUpgrade = PLANS[to.plan].credits >= PLANS[from.plan].credits
      const paid = leftOf(PLANS.starter.monthly, { percent: share })
      const stays = to.period === 'monthly'
      /** Price of a period of the new plan that begins in so many months. */
      const then = (months: number) =>
        stays && (term.months === undefined || months < term.months)
          ? leftOf(whole, { percent: share })
          : whole
      const now = stays ? then(0) / 2 - paid / 2 : whole - paid / 2
      const [last] = await shop.paymentsOf(person)
      expect(last?.amount).toBe(isUpgrade ? preview.amount_due : paid)
      // Half a month is left; two roundings of a cent on each of the two lines.
      const due = isUpgrade ? now : 0
      expect(Math.abs(preview.amount_due - due)).toBeLessThanOrEqual(isUpgrade ? 2 : 0)
      const next = isUpgrade && !stays ? whole : then(1)
      expect(preview.next_charge.amount).toBe(next)
      expect((await shop.state(person)).next_charge?.amount).toBe(next)
      await shop.goTo('2026-12-01T00:01:00Z')
      // A year that has begun is renewed in a year.
      const isRenewed = stays || !isUpgrade
      const charged = (await shop.paymentsOf(person))[0]?.amount
      expect(charged).toBe(isRenewed ? next : preview.amount_due)
      expect((await shop.state(person)).next_charge?.amount).toBe(isRenewed ? then(2) : whole)
      await shop.app.db.kysely.deleteFrom('rate_limits').execute()
    }),
    { numRuns: Number(process.env['PROMOTION_RUNS'] ?? 8) },
  )
}, 240_000)
