import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ApiError } from '#contract/client.ts'
import { api } from '#contract/index.ts'
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
