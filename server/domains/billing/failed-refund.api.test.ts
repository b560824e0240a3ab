import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, type TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

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

const MONTHLY = { period: 'monthly' } as const
const change = (body: PlanChoice) => buyer.call(api.billing.change, { body })
const newest = async () => (await shop.paymentsOf(buyer))[0]!

/** @returns the refund's id */
async function give(amount?: number, intent?: string | null): Promise<string> {
  const payment_intent = intent ?? (await newest()).payment_intent ?? ''
  const { id } = await shop.stripe.refunds.create({ payment_intent, ...(amount && { amount }) })
  return id
}
async function refund(amount?: number, intent?: string | null): Promise<string> {
  const id = await give(amount, intent)
  await shop.settle()
  return id
}
async function fail(refundId: string, status?: 'canceled'): Promise<void> {
  await shop.test.controls.failRefund(refundId, status)
  await shop.settle()
}

const cases = async () => {
  const found = await admin!.call(api.admin.reconciliation, { query: { days: '365' } })
  expect(found.findings).toEqual([])
  return found.cases.filter(({ user }) => user === buyer.id)
}

describe('a refund that fails later', () => {
  it('gives the credits back that it took, once, and tells the operator', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const id = await refund(500)
    expect(await shop.credits(buyer)).toBe(500)
    await fail(id)
    for (const _ of [1, 2]) await shop.replay()
    expect(await shop.credits(buyer)).toBe(1000)
    expect(await shop.lines(buyer)).toEqual(['grant 1000', 'revoke -500', 'adjust 500'])
    expect((await shop.state(buyer)).invoices).toMatchObject([{ status: 'paid', refunded: 0 }])
    const [found, ...others] = await cases()
    expect(others).toEqual([])
    expect(found).toMatchObject({ kind: 'refund_failed', reference: (await newest()).external_id })
    expect(found?.text).toContain('$5.00')
    expect(found?.text).toContain('500 credits')
  })

  it('or is canceled: the same; and what is given again is taken again', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    for (const status of ['canceled', undefined] as const) {
      const id = await refund(500)
      expect(await shop.credits(buyer)).toBe(500)
      await fail(id, status)
      expect(await shop.credits(buyer)).toBe(1000)
    }
    await refund(500)
    await shop.replay()
    expect(await shop.credits(buyer)).toBe(500)
    expect(await cases()).toHaveLength(2)
  })

  it('is told before the refund was, or with it: nothing is lost and nothing minted', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const first = await give(300)
    await shop.test.controls.failRefund(first)
    const second = await give(400)
    await shop.replay()
    expect(await shop.credits(buyer)).toBe(600)
    await fail(second)
    await shop.replay()
    expect(await shop.credits(buyer)).toBe(1000)
    expect((await newest()).refunded).toBe(0)
  })

  it('leaves what another refund of the same payment took', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const [first] = [await refund(333), await refund(333)]
    expect(await shop.credits(buyer)).toBe(334)
    await Promise.all([shop.test.controls.failRefund(first), shop.spend(buyer, 100)])
    await shop.replay()
    expect(await shop.credits(buyer)).toBe(667 - 100)
    expect((await shop.state(buyer)).invoices).toMatchObject([
      { status: 'partly_refunded', refunded: 333 },
    ])
  })

  it('of spent credits takes the debt away, and the bonus comes again', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await shop.spend(buyer, 900)
    const id = await refund()
    const claim = () => buyer.call(api.credits.claimLoginBonus, { body: {} })
    await expect(claim()).rejects.toMatchObject({ status: 403 })
    await fail(id)
    expect(await shop.credits(buyer)).toBe(100)
    expect((await claim()).credits).toBe(110)
  })

  it('while jobs hold the credits takes nothing when they are released', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const write = shop.app.context.credits
    const hold = { userId: buyer.id, amount: 700, externalId: 'h', jobId: null, text: 'x' }
    const { holdId } = await transact(shop.app.db, (tx) => write.writer(tx).hold(hold))
    const id = await refund()
    await fail(id)
    expect(await shop.credits(buyer)).toBe(300)
    await transact(shop.app.db, (tx) =>
      write.writer(tx).release({ userId: buyer.id, holdId, cause: 'cancelled', text: 'x' }),
    )
    expect(await shop.credits(buyer)).toBe(1000)
  })

  it('gives months of a year their credits again, those that are over seven days', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    await shop.settle()
    const id = await refund(3960)
    await setClock(shop.app.db, '2026-12-02T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(1000)
    await setClock(shop.app.db, '2026-12-20T00:00:00Z')
    await fail(id)
    await shop.replay()
    // 2000 of December, and November's 1000 that were taken.
    expect(await shop.credits(buyer)).toBe(3000)
    await setClock(shop.app.db, '2026-12-28T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(2000)
    await setClock(shop.app.db, '2027-01-02T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(2000)
    expect(await cases()).toHaveLength(1)
  })

  it('in an open dispute gives nothing to spend until that is over', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const id = await refund(500)
    const dispute = await shop.test.controls.openDispute((await newest()).payment_intent ?? '')
    await shop.settle()
    await fail(id)
    expect(await shop.credits(buyer)).toBe(0)
    await shop.test.controls.closeDispute(dispute, 'won')
    await shop.replay()
    expect(await shop.credits(buyer)).toBe(1000)
  })

  it('is told to the buyer, too', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await fail(await refund(500))
    await shop.replay()
    const inbox = await mailsTo(shop.app, buyer.email)
    const subjects = inbox.map(({ subject }) => subject).filter((text) => text.includes('$5.00'))
    expect(subjects).toEqual(['Your refund of $5.00 didn’t go through', '$5.00 refunded'])
  })
})

it('a refund by an administrator to a card that loses it is there to be given again', async () => {
  await shop.buyPack(buyer, 1000, '5126')
  await shop.settle()
  const list = async () =>
    (await admin!.call(api.admin.payments, { query: { search: buyer.id } })).results
  const [pack] = await list()
  const request = (key: string) =>
    admin!.call(api.admin.refund, {
      params: { id: pack!.id },
      body: { key, amount: 999, reason: 'A lost week' },
    })
  const key = randomUUID()
  expect(await request(key)).toMatchObject({ refunded: 999, refundable: 0, unspent: 0 })
  await shop.goTo('2026-11-03T00:00:00Z')
  const whole = { refunded: 0, refundable: 999, unspent: 1000, suggested_refund: 999 }
  expect(await list()).toMatchObject([whole])
  // The same key is the same refund, which has failed; another key is another one.
  expect(await request(key)).toMatchObject(whole)
  expect(await request(randomUUID())).toMatchObject({ refunded: 999, refundable: 0, unspent: 0 })
  await shop.replay()
  expect(await shop.lines(buyer)).toEqual([
    'grant 1000',
    'revoke -1000',
    'adjust 1000',
    'revoke -1000',
  ])
  expect(await cases()).toHaveLength(1)
})

describe('a refund that ended a plan and fails', () => {
  it('gives the plan back until the end of what is paid; it is charged no more', async () => {
    await shop.subscribe(buyer, { plan: 'starter', ...MONTHLY })
    await shop.settle()
    const { renews_at: renews } = await shop.state(buyer)
    const id = await refund()
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    await setClock(shop.app.db, '2026-11-10T00:00:00Z')
    await fail(id)
    for (const _ of [1, 2]) await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({
      plan: 'starter',
      cancel_at: renews,
      is_given: true,
      next_charge: null,
      payment_due: false,
    })
    expect(await shop.credits(buyer)).toBe(5000)
    expect(await cases()).toMatchObject([{ kind: 'refund_failed' }])
    await shop.app.context.billing.sweep()
    await shop.goTo(new Date(Date.parse(renews ?? '') + 60_000))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    expect(await shop.credits(buyer)).toBe(40)
  })

  it('of a year brings the months that came meanwhile, and those to come', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    await shop.settle()
    const id = await refund()
    await shop.settle()
    await setClock(shop.app.db, '2026-12-05T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(40)
    await fail(id)
    await shop.replay()
    // December's, November's for seven days more, and December's free ones.
    expect(await shop.credits(buyer)).toBe(4040)
    await setClock(shop.app.db, '2027-01-02T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(2000)
    expect((await shop.state(buyer)).plan).toBe('basic')
    // Given back once more, and this time it arrives.
    await refund()
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    expect(await cases()).toHaveLength(1)
  })

  it('while the end is being told keeps the plan', async () => {
    await shop.subscribe(buyer, { plan: 'pro', ...MONTHLY })
    await shop.settle()
    const id = await give()
    // All at once: the refund's events, its failure, and the failure's events.
    await Promise.all([shop.settle(), shop.test.controls.failRefund(id), shop.replay()])
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro' })
    expect(await shop.credits(buyer)).toBe(25_000)
    await cases()
  })

  it('of an upgrade gives back the dearer plan and its credits', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    await change({ plan: 'pro', ...MONTHLY })
    await shop.settle()
    const before = await shop.credits(buyer)
    const id = await refund()
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    await fail(id)
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro' })
    expect(await shop.credits(buyer)).toBe(before)
  })

  it('leaves another plan that was bought meanwhile, and makes place for one that is bought after', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    await shop.settle()
    const intent = (await newest()).payment_intent
    const id = await refund(undefined, intent)
    await shop.subscribe(buyer, { plan: 'starter', ...MONTHLY })
    await shop.settle()
    await fail(id)
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'starter', cancel_at: null })
    expect(await shop.credits(buyer)).toBe(7000)
    const second = await refund()
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    await fail(second)
    expect(await shop.state(buyer)).toMatchObject({ plan: 'starter', is_given: true })
    await shop.subscribe(buyer, { plan: 'pro', ...MONTHLY })
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro', is_given: false, cancel_at: null })
    await cases()
  })

  it('does not come back to an account that was deleted', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    await shop.settle()
    const id = await refund()
    await shop.app.context.billing.closeAccount(buyer.id)
    await fail(id)
    await shop.replay()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
  })
})

describe('a payment that nobody may have, whose return fails', () => {
  it('is a case, and is not returned again and again', async () => {
    await shop.subscribe(buyer, { plan: 'basic', ...MONTHLY })
    const prices = await shop.stripe.prices.list({ lookup_keys: ['atelier_pro_monthly'] })
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: await shop.customerOf(buyer),
      line_items: [{ price: prices.data[0]?.id ?? '', quantity: 1 }],
      success_url: `${shop.app.url}/`,
    })
    await shop.pay(session.url ?? '')
    await shop.settle()
    const payment = (await shop.paymentsOf(buyer)).find(({ status }) => status === 'rejected')
    const payment_intent = payment?.payment_intent ?? ''
    const { data } = await shop.stripe.refunds.list({ payment_intent })
    await fail(data[0]?.id ?? '')
    for (const _ of [1, 2]) await shop.app.context.billing.sweep()
    await shop.replay()
    expect((await shop.stripe.refunds.list({ payment_intent })).data).toHaveLength(1)
    expect((await cases()).map(({ kind }) => kind)).toEqual([
      'second_subscription',
      'refund_failed',
    ])
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
  })
})
