import Stripe from 'stripe'
import { describe, expect, it, vi } from 'vitest'
import { api } from '#contract/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson
withShop(
  (now, person) => {
    shop = now
    buyer = person
  },
  { app: { env: { LANGUAGES: 'en,es' } } },
)

const choose = (language: string) => buyer.call(api.account.setLanguage, { body: { language } })

const localesOf = async () => {
  const customer = await shop.stripe.customers.retrieve(await shop.customerOf(buyer))
  return customer.deleted ? null : customer.preferred_locales
}

/** Nobody waits for the call of a change. */
const PATIENT = { timeout: 10_000 }

/** The provider's call that sets the language, of every client. */
const spyOnUpdates = () =>
  vi.spyOn(Object.getPrototypeOf(shop.stripe.customers) as Stripe['customers'], 'update')

const silent = () =>
  new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'No answer' })

describe('the language of invoices and receipts', () => {
  it('follows each change, also one back to an earlier language', async () => {
    await choose('es')
    await shop.buyPack(buyer)
    await expect.poll(localesOf, PATIENT).toEqual(['es-419'])
    await choose('en')
    await expect.poll(localesOf, PATIENT).toEqual(['en'])
    await choose('es')
    await expect.poll(localesOf, PATIENT).toEqual(['es-419'])
  })

  it('is told once', async () => {
    await choose('es')
    await shop.buyPack(buyer)
    const updates = spyOnUpdates()
    try {
      await choose('es')
      await shop.buyPack(buyer, 2000)
      await shop.app.context.billing.sweep()
      expect(updates).not.toHaveBeenCalled()
    } finally {
      updates.mockRestore()
    }
  })

  it('is English from the first, without a call', async () => {
    const updates = spyOnUpdates()
    try {
      await shop.buyPack(buyer)
      await shop.app.context.billing.sweep()
      expect(updates).not.toHaveBeenCalled()
    } finally {
      updates.mockRestore()
    }
  })

  it.each([
    ['sweep', () => shop.app.context.billing.sweep()],
    ['checkout', () => shop.buyPack(buyer, 2000)],
  ] as const)(
    'changes here though the provider is silent, and there with the next %s',
    async (_what, next) => {
      await choose('es')
      await shop.buyPack(buyer)
      const updates = spyOnUpdates().mockRejectedValueOnce(silent())
      try {
        expect(await choose('en')).toEqual({ language: 'en' })
        await expect.poll(() => updates.mock.results.length).toBe(1)
      } finally {
        updates.mockRestore()
      }
      expect((await buyer.call(api.users.me, {})).language).toBe('en')
      expect(await localesOf()).toEqual(['es-419'])
      await next()
      expect(await localesOf()).toEqual(['en'])
    },
  )

  it('of a customer from before it was noted is told by the sweep', async () => {
    await shop.buyPack(buyer)
    await shop.stripe.customers.update(await shop.customerOf(buyer), {
      preferred_locales: ['es-419'],
    })
    await shop.app.db.kysely
      .updateTable('billing_customers')
      .set({ language: null })
      .where('user_id', '=', buyer.id)
      .execute()
    await shop.app.context.billing.sweep()
    expect(await localesOf()).toEqual(['en'])
  })
})
