import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { addMonths } from '#server/domains/credits/index.ts'
import { transact } from '#server/platform/db/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { setClock } from '#tests/support/books.ts'
import { inEnglish } from '#server/texts/index.ts'
import { applySubscription } from './apply-subscription.ts'
import type { PaymentContext } from './context.ts'
import { findCustomer } from './customers.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const rowOf = (person: TestPerson) =>
  shop.app.db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()

describe('a monthly plan', () => {
  it('grants its month when it is paid, and the next one with the renewal', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 5000'])
    const state = await shop.state(buyer)
    expect(state).toMatchObject({
      plan: 'starter',
      period: 'monthly',
      cancel_at: null,
      scheduled: null,
      payment_due: false,
      next_charge: { amount: 2900, currency: 'usd', at: state.renews_at },
      invoices: [{ kind: 'plan', status: 'paid', amount: 2900, text: 'Starter plan, monthly' }],
    })
    const { renews_at: renews, anchor } = await rowOf(buyer)
    expect(renews).toEqual(addMonths(anchor, 1))
    await shop.goTo(new Date(renews.getTime() + 60_000))
    expect(await shop.lines(buyer)).toEqual(['grant 5000', 'expire -5000', 'grant 5000'])
    expect((await shop.state(buyer)).invoices).toHaveLength(2)
  })

  it('lots carry the invoice that paid for them', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    const lot = await shop.app.db.kysely
      .selectFrom('credit_lots as l')
      .innerJoin('payments as p', 'p.external_id', 'l.payment')
      .select(['l.granted', 'p.amount', 'p.reason', 'p.status'])
      .where('l.user_id', '=', buyer.id)
      .where('l.kind', '=', 'plan')
      .executeTakeFirstOrThrow()
    expect(lot).toEqual({ granted: 2000, amount: 1200, reason: 'start', status: 'paid' })
  })
})

describe('a yearly plan', () => {
  it('grants twelve months by its anchor, each for the one invoice', async () => {
    await setClock(shop.app.db, '2027-01-31T10:00:00Z')
    buyer = await shop.newBuyer()
    await shop.subscribe(buyer, { plan: 'pro', period: 'yearly' })
    await shop.goTo('2027-04-02T00:00:00Z')
    expect(await shop.lines(buyer)).toEqual([
      'grant 25000',
      'expire -25000',
      'grant 25000',
      'expire -25000',
      'grant 25000',
    ])
    const { results } = await shop.app.context.credits.statement(buyer.id, { limit: 10 })
    const grants = results.filter(
      ({ kind, text }) => kind === 'grant' && inEnglish(text).startsWith('Pro'),
    )
    expect(grants.map(({ created_at: at }) => at.slice(0, 10))).toEqual([
      '2027-03-31',
      '2027-02-28',
      '2027-01-31',
    ])
    expect(new Set(grants.map(({ payment }) => payment)).size).toBe(1)
    expect((await shop.state(buyer)).invoices).toMatchObject([{ amount: 71_280 }])
  })
})

describe('the renewal', () => {
  it('brings its credits as of the day it was paid, however late that is heard', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    const { renews_at: renews } = await rowOf(buyer)
    await shop.goTo(addMonths(renews, 5))
    // As kept: the statement shows a line that was heard late beside those that were written before it.
    const grants = await shop.app.db.kysely
      .selectFrom('credit_entries')
      .select('created_at')
      .where('user_id', '=', buyer.id)
      .where('kind', '=', 'grant')
      .orderBy('id', 'desc')
      .limit(6)
      .execute()
    const [paid] = await shop.paymentsOf(buyer)
    expect(grants.map(({ created_at: at }) => at)).toEqual([
      ...[5, 4, 3, 2, 1].map((months) => addMonths(renews, months)),
      paid?.paid_at,
    ])
    const { results } = await shop.app.context.credits.statement(buyer.id, { limit: 100 })
    const shown = results.map(({ created_at: at }) => at)
    expect(shown).toEqual(shown.toSorted().toReversed())
    expect(paid?.paid_at?.getTime()).toBeLessThan(renews.getTime() + 86_400_000)
  })

  it('that is heard of hours later ends the old month when it was paid', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    const { renews_at: renews } = await rowOf(buyer)
    await setClock(shop.app.db, new Date(renews.getTime() + 10 * 3_600_000))
    expect((await shop.app.context.credits.balance(shop.app.db, buyer.id)).balance).toBe(2000)
    await shop.settle()
    const [paid] = await shop.paymentsOf(buyer)
    const { results } = await shop.app.context.credits.statement(buyer.id, { limit: 2 })
    expect(results.map(({ kind, created_at: at }) => [kind, at])).toEqual([
      ['grant', paid?.paid_at?.toISOString()],
      ['expire', paid?.paid_at?.toISOString()],
    ])
  })

  it('that fails takes the credits and leaves the plan; paid late, it brings the whole month', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    const { renews_at: renews } = await rowOf(buyer)
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
    await shop.goTo(new Date(renews.getTime() + 60_000))
    expect(await shop.lines(buyer)).toEqual(['grant 5000', 'expire -5000'])
    const state = await shop.state(buyer)
    expect(state).toMatchObject({
      plan: 'starter',
      payment_due: true,
      due_invoice: { amount: 2900, url: expect.stringContaining('http') },
      next_charge: null,
    })
    const change = buyer.call(api.billing.change, { body: { plan: 'pro', period: 'monthly' } })
    await expect(change).rejects.toMatchObject({ status: 409, code: 'payment_due' })
    await shop.goTo(new Date(renews.getTime() + 3 * 86_400_000 + 60_000))
    expect(await shop.lines(buyer)).toEqual(['grant 5000', 'expire -5000', 'grant 5000'])
    const [lot] = (await buyer.call(api.credits.statement, { query: {} })).lots
    expect(lot?.expires_at).toBe(addMonths(renews, 1).toISOString())
    expect((await shop.state(buyer)).payment_due).toBe(false)
  })

  describe('that was abandoned at the provider', () => {
    let due: string
    const becomes = async (status: string) => {
      const { kysely } = shop.app.db
      await sql`update test_payment_objects set data = data || jsonb_build_object('status', ${status}::text)
        where id = ${due}`.execute(kysely)
      await sql`delete from test_payment_timers where object_id = ${due}`.execute(kysely)
    }
    const pay = async () => {
      await becomes('open')
      await shop.stripe.invoices.pay(due)
      await shop.settle()
    }
    const paymentOf = async (invoice: string) =>
      (await shop.paymentsOf(buyer)).find(({ external_id: id }) => id === invoice)

    beforeEach(async () => {
      await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
      await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
      await shop.goTo('2026-12-02T00:00:00Z')
      due = (await shop.paymentsOf(buyer))[0]?.external_id ?? ''
      await becomes('uncollectible')
      await buyer.call(api.billing.previewCancel, { body: {} })
      expect(await paymentOf(due)).toMatchObject({ status: 'void' })
    })

    it('and is paid after all brings its month', async () => {
      await pay()
      expect(await paymentOf(due)).toMatchObject({ status: 'paid', reason: 'renewal' })
      expect(await shop.lines(buyer)).toEqual(['grant 2000', 'expire -2000', 'grant 2000'])
    })

    it('and is paid when the next month has begun goes back', async () => {
      await shop.goTo('2027-01-02T00:00:00Z')
      const before = await rowOf(buyer)
      expect(before).toMatchObject({ status: 'active', credit_months_granted: 1 })
      await pay()
      expect(await paymentOf(due)).toMatchObject({ status: 'rejected', refunded: 1200 })
      const { version: _, ...after } = await rowOf(buyer)
      expect(before).toMatchObject(after)
      expect((await shop.lines(buyer)).at(-1)).toBe('grant 2000')
    })
  })

  it('that fails to the end ends the plan; packs stay', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    await shop.buyPack(buyer)
    const { renews_at: renews } = await rowOf(buyer)
    const fail = Array.from({ length: 9 }, () => 'declined' as const)
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), fail)
    for (const day of [0, 3, 7]) {
      await shop.goTo(new Date(renews.getTime() + day * 86_400_000 + 60_000))
      expect((await shop.state(buyer)).plan).toBe('starter')
    }
    await shop.goTo(new Date(renews.getTime() + 14 * 86_400_000 + 60_000))
    const state = await shop.state(buyer)
    expect(state).toMatchObject({ plan: 'free', payment_due: false })
    expect(state.invoices.map(({ status }) => status)).toContain('void')
    expect(await rowOf(buyer)).toMatchObject({ status: 'ended', end_reason: 'payment_failed' })
    const { lots } = await buyer.call(api.credits.statement, { query: {} })
    expect(lots.filter(({ kind }) => kind === 'pack')).toMatchObject([{ remaining: 1000 }])
  })
})

describe('what the provider said', () => {
  it('before something newer was written is not written any more', async () => {
    await shop.subscribe(buyer, { plan: 'starter', period: 'monthly' })
    await shop.settle()
    const { app, provider } = shop
    const { external_id: id, version } = await rowOf(buyer)
    const invoices = await provider.listInvoices(id!)
    const subscription = (await provider.readSubscription(id!))!
    const customer = (await findCustomer(app.db.kysely, provider.name, subscription.customer))!
    await buyer.call(api.billing.cancel, { body: {} })
    await shop.settle()
    const newer = await rowOf(buyer)
    expect(newer.cancel_at).not.toBeNull()
    const context = {
      db: app.db,
      credits: app.context.credits,
      provider,
      onEvent: async () => undefined,
    } as Partial<PaymentContext> as PaymentContext
    const reading = { customer, subscription, invoices, version }
    const left = await transact(app.db, (tx) => applySubscription(tx, context, reading))
    expect(left).toBe('outdated')
    expect(await rowOf(buyer)).toEqual(newer)
  })
})
