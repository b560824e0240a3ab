import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { addMonths } from '#server/domains/credits/index.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const MONTHLY = { period: 'monthly' } as const
const STALE = {
  status: 409,
  code: 'conflict',
  body: { detail: expect.stringMatching(/has changed/) },
}
const call = (course: 'cancel' | 'resume', person = buyer) => ({
  preview: () =>
    person.call(course === 'cancel' ? api.billing.previewCancel : api.billing.previewResume, {
      body: {},
    }),
  act: (seen?: string) =>
    person.call(course === 'cancel' ? api.billing.cancel : api.billing.resume, { body: { seen } }),
})
const cancel = () => call('cancel')
const resume = () => call('resume')
const change = (body: PlanChoice & { seen?: string }) => buyer.call(api.billing.change, { body })

async function subscribed(choice: PlanChoice, person = buyer) {
  await shop.subscribe(person, choice)
  const { renews_at: renews } = await shop.app.db.kysely
    .selectFrom('subscriptions')
    .select('renews_at')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return renews.toISOString()
}

describe('cancelling, before it is done', () => {
  it('says when the plan ends, that nothing more is charged, and what becomes of the credits', async () => {
    const renews = await subscribed({ plan: 'starter', ...MONTHLY })
    await shop.buyPack(buyer, 1000)
    await shop.settle()
    const shown = await cancel().preview()
    expect(shown).toMatchObject({
      plan: 'starter',
      period: 'monthly',
      ends_at: renews,
      ends_now: false,
      drops: { cancellation: null, scheduled: null, unpaid: null },
      amount_due: 0,
      next_charge: null,
      credits: { plan: 5000, other: 1000, monthly: 5000, next_at: null },
    })
    // Looking has changed nothing.
    expect(await shop.state(buyer)).toMatchObject({ cancel_at: null, next_charge: { at: renews } })
    expect((await cancel().act(shown.seen)).cancel_at).toBe(renews)
    await shop.goTo(new Date(Date.parse(renews) + 60_000))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free' })
    expect((await shop.state(buyer)).invoices).toHaveLength(2)
    // The pack, and the free credits of the new month.
    expect(await shop.credits(buyer)).toBe(1040)
  })

  it('of a yearly plan names the credits that go on coming', async () => {
    const renews = await subscribed({ plan: 'pro', period: 'yearly' })
    const { credits, ends_at: endsAt } = await cancel().preview()
    const next = addMonths(addMonths(new Date(renews), -12), 1).toISOString()
    expect(credits).toEqual({ plan: 25_000, other: 0, monthly: 25_000, next_at: next })
    expect(endsAt).toBe(renews)
  })

  it('drops a change that was set, by the word of its schedule', async () => {
    const renews = await subscribed({ plan: 'pro', ...MONTHLY })
    await change({ plan: 'basic', ...MONTHLY })
    const shown = await cancel().preview()
    expect(shown).toMatchObject({
      ends_at: renews,
      drops: { scheduled: { plan: 'basic', period: 'monthly', at: renews } },
      next_charge: null,
    })
    expect(await cancel().act(shown.seen)).toMatchObject({ cancel_at: renews, scheduled: null })
  })

  it('of a plan whose renewal is unpaid says that it ends at once', async () => {
    const renews = await subscribed({ plan: 'starter', ...MONTHLY })
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
    await shop.goTo(new Date(Date.parse(renews) + 60_000))
    const shown = await cancel().preview()
    expect(shown).toMatchObject({
      ends_now: true,
      drops: { unpaid: { amount: 2900, currency: 'usd' } },
      amount_due: 0,
      next_charge: null,
      credits: { plan: 0, next_at: null },
    })
    expect(await cancel().act(shown.seen)).toMatchObject({ plan: 'free', payment_due: false })
  })

  it('that was done already says so', async () => {
    await subscribed({ plan: 'starter', ...MONTHLY })
    await cancel().act()
    await expect(cancel().preview()).rejects.toMatchObject({
      code: 'conflict',
      body: { detail: 'Your plan is already canceled. It ends on Dec 1, 2026.' },
    })
  })
})

describe('having the plan go on, before it is done', () => {
  it('names the card that is charged, and so does a change', async () => {
    await subscribed({ plan: 'starter', ...MONTHLY })
    await cancel().act()
    const card = { brand: 'visa', last4: '4242' }
    expect((await resume().preview()).card).toEqual(card)
    await resume().act()
    for (const plan of ['pro', 'basic'] as const) {
      const shown = await buyer.call(api.billing.preview, { body: { plan, ...MONTHLY } })
      expect(shown.card).toEqual(card)
    }
  })

  it("takes a cancellation back, with the provider's next invoice", async () => {
    const renews = await subscribed({ plan: 'starter', ...MONTHLY })
    await cancel().act()
    const shown = await resume().preview()
    expect(shown).toMatchObject({
      ends_at: null,
      drops: { cancellation: renews, scheduled: null, unpaid: null },
      amount_due: 0,
      next_charge: { amount: 2900, at: renews, lines: [{ amount: 2900 }] },
      credits: { plan: 5000, monthly: 5000, next_at: renews },
    })
    expect(shown.next_charge?.lines[0]?.text).toContain('Starter plan')
    expect((await shop.state(buyer)).cancel_at).toBe(renews)
    expect(await resume().act(shown.seen)).toMatchObject({
      cancel_at: null,
      next_charge: { amount: 2900, at: renews },
    })
    await shop.goTo(new Date(Date.parse(renews) + 60_000))
    expect((await shop.state(buyer)).invoices[0]).toMatchObject({ amount: 2900, status: 'paid' })
  })

  it('undoes a scheduled change, with the price of the present plan', async () => {
    const renews = await subscribed({ plan: 'pro', ...MONTHLY })
    const waiting = await buyer.call(api.billing.preview, { body: { plan: 'basic', ...MONTHLY } })
    expect(waiting.next_charge).toEqual({ amount: 1200, at: renews })
    await change({ plan: 'basic', ...MONTHLY, seen: waiting.seen })
    const other = await buyer.call(api.billing.preview, { body: { plan: 'starter', ...MONTHLY } })
    expect(other.next_charge).toEqual({ amount: 2900, at: renews })
    const shown = await resume().preview()
    expect(shown).toMatchObject({
      plan: 'pro',
      drops: { cancellation: null, scheduled: { plan: 'basic' } },
      next_charge: { amount: 9900, at: renews },
    })
    expect((await resume().act(shown.seen)).scheduled).toBeNull()
    await shop.goTo(new Date(Date.parse(renews) + 60_000))
    expect((await shop.state(buyer)).invoices[0]).toMatchObject({ amount: 9900, status: 'paid' })
  })

  it('abandons an upgrade that is not paid', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    await shop.test.controls.decideNextCharges(await shop.customerOf(buyer), ['declined'])
    const { billing } = await change({ plan: 'pro', ...MONTHLY })
    const shown = await resume().preview()
    expect(shown).toMatchObject({
      plan: 'basic',
      drops: { unpaid: { amount: billing.due_invoice?.amount } },
      next_charge: { amount: 1200 },
    })
    expect(await resume().act(shown.seen)).toMatchObject({ plan: 'basic', payment_due: false })
    await expect(resume().preview()).rejects.toMatchObject({
      body: { detail: 'Your plan is not canceled.' },
    })
  })
})

describe('what was seen', () => {
  it('and holds no longer is not done: nothing changes', async () => {
    await subscribed({ plan: 'pro', ...MONTHLY })
    const { seen } = await cancel().preview()
    await change({ plan: 'basic', ...MONTHLY })
    await expect(cancel().act(seen)).rejects.toMatchObject(STALE)
    const kept = await resume().preview()
    expect(await shop.state(buyer)).toMatchObject({ cancel_at: null, scheduled: { plan: 'basic' } })
    await cancel().act()
    await expect(resume().act(kept.seen)).rejects.toMatchObject(STALE)
    expect((await shop.state(buyer)).cancel_at).not.toBeNull()
    // A fresh look is as good as ever.
    expect(await resume().act((await resume().preview()).seen)).toMatchObject({ cancel_at: null })
  })

  it('of another plan charges nothing', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    const shown = await buyer.call(api.billing.preview, { body: { plan: 'pro', ...MONTHLY } })
    await change({ plan: 'hobby', ...MONTHLY })
    const before = await shop.lines(buyer)
    await expect(change({ plan: 'pro', ...MONTHLY, seen: shown.seen })).rejects.toMatchObject(STALE)
    expect(await shop.lines(buyer)).toEqual(before)
    expect(await shop.state(buyer)).toMatchObject({ plan: 'hobby' })
  })

  it('stays the same while only time passes', async () => {
    await subscribed({ plan: 'starter', ...MONTHLY })
    const { seen } = await cancel().preview()
    await setClock(shop.app.db, '2026-11-20T00:00:00Z')
    await shop.settle()
    expect((await cancel().preview()).seen).toBe(seen)
    expect((await cancel().act(seen)).cancel_at).not.toBeNull()
  })

  it('by somebody else is worth nothing, and without a plan there is nothing to see', async () => {
    const other = await shop.newBuyer()
    await subscribed({ plan: 'starter', ...MONTHLY })
    const { seen } = await cancel().preview()
    for (const course of ['cancel', 'resume'] as const) {
      const { preview, act } = call(course, other)
      for (const refused of [preview, () => act(seen), () => act()]) {
        await expect(refused()).rejects.toMatchObject({
          status: 409,
          body: { detail: 'You have no paid plan to change.' },
        })
      }
    }
    await subscribed({ plan: 'starter', ...MONTHLY }, other)
    await expect(call('cancel', other).act(seen)).rejects.toMatchObject(STALE)
    expect((await shop.state(other)).cancel_at).toBeNull()
    expect((await shop.state(buyer)).cancel_at).toBeNull()
  })

  it('pressed twice is done once', async () => {
    await subscribed({ plan: 'starter', ...MONTHLY })
    const { seen } = await cancel().preview()
    const results = await Promise.allSettled([1, 2, 3].map(() => cancel().act(seen)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await shop.settle()
    expect((await shop.state(buyer)).cancel_at).not.toBeNull()
  })

  it('of another type, and unknown fields, are refused by name', async () => {
    await subscribed({ plan: 'starter', ...MONTHLY })
    const headers = { authorization: `Token ${buyer.token}` }
    for (const path of ['/api/billing/cancel/', '/api/billing/resume/']) {
      for (const body of [{ seen: 1 }, { seen: ['x'] }, { seen: 'x'.repeat(101) }]) {
        const answer = await rawRequest(shop.app, path, { body, headers })
        expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, ['seen']])
      }
      const answer = await rawRequest(shop.app, `${path}preview/`, { body: { at: 1 }, headers })
      expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, ['at']])
    }
    expect((await shop.state(buyer)).cancel_at).toBeNull()
  })
})
