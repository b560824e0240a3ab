import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import type { BooksWriter } from '#server/domains/credits/holding.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { idOf } from './stripe/client.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const intentOf = async (person = buyer) => (await shop.paymentsOf(person))[0]?.payment_intent ?? ''
const refund = async (amount?: number) => {
  const payment_intent = await intentOf()
  await shop.stripe.refunds.create({ payment_intent, ...(amount && { amount }) })
  await shop.settle()
}

const write = <T>(act: (writer: BooksWriter) => Promise<T>) =>
  transact(shop.app.db, (tx) => act(shop.app.context.credits.writer(tx)))
const hold = (amount: number) =>
  write(async (writer) => {
    const { holdId } = await writer.hold({
      userId: buyer.id,
      amount,
      externalId: `hold:${Math.random()}`,
      jobId: null,
      text: 'Held',
    })
    return holdId
  })
const capture = (holdId: string, amount: number) =>
  write((writer) =>
    writer.capture({
      userId: buyer.id,
      holdId,
      amount,
      externalId: `capture:${holdId}`,
      jobId: null,
      imageId: null,
      text: 'Delivered',
    }),
  )
const spend = async (amount: number) => capture(await hold(amount), amount)
const release = (holdId: string) =>
  write((writer) => writer.release({ userId: buyer.id, holdId, cause: 'cancelled', text: 'Back' }))

describe('a refund', () => {
  it('takes the share of the credits, in steps that add up, and none twice', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await refund(333)
    expect(await shop.credits(buyer)).toBe(667)
    const newest = async () => {
      const { results } = await buyer.call(api.credits.statement, { query: {} })
      return results[0]
    }
    expect(await newest()).toMatchObject({ amount: -333, text: 'Partly refunded: $3.33 of $9.99' })
    expect((await shop.state(buyer)).invoices).toMatchObject([
      { status: 'partly_refunded', amount: 999, refunded: 333 },
    ])
    await refund(222)
    expect(await shop.credits(buyer)).toBe(445)
    // Each line names its own share.
    expect(await newest()).toMatchObject({ amount: -222, text: 'Partly refunded: $2.22 of $9.99' })
    for (const { body, signature } of await shop.test.deliveries()) {
      await fetch(`${shop.app.url}/api/webhooks/stripe/`, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      })
    }
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(445)
    await refund(444)
    expect(await shop.credits(buyer)).toBe(0)
    expect(await newest()).toMatchObject({ text: 'The payment was refunded' })
    expect((await shop.state(buyer)).invoices).toMatchObject([
      { status: 'refunded', refunded: 999 },
    ])
  })

  it('after spending leaves a debt, and while it is there, no bonus', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    await spend(600)
    const running = await hold(300)
    await refund()
    expect(await shop.credits(buyer)).toBe(0)
    await release(running)
    expect(await shop.credits(buyer)).toBe(0)
    const claim = buyer.call(api.credits.claimLoginBonus, { body: {} })
    await expect(claim).rejects.toMatchObject({ status: 403 })
    await setClock(shop.app.db, '2026-12-02T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(0)
  })

  it('of the whole month ends the plan', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    await shop.settle()
    await refund(1450)
    expect(await shop.state(buyer)).toMatchObject({ plan: 'starter' })
    expect(await shop.credits(buyer)).toBe(2500)
    await refund()
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free', renews_at: null })
    expect((await shop.lines(buyer)).slice(0, 3)).toEqual([
      'grant 5000',
      'revoke -2500',
      'revoke -2500',
    ])
    const { data } = await shop.stripe.subscriptions.list({
      customer: await shop.customerOf(buyer),
      status: 'all',
    })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
  })

  it('of an upgrade that a year has replaced leaves the year', async () => {
    const change = (choice: PlanChoice) => buyer.call(api.billing.change, { body: choice })
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    await setClock(shop.app.db, '2026-11-11T00:00:00Z')
    await change({ plan: 'starter', period: 'monthly' })
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    await change({ plan: 'starter', period: 'yearly' })
    await shop.settle()
    const [, upgrade] = await shop.paymentsOf(buyer)
    await shop.stripe.refunds.create({ payment_intent: upgrade?.payment_intent ?? '' })
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({
      plan: 'starter',
      period: 'yearly',
      cancel_at: null,
      invoices: [{ status: 'paid' }, { status: 'refunded' }, { status: 'paid' }],
    })
    await shop.stripe.refunds.create({ payment_intent: await intentOf() })
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
  })

  it('of half a year halves the months that come after it', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    await shop.settle()
    await refund(3960)
    expect(await shop.credits(buyer)).toBe(1000)
    await shop.goTo('2026-12-02T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(1000)
    expect(await shop.lines(buyer)).toEqual([
      'grant 2000',
      'revoke -1000',
      'expire -1000',
      'grant 2000',
      'revoke -1000',
    ])
  })

  it('that is told before its payment was applied', async () => {
    const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    const id = await shop.pay(url)
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    await shop.stripe.refunds.create({
      payment_intent: idOf(session.payment_intent) ?? '',
      amount: 500,
    })
    const deliveries = await shop.test.deliveries()
    for (const { body, signature } of deliveries.toReversed()) {
      await fetch(`${shop.app.url}/api/webhooks/stripe/`, {
        method: 'POST',
        body,
        headers: { 'stripe-signature': signature },
      })
    }
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(500)
  })
})

describe('a dispute', () => {
  it('holds what is unspent and what comes back; won, exactly that is there again', async () => {
    await shop.buyPack(buyer)
    await shop.settle()
    const running = await hold(300)
    const dispute = await shop.test.controls.openDispute(await intentOf())
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(0)
    await capture(running, 100)
    await release(running)
    expect(await shop.credits(buyer)).toBe(0)
    expect((await shop.state(buyer)).invoices).toMatchObject([{ status: 'disputed' }])
    await shop.test.controls.closeDispute(dispute, 'won')
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(900)
  })

  it('lost takes them, and ends the plan that it paid', async () => {
    await shop.subscribe(buyer, { plan: 'pro', period: 'yearly' })
    await shop.settle()
    const dispute = await shop.test.controls.openDispute(await intentOf())
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(0)
    // Further months wait for the end of it.
    await setClock(shop.app.db, '2026-12-02T00:00:00Z')
    expect(await shop.credits(buyer)).toBe(0)
    await shop.test.controls.closeDispute(dispute, 'lost')
    await shop.settle()
    // The bank has given the money back.
    expect(await shop.state(buyer)).toMatchObject({
      plan: 'free',
      invoices: [{ status: 'dispute_lost', amount: 71_280, refunded: 71_280 }],
    })
    expect(await shop.credits(buyer)).toBe(40)
    const row = await shop.app.db.kysely
      .selectFrom('subscriptions')
      .select(['status', 'end_reason'])
      .where('user_id', '=', buyer.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'ended', end_reason: 'disputed' })
  })

  it('won goes on with the months that waited', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    await shop.settle()
    const dispute = await shop.test.controls.openDispute(await intentOf())
    await shop.settle()
    await setClock(shop.app.db, '2026-12-02T00:00:00Z')
    await shop.test.controls.closeDispute(dispute, 'won')
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(2000)
  })
})

describe('a payment that nobody may have', () => {
  const returned = async (kind: string) => {
    await shop.settle()
    const payment = (await shop.paymentsOf(buyer)).find(({ status }) => status === 'rejected')
    expect(payment?.refunded).toBe(payment?.amount)
    const found = await shop.app.db.kysely
      .selectFrom('billing_cases')
      .select('kind')
      .where('user_id', '=', buyer.id)
      .execute()
    expect(found).toEqual([{ kind }])
  }

  it('for a second plan goes back, whichever way it was made', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    const customer = await shop.customerOf(buyer)
    const { data } = await shop.stripe.prices.list({ lookup_keys: ['atelier_pro_monthly'] })
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: data[0]?.id ?? '', quantity: 1 }],
      success_url: `${shop.app.url}/`,
    })
    await shop.pay(session.url ?? '')
    await returned('second_subscription')
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic' })
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
    const live = await shop.stripe.subscriptions.list({ customer, status: 'active' })
    expect(live.data).toHaveLength(1)
  })

  it('for a plan of an account that was deleted meanwhile goes back, and the plan ends', async () => {
    const body = { plan: 'pro', period: 'monthly' } as const
    const { url } = await buyer.call(api.billing.checkoutSubscription, { body })
    await shop.app.db.kysely
      .updateTable('billing_customers')
      .set({ closed_at: new Date('2026-10-31T00:00:00Z') })
      .where('user_id', '=', buyer.id)
      .execute()
    await shop.pay(url)
    await returned('deleted_account')
    expect(await shop.lines(buyer)).toEqual([])
    const customer = await shop.customerOf(buyer)
    const live = await shop.stripe.subscriptions.list({ customer, status: 'active' })
    expect(live.data).toEqual([])
  })

  it('of an account that was deleted meanwhile goes back', async () => {
    const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    const sessions = await shop.stripe.checkout.sessions.list({ limit: 1 })
    expect(sessions.data[0]?.url).toBe(url)
    // Paid in the very moment in which the account goes.
    await shop.pay(url)
    await shop.app.db.kysely
      .updateTable('billing_customers')
      .set({ closed_at: new Date('2026-10-31T00:00:00Z') })
      .where('user_id', '=', buyer.id)
      .execute()
    await returned('deleted_account')
    expect(await shop.credits(buyer)).toBe(0)
  })

  it('cannot be made any more once the account is closed, and its plan is over', async () => {
    await shop.subscribe(buyer, { plan: 'pro', period: 'yearly' })
    const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    await shop.app.context.billing.closeAccount(buyer.id)
    await shop.app.context.billing.closeAccount(buyer.id)
    const id = await shop.pay(url)
    expect(await shop.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
    })
    const live = await shop.stripe.subscriptions.list({
      customer: await shop.customerOf(buyer),
      status: 'active',
    })
    expect(live.data).toEqual([])
    expect((await shop.state(buyer)).plan).toBe('free')
  })
})

describe('a plan that an operator lowers at the provider', () => {
  it('takes back what is left of the dearer one, as far as it is unspent, and says so', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    await shop.settle()
    await spend(4000)
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    const customer = await shop.customerOf(buyer)
    const [subscription] = (await shop.stripe.subscriptions.list({ customer })).data
    const { data } = await shop.stripe.prices.list({ lookup_keys: ['atelier_basic_monthly'] })
    await shop.stripe.subscriptions.update(subscription?.id ?? '', {
      items: [{ id: subscription?.items.data[0]?.id ?? '', price: data[0]?.id ?? '' }],
      proration_behavior: 'none',
    })
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic' })
    expect(await shop.credits(buyer)).toBe(0)
    const [found] = await shop.app.db.kysely
      .selectFrom('billing_cases')
      .selectAll()
      .where('user_id', '=', buyer.id)
      .execute()
    expect(found).toMatchObject({ kind: 'plan_lowered' })
    // Half of 3000, or one more: a few seconds lie between the clock and the change.
    expect(found?.text).toMatch(/1000 of 150[01] /)
  })
})
