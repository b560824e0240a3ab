import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { limitPerson } from '#tests/support/limit-person.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const MONTHLY = { period: 'monthly' } as const
const change = (body: PlanChoice) => buyer.call(api.billing.change, { body })
const resume = () => buyer.call(api.billing.resume, { body: {} })

/** Somebody with a plan, as the books and the provider have it. */
async function subscribed(choice: PlanChoice): Promise<{ id: string; renews: Date }> {
  await shop.subscribe(buyer, choice)
  const row = await shop.app.db.kysely
    .selectFrom('subscriptions')
    .select(['external_id', 'renews_at'])
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  return { id: row.external_id ?? '', renews: row.renews_at }
}

/** As the provider has one that was made before the flexible mode was the one of new subscriptions. */
const makeClassic = (subscription: string) =>
  sql`update test_payment_objects
    set data = jsonb_set(data, '{billing_mode}', '{"type": "classic", "flexible": null}')
    where id = ${subscription}`.execute(shop.app.db.kysely)

/** On the provider's own page. */
async function cancelInPortal(subscription: string): Promise<void> {
  const { url } = await buyer.call(api.billing.portal, {})
  const answer = await fetch(`${url}/cancel/`, {
    method: 'POST',
    body: new URLSearchParams({ subscription, sure: 'yes' }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  await shop.settle()
}

const minuteAfter = (at: Date) => new Date(at.getTime() + 60_000)

it('is named when a subscription is made', async () => {
  const { id } = await subscribed({ plan: 'basic', ...MONTHLY })
  const { billing_mode: mode } = await shop.stripe.subscriptions.retrieve(id)
  expect(mode.type).toBe('flexible')
})

describe.each(['flexible', 'classic'])("a cancellation on the provider's page, %s mode", (mode) => {
  async function subscribedInMode(choice: PlanChoice) {
    const subscription = await subscribed(choice)
    if (mode === 'classic') await makeClassic(subscription.id)
    return subscription
  }

  it('is written as this mode writes it, and shown', async () => {
    const { id, renews } = await subscribedInMode({ plan: 'basic', ...MONTHLY })
    await cancelInPortal(id)
    const remote = await shop.stripe.subscriptions.retrieve(id)
    expect([remote.cancel_at_period_end, remote.cancel_at]).toEqual([
      mode === 'classic',
      renews.getTime() / 1000,
    ])
    expect((await shop.state(buyer)).cancel_at).toBe(renews.toISOString())
    await shop.goTo(minuteAfter(renews))
    expect((await shop.state(buyer)).plan).toBe('free')
  })

  it('is taken back here, and the plan renews', async () => {
    const { id, renews } = await subscribedInMode({ plan: 'basic', ...MONTHLY })
    await cancelInPortal(id)
    const shown = await buyer.call(api.billing.previewResume, { body: {} })
    expect(shown.next_charge).toMatchObject({ amount: 1200, at: renews.toISOString() })
    expect((await resume()).cancel_at).toBeNull()
    const remote = await shop.stripe.subscriptions.retrieve(id)
    expect([remote.cancel_at_period_end, remote.cancel_at]).toEqual([false, null])
    await expect(resume()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await shop.goTo(minuteAfter(renews))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', cancel_at: null })
    expect(await shop.lines(buyer)).toEqual(['grant 2000', 'expire -2000', 'grant 2000'])
  })

  it('is not taken back by somebody limited', async () => {
    const { id, renews } = await subscribedInMode({ plan: 'basic', ...MONTHLY })
    await cancelInPortal(id)
    await limitPerson(shop.app, buyer)
    await expect(resume()).rejects.toMatchObject({ status: 403, code: 'account_limited' })
    expect((await shop.state(buyer)).cancel_at).toBe(renews.toISOString())
  })

  it('cannot be replaced by another plan by somebody limited, at once or later', async () => {
    await subscribedInMode({ plan: 'starter', ...MONTHLY })
    await limitPerson(shop.app, buyer)
    const refused = { status: 403, code: 'account_limited' }
    await expect(change({ plan: 'pro', ...MONTHLY })).rejects.toMatchObject(refused)
    await expect(change({ plan: 'basic', ...MONTHLY })).rejects.toMatchObject(refused)
    expect((await shop.state(buyer)).scheduled).toBeNull()
  })

  it('makes place for an upgrade, whose events are worked off', async () => {
    const { id, renews } = await subscribedInMode({ plan: 'basic', ...MONTHLY })
    await cancelInPortal(id)
    const done = await change({ plan: 'starter', ...MONTHLY })
    expect(done).toMatchObject({ status: 'changed', billing: { plan: 'starter', cancel_at: null } })
    await shop.replay()
    const remote = await shop.stripe.subscriptions.retrieve(id)
    expect([remote.cancel_at_period_end, remote.cancel_at]).toEqual([false, null])
    await shop.goTo(minuteAfter(renews))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'starter', cancel_at: null })
  })

  it('makes place for a change at the end of the period', async () => {
    const { id, renews } = await subscribedInMode({ plan: 'pro', ...MONTHLY })
    await cancelInPortal(id)
    const { billing } = await change({ plan: 'basic', ...MONTHLY })
    expect(billing).toMatchObject({ cancel_at: null, scheduled: { plan: 'basic' } })
    await shop.goTo(minuteAfter(renews))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', cancel_at: null })
  })
})

it('a change that has taken effect cannot be taken back', async () => {
  const { renews } = await subscribed({ plan: 'pro', ...MONTHLY })
  await change({ plan: 'basic', ...MONTHLY })
  await shop.goTo(minuteAfter(renews))
  const conflict = { status: 409, code: 'conflict' }
  await expect(resume()).rejects.toMatchObject(conflict)
  await expect(buyer.call(api.billing.previewResume, { body: {} })).rejects.toMatchObject(conflict)
  expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', scheduled: null })
})

describe('an upgrade', () => {
  it('that was charged but cannot be written yet is no failure, and is written by its events', async () => {
    await subscribed({ plan: 'basic', ...MONTHLY })
    const { db } = shop.app
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'not now'; end $$`.execute(db.kysely)
    await sql`create trigger refuse before insert on payments execute function refuse()`.execute(
      db.kysely,
    )
    const done = await change({ plan: 'starter', ...MONTHLY })
    await sql`drop trigger refuse on payments`.execute(db.kysely)
    await sql`drop function refuse`.execute(db.kysely)
    expect(done).toMatchObject({ status: 'payment_pending', url: null, billing: { plan: 'basic' } })
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'starter' })
    expect(await shop.paymentsOf(buyer)).toHaveLength(2)
    await expect(change({ plan: 'starter', ...MONTHLY })).rejects.toMatchObject({ status: 400 })
  })

  it('that costs less than the provider collects waits for the next period', async () => {
    const { renews } = await subscribed({ plan: 'basic', ...MONTHLY })
    await shop.goTo(new Date(renews.getTime() - 3_600_000))
    const refusal = {
      status: 409,
      code: 'conflict',
      body: { detail: expect.stringContaining('is less than $0.50') },
    }
    const choice = { plan: 'pro', ...MONTHLY } as const
    await expect(buyer.call(api.billing.preview, { body: choice })).rejects.toMatchObject(refusal)
    await expect(change(choice)).rejects.toMatchObject(refusal)
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', payment_due: false })
    expect(await shop.paymentsOf(buyer)).toHaveLength(1)
    await shop.goTo(minuteAfter(renews))
    expect((await change(choice)).status).toBe('changed')
  })
})
