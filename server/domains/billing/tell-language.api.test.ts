import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { api } from '#contract/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson
/** The provider's call that sets the language, of every client. */
let updates: MockInstance<Stripe['customers']['update']>
withShop(
  (now, person) => {
    shop = now
    buyer = person
  },
  { app: { env: { LANGUAGES: 'en,es' } } },
)

beforeEach(() => {
  updates = vi.spyOn(Object.getPrototypeOf(shop.stripe.customers) as Stripe['customers'], 'update')
})
afterEach(() => updates.mockRestore())

const choose = (language: string, person = buyer) =>
  person.call(api.account.setLanguage, { body: { language } })

const sweep = () => shop.app.context.billing.sweep()

/** When calls that got no answer are over, of all customers. */
const later = async () => {
  await shop.app.db.kysely
    .updateTable('billing_customers')
    .set({ language_due_at: new Date(0) })
    .where('language_due_at', 'is not', null)
    .execute()
}

const localesOf = async (person = buyer) => {
  const customer = await shop.stripe.customers.retrieve(await shop.customerOf(person))
  return customer.deleted ? null : customer.preferred_locales
}

const silent = () =>
  new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'No answer' })

const refusal = () =>
  new Stripe.errors.StripeInvalidRequestError({
    type: 'invalid_request_error',
    message: 'Not this customer',
  })

/** Has the provider hold its next answer: what is told is set at `asked`, and heard of after `answer`. */
function holdAnswer() {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  updates.mockImplementationOnce(async (id, params) => {
    const customer = await shop.stripe.customers.update(id, params)
    asked.resolve()
    await held.promise
    return customer
  })
  return { asked: asked.promise, answer: () => held.resolve() }
}

describe('the language of invoices and receipts', () => {
  it('follows each change, also one back to an earlier language', async () => {
    await choose('es')
    await shop.buyPack(buyer)
    expect(await localesOf()).toEqual(['es-419'])
    await choose('en')
    await sweep()
    expect(await localesOf()).toEqual(['en'])
    await choose('es')
    await shop.buyPack(buyer, 2000)
    expect(await localesOf()).toEqual(['es-419'])
  })

  it('is told once', async () => {
    await choose('es')
    await shop.buyPack(buyer)
    expect(updates).toHaveBeenCalledTimes(1)
    await choose('es')
    await shop.buyPack(buyer, 2000)
    await sweep()
    expect(updates).toHaveBeenCalledTimes(1)
  })

  it('is English from the first, without a call', async () => {
    await shop.buyPack(buyer)
    await sweep()
    expect(updates).not.toHaveBeenCalled()
  })

  it('changes here without a call', async () => {
    await shop.buyPack(buyer)
    await choose('es')
    expect((await buyer.call(api.users.me, {})).language).toBe('es')
    expect(updates).not.toHaveBeenCalled()
    await sweep()
    expect(await localesOf()).toEqual(['es-419'])
  })

  it.each([
    ['sweep', () => sweep()],
    ['checkout', () => shop.buyPack(buyer, 2000)],
  ] as const)(
    'is told again with a later %s where the provider was silent',
    async (_what, next) => {
      await shop.buyPack(buyer)
      await choose('es')
      updates.mockRejectedValueOnce(silent())
      await sweep()
      expect(await localesOf()).toEqual([])
      await later()
      await next()
      expect(await localesOf()).toEqual(['es-419'])
    },
  )

  it('is put right where the answer was lost and the person went back meanwhile', async () => {
    await shop.buyPack(buyer)
    await choose('es')
    updates.mockImplementationOnce(async (id, params) => {
      await shop.stripe.customers.update(id, params)
      throw silent()
    })
    await sweep()
    expect(await localesOf()).toEqual(['es-419'])
    await choose('en')
    await later()
    await sweep()
    expect(await localesOf()).toEqual(['en'])
  })

  it('is told by one process at a time', async () => {
    await shop.buyPack(buyer)
    await choose('es')
    const { asked, answer } = holdAnswer()
    const first = sweep()
    try {
      await asked
      updates.mockClear()
      await sweep()
      await shop.buyPack(buyer, 2000)
    } finally {
      answer()
      await first
    }
    await sweep()
    expect(updates).not.toHaveBeenCalled()
    expect(await localesOf()).toEqual(['es-419'])
  })

  it('is told again where it changed during a call', async () => {
    await shop.buyPack(buyer)
    await choose('es')
    const { asked, answer } = holdAnswer()
    const first = sweep()
    try {
      await asked
      await choose('en')
    } finally {
      answer()
      await first
    }
    expect(await localesOf()).toEqual(['es-419'])
    await later()
    await sweep()
    expect(await localesOf()).toEqual(['en'])
  })

  it('is told again where a process answers after its time', async () => {
    await shop.buyPack(buyer)
    await choose('es')
    const { asked, answer } = holdAnswer()
    const late = sweep()
    try {
      await asked
      await choose('en')
      await later()
      await sweep()
      expect(await localesOf()).toEqual(['en'])
      await choose('es')
    } finally {
      answer()
      await late
    }
    await sweep()
    expect(await localesOf()).toEqual(['es-419'])
  })

  it('is not told again where the provider refuses it, until it changes', async () => {
    await shop.buyPack(buyer)
    await choose('es')
    updates.mockRejectedValueOnce(refusal())
    await sweep()
    await later()
    await sweep()
    expect(updates).toHaveBeenCalledTimes(1)
    await choose('en')
    await sweep()
    expect(await localesOf()).toEqual(['en'])
  })

  it('goes on after one that is refused, and stops at the first call without an answer', async () => {
    const other = await shop.newBuyer()
    for (const person of [buyer, other]) {
      await shop.buyPack(person)
      await choose('es', person)
    }
    updates.mockRejectedValueOnce(silent())
    await sweep()
    expect(updates).toHaveBeenCalledTimes(1)
    await later()
    updates.mockRejectedValueOnce(refusal())
    await sweep()
    const told = [await localesOf(buyer), await localesOf(other)]
    expect(told.filter((locales) => locales?.includes('es-419'))).toHaveLength(1)
  })

  it('of a customer from before it was noted is told by the sweep', async () => {
    await shop.buyPack(buyer)
    await shop.stripe.customers.update(await shop.customerOf(buyer), {
      preferred_locales: ['es-419'],
    })
    // As the migration leaves it.
    await shop.app.db.kysely
      .updateTable('billing_customers')
      .set({ language_due_at: new Date() })
      .where('user_id', '=', buyer.id)
      .execute()
    await sweep()
    expect(await localesOf()).toEqual(['en'])
  })
})
