import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { PaymentsApp } from '#server/domains/billing/testing/payments-app.ts'
import { withShop } from '#server/domains/billing/testing/with-shop.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'

let shop: PaymentsApp
let buyer: TestPerson
let admin: TestPerson | null = null

beforeAll(() => {
  admin = null
})
withShop((...now) => ([shop, buyer] = now))
beforeEach(async () => {
  if (admin) return
  admin = await newAdmin(shop.app)
})

const list = async (search = buyer.id) =>
  (await admin!.call(api.admin.payments, { query: { search } })).results
const refund = (id: string, amount: number, key: string = randomUUID()) =>
  admin!.call(api.admin.refund, {
    params: { id },
    body: { key, amount, reason: 'A lost week' },
  })
const spend = (amount: number) =>
  transact(shop.app.db, async (tx) => {
    const writer = shop.app.context.credits.writer(tx)
    const hold = { userId: buyer.id, amount, externalId: randomUUID(), jobId: null, text: 'x' }
    const { holdId } = await writer.hold(hold)
    const capture = {
      userId: buyer.id,
      holdId,
      amount,
      externalId: randomUUID(),
      jobId: null,
      imageId: null,
    }
    await writer.capture({ ...capture, text: 'x' })
  })

describe('the proposed refund', () => {
  it('is the price by the unspent share of a pack, and nothing once all is spent', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await spend(250)
    const [pack] = await list(buyer.email)
    expect(pack).toMatchObject({ unspent: 750, suggested_refund: 749, refundable: 999 })
    await spend(750)
    expect(await list()).toMatchObject([{ unspent: 0, suggested_refund: 0, refundable: 999 }])
  })

  it('counts the months of a year that are still to come, not those that have gone', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'yearly' })
    await shop.settle()
    await setClock(shop.app.db, '2027-02-01T00:00:01Z')
    await shop.state(buyer)
    // Three months have gone unspent; the fourth and eight more can still be used.
    expect(await list()).toMatchObject([
      { unspent: 45_000, amount: 20_880, suggested_refund: Math.floor((20_880 * 9) / 12) },
    ])
  })

  it('of what is left after a part was given back is the price of what is still unspent', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await spend(400)
    const [pack] = await list()
    await refund(pack!.id, 300)
    expect(await list()).toMatchObject([
      { unspent: 300, suggested_refund: Math.floor((999 * 300) / 1000), refundable: 699 },
    ])
  })

  it('takes the part that was given back off the months to come, too', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    await shop.settle()
    const [year] = await list()
    expect(year).toMatchObject({ unspent: 24_000, suggested_refund: 7920 })
    await refund(year!.id, 3960)
    expect(await list()).toMatchObject([{ unspent: 12_000, suggested_refund: 3960 }])
  })

  it('of a year that a change began counts the months to come as well', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    await buyer.call(api.billing.change, { body: { plan: 'starter', period: 'yearly' } })
    await shop.settle()
    const { balance } = await buyer.call(api.credits.statement, { query: {} })
    await spend(balance)
    const [year] = await list()
    // Eleven of twelve months, for the first was nearly paid by the month before.
    expect(year).toMatchObject({ reason: 'upgrade', unspent: 55_000, refundable: year!.amount })
    expect(year!.suggested_refund).toBeGreaterThan(year!.amount * 0.99)
  })

  it('has nothing to propose for a renewal that was not paid', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' }, '0341')
    await shop.settle()
    await setClock(shop.app.db, '2026-12-01T02:00:00Z')
    await shop.state(buyer)
    await shop.settle()
    expect(await list()).toMatchObject([
      { status: 'open', unspent: 0, suggested_refund: 0, refundable: 0 },
      { status: 'paid' },
    ])
  })
})

describe('a refund', () => {
  it('gives the money back, takes the share of the credits, and stands in the log', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const [pack] = await list()
    expect(await refund(pack!.id, 500)).toMatchObject({ refunded: 500, refundable: 499 })
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 1000', 'revoke -500'])
    const { results } = await admin!.call(api.admin.audit, { query: { user: buyer.id } })
    expect(results).toMatchObject([
      { action: 'refund_requested', reason: 'A lost week', data: { amount: 500, currency: 'usd' } },
    ])
    const domain = shop.app.context.admin
    expect(await domain.findDifferences(30)).toMatchObject({ findings: [], leftOut: 0 })
    // All payments, or those of the last days and how many older ones were left out.
    await setClock(shop.app.db, '2026-11-20T00:00:00Z')
    const all = await domain.findDifferences(null)
    expect(all).toMatchObject({ findings: [], checked: true, leftOut: 0 })
    expect(all.compared).toBeGreaterThan(0)
    expect(await domain.findDifferences(5)).toMatchObject({
      findings: [],
      compared: 0,
      leftOut: all.compared,
    })
  })

  it('is made once, however often and at once it is asked for', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const [pack] = await list()
    const key = randomUUID()
    await Promise.all([1, 2, 3, 4].map(() => refund(pack!.id, 300, key)))
    await shop.settle()
    expect(await list()).toMatchObject([{ refunded: 300 }])
    await expect(refund(pack!.id, 301, key)).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    const { results } = await admin!.call(api.admin.audit, { query: { user: buyer.id } })
    expect(results).toHaveLength(1)
  })

  it('of more than is left, of nothing, of an unpaid or unknown payment: refused, nothing changed', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const [pack] = await list()
    for (const amount of [1000, 0, -5, 1.5]) {
      await expect(refund(pack!.id, amount)).rejects.toMatchObject({
        status: 400,
        body: { amount: [expect.any(String)] },
      })
    }
    await expect(refund(randomUUID(), 5)).rejects.toMatchObject({ status: 404 })
    await expect(
      buyer.call(api.admin.refund, {
        params: { id: pack!.id },
        body: { key: randomUUID(), amount: 5, reason: 'mine' },
      }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await list()).toMatchObject([{ refunded: 0 }])
    expect(await shop.lines(buyer)).toEqual(['grant 1000'])
  })
})
