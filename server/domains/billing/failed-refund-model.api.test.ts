import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp

withShop((now) => (shop = now))

it('refunds and failures in any order leave the share of the money that is gone', async () => {
  const act = fc.oneof(
    fc.record({ do: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: 500 }) }),
    fc.record({ do: fc.constant('fail' as const), which: fc.nat({ max: 5 }) }),
    fc.record({ do: fc.constant('spend' as const), amount: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ do: fc.constant('replay' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 14 }), async (acts) => {
      const person = await shop.newBuyer()
      await shop.buyPack(person)
      await shop.settle()
      const [payment] = await shop.paymentsOf(person)
      const payment_intent = payment?.payment_intent ?? ''
      const open: { id: string; amount: number }[] = []
      let spent = 0
      for (const now of acts) {
        if (now.do === 'refund') {
          const given = open.reduce((sum, { amount }) => sum + amount, 0)
          if (given + now.amount > 999) continue
          const { amount } = now
          const { id } = await shop.stripe.refunds.create({ payment_intent, amount })
          open.push({ id, amount })
        } else if (now.do === 'fail') {
          const [gone] = open.splice(now.which % Math.max(1, open.length), 1)
          if (gone) await shop.test.controls.failRefund(gone.id)
        } else if (now.do === 'spend') {
          const { amount } = now
          // Refused where too few are left.
          await shop.spend(person, amount).then(
            () => (spent += amount),
            () => {},
          )
        } else await shop.replay()
      }
      await shop.settle()
      const given = open.reduce((sum, { amount }) => sum + amount, 0)
      const left = 1000 - Math.floor((1000 * given) / 999) - spent
      expect(await shop.credits(person)).toBe(Math.max(0, left))
      expect((await shop.paymentsOf(person))[0]?.refunded).toBe(given)
      const { findings } = await shop.app.context.admin.findDifferences(3000)
      expect(findings).toEqual([])
    }),
    { numRuns: Number(process.env['PAYMENT_STORIES'] ?? 4), endOnFailure: true },
  )
}, 300_000)
