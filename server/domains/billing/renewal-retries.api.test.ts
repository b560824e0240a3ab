import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { idOf } from './stripe/client.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let shop: PaymentsApp
let buyer: TestPerson

// A renewal's invoice is a draft for an hour, and the operator has chosen other days for the retries.
withShop((...now) => ([shop, buyer] = now), {
  app: { overrides: { paymentAccount: { retryDays: [1, 2, 4, 6, 9, 12] } } },
})

async function subscribed(card: '4242' | '0341'): Promise<{ id: string; renews: number }> {
  await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' }, card)
  const row = await shop.app.db.kysely
    .selectFrom('subscriptions')
    .select(['external_id', 'renews_at'])
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  return { id: row.external_id ?? '', renews: row.renews_at.getTime() }
}

/** As an account whose retries end without cancelling. @returns the id of the open invoice */
async function stopRetries(subscription: string): Promise<string> {
  const { latest_invoice: latest } = await shop.stripe.subscriptions.retrieve(subscription)
  const id = idOf(latest) ?? ''
  const { kysely } = shop.app.db
  await sql`delete from test_payment_timers where object_id = ${id}`.execute(kysely)
  await sql`update test_payment_objects set data = data || '{"next_payment_attempt": null}'
    where id = ${id}`.execute(kysely)
  return id
}

// First, while nobody else here owes anything.
it('failed renewals are reported by `billing sync` as the provider has planned them', async () => {
  const { id, renews } = await subscribed('0341')
  const collection = async () => {
    const lines = await shop.app.context.billing.syncCatalog()
    return lines.filter(({ what }) => /retr(?:y|ies)/.test(what))
  }
  const none = await collection()
  expect(none).toEqual([{ what: expect.stringContaining('none planned'), state: 'check' }])
  await shop.goTo(new Date(renews + 1.5 * HOUR))
  expect(await collection()).toEqual([
    { what: expect.stringContaining(': try 2 on day 1'), state: 'found' },
  ])
  await stopRetries(id)
  expect(await collection()).toEqual([
    { what: expect.stringContaining('none planned'), state: 'check' },
    { what: expect.stringContaining('1 subscriptions were left unpaid'), state: 'check' },
  ])
  await shop.stripe.subscriptions.cancel(id)
  await shop.settle()
})

describe('the hour before a renewal is collected', () => {
  it('leaves the old credits, refuses a change, and ends with the new month', async () => {
    const { renews } = await subscribed('4242')
    await shop.goTo(new Date(renews + HOUR / 2))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', payment_due: false })
    await shop.spend(buyer, 10)
    await expect(
      buyer.call(api.billing.change, { body: { plan: 'pro', period: 'monthly' } }),
    ).rejects.toMatchObject({ status: 409, code: 'payment_due' })
    await shop.goTo(new Date(renews + 1.5 * HOUR))
    expect(await shop.lines(buyer)).toEqual([
      'grant 2000',
      'hold -10',
      'capture 0',
      'expire -1990',
      'grant 2000',
    ])
  })

  it('takes the old credits at once when the card fails', async () => {
    const { renews } = await subscribed('0341')
    await shop.goTo(new Date(renews + HOUR / 2))
    await shop.spend(buyer, 10)
    await shop.goTo(new Date(renews + 1.5 * HOUR))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', payment_due: true })
    expect((await shop.lines(buyer)).at(-1)).toBe('expire -1990')
  })
})

describe('failed renewals', () => {
  it('are tried as often as the provider says, and then the plan ends', async () => {
    const { renews } = await subscribed('0341')
    for (const days of [0, 1, 2, 4, 6, 9]) {
      await shop.goTo(new Date(renews + days * DAY + 1.5 * HOUR))
      const state = await shop.state(buyer)
      expect(state).toMatchObject({ plan: 'basic', payment_due: true })
      expect(Date.parse(state.due_invoice?.next_attempt_at ?? '')).toBeGreaterThan(renews)
    }
    await shop.goTo(new Date(renews + 12 * DAY + 1.5 * HOUR))
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free', payment_due: false })
  })

  it('are abandoned a day after the provider has planned no other try, not before', async () => {
    const { id, renews } = await subscribed('0341')
    await shop.goTo(new Date(renews + 1.5 * HOUR))
    const invoice = await stopRetries(id)
    await shop.app.context.billing.sweep()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'basic', payment_due: true })
    await shop.goTo(new Date(renews + DAY + 2 * HOUR))
    await shop.app.context.billing.sweep()
    expect((await shop.state(buyer)).plan).toBe('basic')
    // The last try that was planned, of the day before, is a day ago now.
    await shop.goTo(new Date(renews + 2 * DAY + 2 * HOUR))
    await shop.app.context.billing.sweep()
    await shop.settle()
    expect(await shop.state(buyer)).toMatchObject({ plan: 'free', payment_due: false })
    expect((await shop.stripe.invoices.retrieve(invoice)).status).toBe('void')
  })
})
