import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { addMonths } from '#server/domains/credits/index.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { setClock } from '#tests/support/books.ts'
import { restartCredits, upgradeCredits } from './proration.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const MONTHLY = { period: 'monthly' } as const
const rowOf = (person: TestPerson) =>
  shop.app.db.kysely
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', person.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
const preview = (body: PlanChoice) => buyer.call(api.billing.preview, { body })
const change = (body: PlanChoice & { proration_date?: number | null }) =>
  buyer.call(api.billing.change, { body })
const me = async () => (await buyer.call(api.users.me, {})).plan

/** Subscribes at the start of November, so that its month is known to the second. */
async function subscribed(choice: PlanChoice) {
  await shop.subscribe(buyer, choice)
  const { anchor, renews_at: renews } = await rowOf(buyer)
  return { anchor, renews }
}

describe('an upgrade', () => {
  it('charges and grants the rest of the month at once, exactly what was shown', async () => {
    const { anchor, renews } = await subscribed({ plan: 'basic', ...MONTHLY })
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    const shown = await preview({ plan: 'starter', ...MONTHLY })
    const at = new Date((shown.proration_date ?? 0) * 1000)
    const granted = upgradeCredits({ old: 2000, new: 5000, at, start: anchor, end: renews })
    expect(shown).toMatchObject({
      takes_effect: 'now',
      credits_now: granted,
      credits_monthly: 5000,
      next_charge: { amount: 2900, at: renews.toISOString() },
    })
    expect(granted).toBeGreaterThan(1498)
    expect(granted).toBeLessThanOrEqual(1500)
    expect(shown.amount_due).toBe(850)
    // Later than shown, and still what was shown.
    await setClock(shop.app.db, '2026-11-16T00:05:00Z')
    const done = await change({
      plan: 'starter',
      ...MONTHLY,
      proration_date: shown.proration_date,
    })
    expect(done).toMatchObject({ status: 'changed', url: null, billing: { plan: 'starter' } })
    expect(done.billing.invoices[0]).toMatchObject({ amount: 850, status: 'paid' })
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 2000', `grant ${granted}`])
    const { lots } = await buyer.call(api.credits.statement, { query: {} })
    expect(lots.map(({ expires_at: end }) => end)).toEqual([
      renews.toISOString(),
      renews.toISOString(),
    ])
  })

  it('that is heard of days later is in the statement on the day of its payment', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    // Its answer was lost: only the provider's events tell of it.
    const { external_id: id } = await rowOf(buyer)
    const { items } = await shop.stripe.subscriptions.retrieve(id!)
    const { data: prices } = await shop.stripe.prices.list({ limit: 100 })
    const dearer = prices.find(
      ({ unit_amount: amount, recurring }) => amount === 2900 && recurring?.interval === 'month',
    )!
    await shop.stripe.subscriptions.update(id!, {
      items: [{ id: items.data[0]!.id, price: dearer.id }],
      proration_behavior: 'always_invoice',
    })
    await setClock(shop.app.db, '2026-11-18T00:00:00Z')
    await shop.settle()
    const { results } = await buyer.call(api.credits.statement, { query: {} })
    expect(results.slice(0, 2).map(({ kind }) => kind)).toEqual(['grant', 'grant'])
    const [paid] = await shop.paymentsOf(buyer)
    expect(results[0]!.created_at).toBe(paid?.paid_at?.toISOString())
    expect(results[0]!.created_at).toMatch(/^2026-11-16T00:0/)
  })

  it('as a ladder brings no more than in one step, and what was spent plays no part', async () => {
    const { anchor, renews } = await subscribed({ plan: 'basic', ...MONTHLY })
    await setClock(shop.app.db, '2026-11-11T00:00:00Z')
    const shown = await preview({ plan: 'pro', ...MONTHLY })
    const { proration_date: at } = shown
    for (const plan of ['starter', 'hobby', 'pro'] as const) {
      await change({ plan, ...MONTHLY, proration_date: at })
    }
    const whole = upgradeCredits({
      old: 2000,
      new: 25_000,
      at: new Date((at ?? 0) * 1000),
      start: anchor,
      end: renews,
    })
    const { credits } = await buyer.call(api.users.me, {})
    expect(credits - 2000).toBeLessThanOrEqual(whole)
    expect(credits - 2000).toBeGreaterThan(whole - 3)
    const invoices = (await shop.state(buyer)).invoices.slice(0, 3)
    const paid = invoices.reduce((sum, { amount }) => sum + amount, 0)
    expect(Math.abs(paid - shown.amount_due)).toBeLessThanOrEqual(3)
  })

  it('from monthly to yearly begins a new year and a new month', async () => {
    const { anchor, renews } = await subscribed({ plan: 'starter', ...MONTHLY })
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    const { proration_date: t } = await preview({ plan: 'starter', period: 'yearly' })
    await setClock(shop.app.db, '2026-11-16T00:07:00Z')
    await change({ plan: 'starter', period: 'yearly', proration_date: t })
    const at = new Date((t ?? 0) * 1000)
    const granted = restartCredits({ old: 5000, new: 5000, at, start: anchor, end: renews })
    expect(await shop.lines(buyer)).toEqual(['grant 5000', `grant ${granted}`])
    const row = await rowOf(buyer)
    expect(row).toMatchObject({ period: 'yearly', credit_months_granted: 1 })
    // The models of the month that it ended count on.
    const terms = await shop.app.context.billing.trainingTermsOf(shop.app.db.kysely, buyer.id)
    expect(terms.since).toEqual(anchor)
    // What was previewed begins the year and its first month, although it was confirmed seven minutes later.
    expect(row.anchor).toEqual(at)
    const { lots } = await buyer.call(api.credits.statement, { query: {} })
    expect(lots.map(({ expires_at: end }) => end)).toContain(addMonths(at, 1).toISOString())
    expect(row.renews_at.getTime() - addMonths(at, 12).getTime()).toBeLessThan(600_000)
    await shop.goTo(new Date(addMonths(row.anchor, 1).getTime() + 1000))
    expect((await shop.lines(buyer)).slice(2)).toEqual([
      'expire -5000',
      `expire -${granted}`,
      'grant 5000',
    ])
  })

  it('whose card fails changes nothing until it is paid', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
    const done = await change({ plan: 'pro', ...MONTHLY })
    expect(done.status).toBe('payment_pending')
    expect(done.url).toContain('http')
    expect(done.billing).toMatchObject({ plan: 'basic', payment_due: true })
    await shop.settle()
    expect(await me()).toMatchObject({ name: 'basic' })
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
    await expect(change({ plan: 'hobby', ...MONTHLY })).rejects.toMatchObject({
      code: 'payment_due',
    })
    // Abandoned: nothing was paid, and the plan goes on.
    const kept = await buyer.call(api.billing.resume, { body: {} })
    expect(kept).toMatchObject({ plan: 'basic', payment_due: false })
    expect((await change({ plan: 'pro', ...MONTHLY })).status).toBe('changed')
  })

  it('racing with itself is made once', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, () => change({ plan: 'pro', ...MONTHLY })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await shop.settle()
    expect(await shop.lines(buyer)).toHaveLength(2)
  })
})

describe('anything else', () => {
  it('waits for the end of the paid period, and can be taken back', async () => {
    const { renews } = await subscribed({ plan: 'pro', ...MONTHLY })
    expect(await preview({ plan: 'basic', ...MONTHLY })).toMatchObject({
      takes_effect: 'period_end',
      takes_effect_at: renews.toISOString(),
      amount_due: 0,
      credits_now: 0,
    })
    const scheduled = { plan: 'basic', period: 'monthly', at: renews.toISOString() }
    const done = await change({ plan: 'basic', ...MONTHLY })
    expect(done).toMatchObject({ status: 'scheduled', billing: { plan: 'pro', scheduled } })
    expect((await buyer.call(api.billing.resume, { body: {} })).scheduled).toBeNull()
    await change({ plan: 'starter', ...MONTHLY })
    await change({ plan: 'basic', ...MONTHLY })
    await shop.settle()
    expect((await shop.state(buyer)).scheduled).toEqual(scheduled)
    await shop.goTo(new Date(renews.getTime() + 60_000))
    expect(await shop.lines(buyer)).toEqual(['grant 25000', 'expire -25000', 'grant 2000'])
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', scheduled: null })
    expect((await shop.state(buyer)).invoices[0]).toMatchObject({ amount: 1200 })
  })

  it('such as from yearly to a dearer monthly plan', async () => {
    await subscribed({ plan: 'basic', period: 'yearly' })
    const done = await change({ plan: 'pro', ...MONTHLY })
    expect(done).toMatchObject({ status: 'scheduled', billing: { plan: 'basic' } })
  })

  it('is removed by an immediate change', async () => {
    await subscribed({ plan: 'hobby', ...MONTHLY })
    await change({ plan: 'basic', ...MONTHLY })
    const done = await change({ plan: 'pro', ...MONTHLY })
    expect(done).toMatchObject({ status: 'changed', billing: { plan: 'pro', scheduled: null } })
    await shop.settle()
    expect((await shop.state(buyer)).scheduled).toBeNull()
  })
})

describe('a cancellation', () => {
  it('ends the plan with the period; the credits go with it', async () => {
    const { renews } = await subscribed({ plan: 'starter', ...MONTHLY })
    const state = await buyer.call(api.billing.cancel, { body: {} })
    expect(state).toMatchObject({ cancel_at: renews.toISOString(), next_charge: null })
    expect(await me()).toMatchObject({ name: 'starter', cancel_at: renews.toISOString() })
    await shop.goTo(new Date(renews.getTime() + 60_000))
    expect(await me()).toMatchObject({ name: 'free', cancel_at: null })
    expect((await shop.lines(buyer)).slice(0, 2)).toEqual(['grant 5000', 'expire -5000'])
  })

  it('can be taken back, and goes when a dearer plan is paid', async () => {
    await subscribed({ plan: 'starter', ...MONTHLY })
    await buyer.call(api.billing.cancel, { body: {} })
    expect((await buyer.call(api.billing.resume, { body: {} })).cancel_at).toBeNull()
    await expect(buyer.call(api.billing.resume, { body: {} })).rejects.toMatchObject({
      code: 'conflict',
    })
    await buyer.call(api.billing.cancel, { body: {} })
    const { billing } = await change({ plan: 'pro', ...MONTHLY })
    expect(billing).toMatchObject({ plan: 'pro', cancel_at: null })
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'pro', cancel_at: null })
  })

  it('of a plan whose renewal is unpaid ends it now', async () => {
    const { renews } = await subscribed({ plan: 'starter', ...MONTHLY })
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
    await shop.goTo(new Date(renews.getTime() + 60_000))
    const state = await buyer.call(api.billing.cancel, { body: {} })
    expect(state).toMatchObject({ plan: 'free', payment_due: false })
  })
})

describe('bad changes', () => {
  it('the plan that one has, and changes without a plan', async () => {
    await expect(change({ plan: 'pro', ...MONTHLY })).rejects.toMatchObject({ code: 'conflict' })
    await subscribed({ plan: 'starter', ...MONTHLY })
    for (const call of [preview, change]) {
      await expect(call({ plan: 'starter', ...MONTHLY })).rejects.toMatchObject({
        status: 400,
        body: { plan: ['This is your current plan.'] },
      })
    }
  })

  it('other types, lists, unknown names and fields change nothing', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    await shop.settle()
    const before = [await rowOf(buyer), await shop.lines(buyer)]
    const bodies: [unknown, string[]][] = [
      [{ plan: 'gold', period: 'monthly' }, ['plan']],
      [{ plan: 'free', period: 'monthly' }, ['plan']],
      [{ plan: ['pro'], period: 'monthly' }, ['plan']],
      [{ plan: 'pro', period: 'daily' }, ['period']],
      [{ plan: 'pro' }, ['period']],
      [{ plan: 'pro', period: 'monthly', quantity: -1 }, ['quantity']],
      [[{ plan: 'pro', period: 'monthly' }], ['non_field_errors']],
    ]
    for (const path of ['/api/billing/preview/', '/api/billing/change/']) {
      for (const [body, fields] of bodies) {
        const headers = { authorization: `Token ${buyer.token}` }
        const answer = await rawRequest(shop.app, path, { body, headers })
        expect([path, answer.status, Object.keys(answer.body as object)]).toEqual([
          path,
          400,
          fields,
        ])
      }
    }
    for (const proration_date of [-1, 0, 1.5, '1795000000']) {
      const body = { plan: 'pro', ...MONTHLY, proration_date }
      const headers = { authorization: `Token ${buyer.token}` }
      const answer = await rawRequest(shop.app, '/api/billing/change/', { body, headers })
      expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, ['proration_date']])
    }
    expect([await rowOf(buyer), await shop.lines(buyer)]).toEqual(before)
  })

  it('a moment of no preview, or of one that is too old', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    await setClock(shop.app.db, '2026-11-16T00:00:00Z')
    const now = Date.parse('2026-11-16T00:00:00Z') / 1000
    for (const moment of [now - 700, now + 3600, 1]) {
      await expect(
        change({ plan: 'pro', ...MONTHLY, proration_date: moment }),
      ).rejects.toMatchObject({ status: 400 })
    }
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
  })
})
