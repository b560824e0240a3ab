import { expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from '../testing/payments-app.ts'
import { withShop } from '../testing/with-shop.ts'
import { amountOf, lookupKeyOf, metadataOfPrice, productOf, SOLD_ITEMS } from './priced-items.ts'

let shop: PaymentsApp
let buyer: TestPerson
withShop((...now) => ([shop, buyer] = now), { app: { env: { STRIPE_TAX: '1' } } })

it('a price that says nothing of tax keeps its id when it becomes one with tax in it', async () => {
  const item = SOLD_ITEMS.find(({ kind }) => kind === 'pack')!
  const name = lookupKeyOf(item)
  const { key, name: title } = productOf(item)
  const product = await shop.stripe.products.create({ name: title, metadata: { atelier: key } })
  const { id, tax_behavior: before } = await shop.stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: amountOf(item),
    lookup_key: name,
    transfer_lookup_key: true,
    metadata: metadataOfPrice(item),
  })
  expect(before).toBe('unspecified')
  const sync = async () => {
    const lines = await shop.provider.syncCatalog()
    return lines.find(({ what }) => what === name)?.state
  }
  expect(await sync()).toBe('changed')
  const { data } = await shop.stripe.prices.list({ lookup_keys: [name], active: true })
  expect(data).toMatchObject([{ id, tax_behavior: 'inclusive' }])
  expect(await sync()).toBe('found')
})

it('the payment page has Stripe Tax work out what is in the price, which stays what is paid', async () => {
  const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
  const id = await shop.pay(url)
  await shop.settle()
  expect(await shop.stripe.checkout.sessions.retrieve(id)).toMatchObject({
    automatic_tax: { enabled: true },
    amount_total: 999,
  })
  expect(await shop.paymentsOf(buyer)).toMatchObject([{ status: 'paid', amount: 999 }])
})
