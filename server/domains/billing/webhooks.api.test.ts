import { sql } from 'kysely'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { readMoneyTime, transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
import { createStripeProvider } from './index.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now), { keepsTime: true })

const post = (body: string, headers: Record<string, string>) =>
  fetch(`${shop.app.url}/api/webhooks/stripe/`, { method: 'POST', body, headers })
const sign = (body: string, options: { secret?: string; timestamp?: number } = {}) =>
  Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: options.secret ?? shop.test.webhookSecret,
    ...(options.timestamp !== undefined && { timestamp: options.timestamp }),
  })
const signed = (body: string) => post(body, { 'stripe-signature': sign(body) })
const stored = async (id: string) =>
  shop.app.db.kysely
    .selectFrom('provider_events')
    .selectAll()
    .where('event_id', '=', id)
    .executeTakeFirst()
const worked = async (id: string) => {
  await expect.poll(async () => (await stored(id))?.done_at, { timeout: 20_000 }).toBeTruthy()
  return (await stored(id))?.outcome
}
const event = (id: string, type: string, object: Record<string, unknown>, version?: string) =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: version ?? '2026-10-28.endive',
    created: Math.floor(Date.now() / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  })

describe('an event', () => {
  const body = event('evt_forged', 'checkout.session.completed', { id: 'cs_test_x' })

  it.each([
    ['no signature', () => ({})],
    [
      'a signature of another secret',
      () => ({ 'stripe-signature': sign(body, { secret: 'whsec_other' }) }),
    ],
    [
      'one of ten minutes ago',
      () => ({
        'stripe-signature': sign(body, { timestamp: Math.floor(Date.now() / 1000) - 600 }),
      }),
    ],
    ['no signature at all but words', () => ({ 'stripe-signature': 'let me in' })],
  ])('with %s is refused', async (_, headers) => {
    const answer = await post(body, headers())
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([400, 'invalid'])
    expect(await stored('evt_forged')).toBeUndefined()
  })

  it('cut in the middle, or changed by a byte, is refused', async () => {
    const signature = sign(body)
    expect((await post(body.slice(0, -20), { 'stripe-signature': signature })).status).toBe(400)
    const changed = body.replace('cs_test_x', 'cs_test_y')
    expect((await post(changed, { 'stripe-signature': signature })).status).toBe(400)
    const half = body.slice(0, -20)
    expect((await signed(half)).status).toBe(400)
    expect((await signed('')).status).toBe(400)
  })

  it('that is none, though it is signed, is refused', async () => {
    const good = JSON.parse(body) as Record<string, unknown>
    const none: unknown[] = [null, {}, [], 'evt_1', 5, { id: 'evt_none' }]
    for (const id of [5, null, '', 'evt_\0', `evt_${'x'.repeat(300)}`]) none.push({ ...good, id })
    for (const type of [5, null, '', 'invoice.\0']) none.push({ ...good, type })
    for (const created of ['now', 1e20, -1, 0.5, null]) none.push({ ...good, created })
    for (const data of [null, 5, []]) none.push({ ...good, data })
    for (const signedBody of none.map((each) => JSON.stringify(each))) {
      const answer = await signed(signedBody)
      const { status, headers } = answer
      expect([signedBody, status, headers.get('x-error-code')]).toEqual([
        signedBody,
        400,
        'invalid',
      ])
    }
    // An object that cannot be one is not asked for.
    for (const [index, id] of [5, null, '', 'in_\0', '../x', 'x'.repeat(300)].entries()) {
      const about = event(`evt_odd_${index}`, 'invoice.paid', { id })
      expect((await signed(about)).status).toBe(200)
      expect(await worked(`evt_odd_${index}`)).toBe('ignored')
    }
  })

  it('of an unknown type, customer or object is taken and leaves no trace in the books', async () => {
    const cases: [string, Record<string, unknown>][] = [
      ['radar.early_fraud_warning.created', { id: 'issfr_1' }],
      ['checkout.session.completed', { id: 'cs_test_of_nobody' }],
      ['invoice.paid', { id: 'in_of_nobody', subscription: 'sub_of_nobody' }],
      ['customer.subscription.updated', { id: 'sub_of_nobody' }],
      ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_of_nobody' }],
      ['charge.refunded', { id: 'ch_2', payment_intent: null }],
      ['customer.subscription.deleted', { id: { toString: 'no text' } }],
    ]
    for (const [index, [type, object]] of cases.entries()) {
      const id = `evt_unknown_${index}`
      expect((await signed(event(id, type, object))).status).toBe(200)
      expect(['ignored', 'not ours']).toContain(await worked(id))
    }
  })

  it('of another customer of the same provider is none of ours', async () => {
    const customer = await shop.stripe.customers.create({ email: 'other@example.com' })
    const { data } = await shop.stripe.prices.list({ lookup_keys: ['atelier_pack_1000'] })
    const session = await shop.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      line_items: data[0]
        ? [{ price: data[0].id, quantity: 1 }]
        : [
            {
              price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Other' } },
              quantity: 1,
            },
          ],
      success_url: `${shop.app.url}/`,
    })
    await shop.pay(session.url ?? '')
    await shop.settle()
    const row = await shop.app.db.kysely
      .selectFrom('payments')
      .select('id')
      .where('external_id', '=', session.id)
      .execute()
    expect(row).toEqual([])
  })

  it('signed with either of two secrets is taken', async () => {
    const secrets = ['whsec_old', 'whsec_new']
    const provider = createStripeProvider({
      name: 'stripe',
      secretKey: 'sk_test_x',
      apiBase: 'http://127.0.0.1:1',
      webhookSecrets: secrets,
      autoSync: false,
    })
    for (const secret of secrets) {
      expect(provider.readEvent(Buffer.from(body), sign(body, { secret })).id).toBe('evt_forged')
    }
    expect(() => provider.readEvent(Buffer.from(body), sign(body))).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    )
  })
})

describe('the events of one purchase', () => {
  it(
    'ten thousand times, backwards, and a month later, bring it once',
    { timeout: 300_000 },
    async () => {
      await shop.buyPack(buyer)
      await shop.settle()
      const bodies = (await shop.test.deliveries()).slice(-8).map(({ body }) => body)
      const deliveries = bodies.map((body) => ({ body, signature: sign(body) })).toReversed()
      let left = 10_000
      const statuses = new Map<number, number>()
      const deliver = async () => {
        while (left > 0) {
          left -= 1
          const { body, signature } = deliveries[left % deliveries.length]!
          const answer = await post(body, { 'stripe-signature': signature })
          await answer.arrayBuffer()
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: 24 }, deliver))
      expect([...statuses]).toEqual([[200, 10_000]])
      const now = await readMoneyTime(shop.app.db.kysely)
      await setClock(shop.app.db, new Date(now.getTime() + 31 * 86_400_000))
      for (const { body } of deliveries) expect((await signed(body)).status).toBe(200)
      await shop.settle()
      // A new event about the same old session: it is read again, and is known.
      const [payment] = await shop.paymentsOf(buyer)
      await signed(event('evt_again', 'checkout.session.completed', { id: payment?.external_id }))
      expect(await worked('evt_again')).toBe('applied')
      expect(await shop.lines(buyer)).toEqual(['grant 1000'])
    },
  )

  it('written by an older version of the API mean the same', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'monthly' })
    await shop.settle()
    const [payment] = await shop.paymentsOf(buyer)
    const older = { id: payment?.external_id, object: 'invoice', subscription: 'sub_whatever' }
    await signed(event('evt_older', 'invoice.payment_succeeded', older, '2022-11-15'))
    expect(await worked('evt_older')).toBe('applied')
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
  })
})

/** While `act` runs, no event can be stored; what was not stored by then is never sent again. */
async function whileDown<T>(act: () => Promise<T>): Promise<T> {
  const { kysely } = shop.app.db
  await sql`create or replace function be_down() returns trigger language plpgsql as
    $$ begin raise exception 'down'; end $$`.execute(kysely)
  await sql`create trigger down before insert on provider_events
    for each row execute function be_down()`.execute(kysely)
  try {
    return await act()
  } finally {
    await shop.test.deliverDue()
    await sql`update test_payment_events set next_attempt_at = null`.execute(kysely)
    await sql`drop trigger down on provider_events`.execute(kysely)
  }
}

describe('the sweep', () => {
  it('fetches what never came', async () => {
    const id = await whileDown(() => shop.buyPack(buyer, 6000))
    expect(await shop.paymentsOf(buyer)).toEqual([])
    await shop.app.context.billing.sweep()
    await expect.poll(() => shop.credits(buyer), { timeout: 20_000 }).toBe(6000)
    const checkout = await shop.app.db.kysely
      .selectFrom('checkouts')
      .select('status')
      .where('session_id', '=', id)
      .executeTakeFirst()
    expect(checkout).toEqual({ status: 'paid' })
  })

  it('reads months of a plan of which nothing was heard, one after the other', async () => {
    await whileDown(async () => {
      const { url } = await buyer.call(api.billing.checkoutSubscription, {
        body: { plan: 'basic', period: 'monthly' },
      })
      await shop.pay(url)
      const now = await readMoneyTime(shop.app.db.kysely)
      await setClock(shop.app.db, new Date(now.getTime() + 40 * 86_400_000))
      await shop.test.tick()
    })
    await shop.app.context.billing.sweep()
    await expect
      .poll(() => shop.lines(buyer), { timeout: 20_000 })
      .toEqual(['grant 2000', 'expire -2000', 'grant 2000'])
  })

  it('ends plans of a provider of before once their time is over', async () => {
    const start = await readMoneyTime(shop.app.db.kysely)
    await transact(shop.app.db, (tx) =>
      shop.app.context.billing.grantComplimentaryPlan(tx, {
        userId: buyer.id,
        plan: 'basic',
        period: 'monthly',
      }),
    )
    await shop.app.db.kysely
      .updateTable('subscriptions')
      .set({ provider: 'before', external_id: 'sub_before', cancel_at: null })
      .where('user_id', '=', buyer.id)
      .execute()
    await shop.app.context.billing.sweep()
    expect((await shop.state(buyer)).plan).toBe('basic')
    await setClock(shop.app.db, new Date(start.getTime() + 33 * 86_400_000))
    await shop.app.context.billing.sweep()
    expect((await shop.state(buyer)).plan).toBe('free')
  })

  it('closes a checkout whose end nobody told', async () => {
    const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    const now = await readMoneyTime(shop.app.db.kysely)
    await setClock(shop.app.db, new Date(now.getTime() + 25 * 3_600_000))
    await shop.app.context.billing.sweep()
    const next = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    expect(next.url).not.toBe(url)
  })
})
