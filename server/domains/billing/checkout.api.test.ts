import { describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { PaymentsApp } from './testing/payments-app.ts'
import { withShop } from './testing/with-shop.ts'

let shop: PaymentsApp
let buyer: TestPerson

withShop((...now) => ([shop, buyer] = now))

const packPage = async (quantity: number | string, person = buyer) =>
  (await person.call(api.billing.checkout, { query: { quantity: String(quantity) } })).url
const success = (id: string, person = buyer) =>
  person.call(api.billing.checkoutSuccess, { query: { session_id: id } })

describe('a pack', () => {
  it('is in the statement on the day of its payment, however late that is heard of', async () => {
    const { rows } = await shop.app.db.pool.query<{ now: Date }>('select money_now() as now')
    await shop.pay(await packPage(1000))
    await setClock(shop.app.db, new Date(rows[0]!.now.getTime() + 2 * 86_400_000).toISOString())
    await shop.settle()
    const { results } = await buyer.call(api.credits.statement, { query: {} })
    const [{ kind, created_at: at }] = results as [(typeof results)[0]]
    expect(kind).toBe('grant')
    expect(Date.parse(at) - rows[0]!.now.getTime()).toBeLessThan(60_000)
  })

  it('is paid in the test checkout, and its credits come by the webhook', async () => {
    const id = await shop.pay(await packPage(1000))
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(1000)
    expect(await success(id)).toMatchObject({
      status: 'paid',
      credits: 1000,
      plan: { name: 'free' },
    })
    const { invoices } = await shop.state(buyer)
    expect(invoices).toMatchObject([
      { kind: 'pack', text: '1,000 credits', status: 'paid', amount: 999, currency: 'usd' },
    ])
  })

  it('has its invoice in the list, to be looked at, and is one payment for all that', async () => {
    await shop.pay(await packPage(1000))
    await shop.settle()
    const { invoices } = await shop.state(buyer)
    expect(invoices).toMatchObject([
      { number: expect.stringMatching(/^[A-Z0-9]+-0001$/) as string },
    ])
    const page = await fetch(invoices[0]!.url ?? '')
    expect(await page.text()).toContain('This invoice is paid.')
    expect(await shop.app.context.admin.findDifferences(30)).toMatchObject({ findings: [] })
  })

  it('gets its invoice also when that is made after the payment was told', async () => {
    await shop.pay(await packPage(1000))
    await shop.settle()
    const [known] = await shop.paymentsOf(buyer)
    await shop.app.db.kysely
      .updateTable('payments')
      .set({ url: null, number: null })
      .where('id', '=', known!.id)
      .execute()
    const { data } = await shop.stripe.events.list({ type: 'invoice.paid', limit: 1 })
    await shop.app.db.kysely
      .updateTable('provider_events')
      .set({ done_at: null })
      .where('event_id', '=', data[0]!.id)
      .execute()
    await shop.app.context.billing.workOnEvent({ provider: 'test', eventId: data[0]!.id })
    expect(await shop.paymentsOf(buyer)).toMatchObject([{ url: known!.url, number: known!.number }])
    expect(await shop.lines(buyer)).toEqual(['grant 1000'])
  })

  it('is there for the buyer who is back before the webhook, and comes once by all paths', async () => {
    const id = await shop.pay(await packPage(2000))
    const answers = await Promise.all([success(id), success(id), success(id), shop.settle()])
    expect(answers[0]).toMatchObject({ status: 'paid', credits: 2000 })
    await shop.app.context.billing.sweep()
    expect(await success(id)).toMatchObject({ status: 'paid', credits: 2000 })
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
  })
})

describe('the page of a checkout', () => {
  it('is the same for a double click, and for a second look', async () => {
    const urls = await Promise.all([packPage(1000), packPage(1000), packPage(1000)])
    expect(new Set([...urls, await packPage(1000)]).size).toBe(1)
    const { data } = await shop.stripe.checkout.sessions.list({
      customer: await shop.customerOf(buyer),
    })
    expect(data).toHaveLength(1)
  })

  it('of another order closes the one before; paid at that very moment it still counts', async () => {
    const first = await packPage(1000)
    const second = await packPage(2000)
    expect(second).not.toBe(first)
    await shop.pay(first)
    await shop.settle()
    expect(await shop.credits(buyer)).toBe(0)
    await shop.pay(second)
    // The webhook may not have come: a new order reads the old session first.
    await packPage(6000)
    expect(await shop.credits(buyer)).toBe(2000)
    await shop.settle()
    expect(await shop.lines(buyer)).toEqual(['grant 2000'])
  })

  it('closes one that was replaced when the process ended', async () => {
    const first = /\/([^/]+)$/.exec(await packPage(1000))?.[1] ?? ''
    // Replaced, and the process ended before its page was closed.
    await shop.app.db.kysely.updateTable('checkouts').set({ status: 'expired' }).execute()
    await packPage(2000)
    const { status } = await shop.stripe.checkout.sessions.retrieve(first)
    expect(status).toBe('expired')
  })

  it('is one however many orders race for it: the others are refused, and their pages closed', async () => {
    const orders = [1000, 2000, 6000, 14_000].map((quantity) => packPage(quantity))
    for (const plan of ['basic', 'pro'] as const) {
      const body = { plan, period: 'monthly' } as const
      orders.push(buyer.call(api.billing.checkoutSubscription, { body }).then(({ url }) => url))
    }
    const answers = await Promise.allSettled(orders)
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual(
      refused.map(() => ({ status: 'rejected', reason: expect.objectContaining({ status: 409 }) })),
    )
    const { data } = await shop.stripe.checkout.sessions.list({
      customer: await shop.customerOf(buyer),
      limit: 100,
    })
    const open = data.filter(({ status }) => status === 'open')
    const rows = await shop.app.db.kysely
      .selectFrom('checkouts')
      .select('session_id')
      .where('user_id', '=', buyer.id)
      .where('status', '=', 'open')
      .execute()
    expect(open.map(({ id }) => id)).toEqual(rows.map(({ session_id: id }) => id))
    expect(open).toHaveLength(1)
  })

  it('leads back, and says open until it is paid; declined, it stays open', async () => {
    const url = await packPage(1000)
    const id = await shop.pay(url, '0002')
    expect(await success(id)).toMatchObject({ status: 'open', credits: 0 })
    await shop.pay(url, '3220')
    expect(await success(id)).toMatchObject({ status: 'paid', credits: 1000 })
    const session = await shop.stripe.checkout.sessions.retrieve(id)
    expect(session.success_url).toBe(
      `${shop.app.url}/user/billing/success?session_id={CHECKOUT_SESSION_ID}`,
    )
    expect(session.cancel_url).toBe(`${shop.app.url}/pricing`)
  })

  it('leads back to the name of this machine that the buyer has open', async () => {
    const { port } = new URL(shop.app.url)
    const answer = await shop.app.context.http!.inject({
      method: 'GET',
      url: `${api.billing.checkout.path}?quantity=2000`,
      headers: { host: `localhost:${port}`, authorization: `Token ${buyer.token}` },
    })
    const { url } = answer.json<{ url: string }>()
    const session = await shop.stripe.checkout.sessions.retrieve(await shop.pay(url, '4242'))
    expect(new URL(session.success_url!).origin).toBe(`http://localhost:${port}`)
  })

  it('of a plan: one plan, then the page that confirms a change', async () => {
    await shop.subscribe(buyer, { plan: 'basic', period: 'yearly' })
    const { url } = await buyer.call(api.billing.checkoutSubscription, {
      body: { plan: 'pro', period: 'monthly' },
    })
    expect(url).toBe(`${shop.app.url}/user/billing/confirm?plan=pro&period=monthly`)
    await expect(
      buyer.call(api.billing.checkoutSubscription, { body: { plan: 'basic', period: 'yearly' } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it("of the portal is the provider's", async () => {
    const { url } = await buyer.call(api.billing.portal, {})
    expect(url).toContain('/test-portal/')
    expect((await fetch(url)).status).toBe(200)
  })

  it('is in the language of the buyer, and so are their invoices', async () => {
    // The customer is made before a language is known.
    await buyer.call(api.billing.portal, {})
    await buyer.call(api.account.setLanguage, { body: { language: 'es' } })
    const { url } = await buyer.call(api.billing.checkout, { query: { quantity: '1000' } })
    expect(await (await fetch(url)).text()).toContain('Pagar con tarjeta')
    const customer = await shop.customerOf(buyer)
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({
      preferred_locales: ['es-419'],
    })
  })
})

describe('bad orders', () => {
  it.each(['1500', '-1000', '0', '1e3', '1000.0', '', 'abc', '99999999999'])(
    'quantity %j is a 400 that names it',
    async (quantity) => {
      await expect(packPage(quantity)).rejects.toMatchObject({
        status: 400,
        body: { quantity: [expect.any(String)] },
      })
    },
  )

  it('lists, other types and unknown fields change nothing', async () => {
    const ask = (path: string, body?: unknown) =>
      fetch(shop.app.url + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Token ${buyer.token}`,
          'content-type': 'application/json',
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const subscription = '/api/users/checkout_subscription/'
    const answers = await Promise.all([
      ask('/api/users/checkout/?quantity=1000&quantity=2000'),
      ask('/api/users/checkout/'),
      ask(subscription, { plan: 'gold', period: 'monthly' }),
      ask(subscription, { plan: 'free', period: 'monthly' }),
      ask(subscription, { plan: 'pro', period: 'weekly' }),
      ask(subscription, { plan: ['pro'], period: 'monthly' }),
      ask(subscription, { plan: 'pro', period: 'monthly', quantity: 2 }),
      ask(subscription, []),
      ask('/api/users/checkout_success/'),
      ask('/api/users/checkout_success/?session_id='),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
    expect(
      await shop.app.db.kysely
        .selectFrom('checkouts')
        .select('id')
        .where('user_id', '=', buyer.id)
        .execute(),
    ).toEqual([])
  })

  it('signed out is a 401', async () => {
    const { call } = shop.app
    const asked: Promise<unknown>[] = [
      call(api.billing.checkout, { query: { quantity: '1000' } }),
      call(api.billing.checkoutSubscription, { body: { plan: 'pro', period: 'monthly' } }),
      call(api.billing.checkoutSuccess, { query: { session_id: 'cs_test_1' } }),
      call(api.billing.portal, {}),
      call(api.billing.state, {}),
      call(api.billing.cancel, { body: {} }),
    ]
    const answers = await Promise.allSettled(asked)
    expect(answers).toEqual(
      asked.map(() => ({ status: 'rejected', reason: expect.objectContaining({ status: 401 }) })),
    )
  })

  it("another's session, or one that is none, is not there, and stays unpaid for both", async () => {
    const other = await shop.newBuyer()
    const id = await shop.pay(await packPage(1000, other))
    for (const session of [id, 'cs_test_nothing', '../../x', "' or 1=1 --"]) {
      await expect(success(session)).rejects.toMatchObject({ status: 404 })
    }
    expect(await shop.credits(buyer)).toBe(0)
    expect(await success(id, other)).toMatchObject({ credits: 1000 })
  })

  it('what ends a plan needs one', async () => {
    for (const act of [api.billing.cancel, api.billing.resume]) {
      await expect(buyer.call(act, { body: {} })).rejects.toMatchObject({ code: 'conflict' })
    }
  })
})
