import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { type PaymentsApp, startPaymentsApp } from './testing/payments-app.ts'

let shop: PaymentsApp
let buyer: TestPerson

beforeAll(async () => {
  shop = await startPaymentsApp()
})
afterAll(() => shop.dispose())
beforeEach(async () => {
  buyer = await shop.newBuyer()
})
afterEach(() => shop.expectCleanBooks())

const packPage = async (quantity: number | string, person = buyer) =>
  (await person.call(api.billing.checkout, { query: { quantity: String(quantity) } })).url
const success = (id: string, person = buyer) =>
  person.call(api.billing.checkoutSuccess, { query: { session_id: id } })

describe('a pack', () => {
  it('is paid in the test checkout, and its credits come by the webhook', async () => {
    const id = await shop.pay(await packPage(1000))
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(1000)
    expect(await success(id)).toMatchObject({
      status: 'paid',
      credits: 1000,
      plan: { name: 'free' },
    })
    const { invoices } = await shop.state(buyer)
    expect(invoices).toMatchObject([
      { kind: 'pack', text: '1,000 credits', status: 'paid', amount: 999, currency: 'usd' },
    ])
  })

  it('is there for the buyer who is back before the webhook, and comes once by all paths', async () => {
    const id = await shop.pay(await packPage(2000))
    const answers = await Promise.all([success(id), success(id), success(id), shop.settle()])
    expect(answers[0]).toMatchObject({ status: 'paid', credits: 2000 })
    await shop.app.context.billing.sweep()
    expect(await success(id)).toMatchObject({ status: 'paid', credits: 2000 })
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
  })
})
