import { sql } from 'kysely'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { createLogger } from '#server/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { idOf } from '../object-types.ts'
import {
  createTestPayments,
  type TestPayments,
  type TestPaymentsOptions,
} from '../create-test-payments.ts'

export interface Received {
  body: string
  signature: string
}

/** The test payments on a database of their own, with the official SDK and somebody who takes the events. */
export interface TestPaymentsSetup {
  database: TestDatabase
  payments: TestPayments
  stripe: Stripe
  apiBase: string
  webhookUrl: string
  /** Events that were posted, in the order in which they came. */
  received: Received[]
  answerWith(status: number): void
  /** An open checkout of a pack for 9.99. */
  openPack(params?: Partial<Stripe.Checkout.SessionCreateParams>): Promise<Stripe.Checkout.Session>
  /** The price of a lookup key, made when it is not there. @returns its id */
  price(key: string, cents: number, interval?: 'month' | 'year'): Promise<string>
  /** A customer with a paid subscription. */
  subscribe(price: string, card?: string): Promise<Stripe.Subscription>
  pay(
    session: string,
    card: string,
    more?: Record<string, string>,
  ): Promise<{ statusCode: number; body: Record<string, unknown> }>
  /** A page, or what a form on it leads to. */
  page(
    path: string,
    form?: Record<string, string>,
  ): Promise<{ statusCode: number; html: string; location: string | undefined }>
  /** All so far, oldest first. */
  eventTypes(): Promise<string[]>
  /** Sets the clock of money. */
  setTime(at: string | number): Promise<void>
  dispose(): Promise<void>
}

export async function startTestPayments(
  options: Partial<Pick<TestPaymentsOptions, 'account'>> = {},
): Promise<TestPaymentsSetup> {
  const database = await createTestDatabase()
  const log = createLogger({ level: 'error' })
  const received: Received[] = []
  let answer = 200
  const taker = Fastify()
  taker.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  taker.post('/hook/', async (request, reply) => {
    if (answer < 300) {
      received.push({
        body: String(request.body),
        signature: String(request.headers['stripe-signature']),
      })
    }
    return reply.code(answer).send({})
  })
  const webhookUrl = `${await taker.listen({ host: '127.0.0.1', port: 0 })}/hook/`
  const payments = await createTestPayments({
    db: database.db,
    log,
    publicUrl: 'http://127.0.0.1:4140',
    webhookUrl,
    // At once, where a test does not look at that hour.
    account: { finalizeAfterSeconds: 0, ...options.account },
  })
  const apiBase = await payments.listen()
  const { hostname, port } = new URL(apiBase)
  const stripe = new Stripe(payments.apiKey, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  const web = Fastify()
  await web.register(payments.pages)
  const price: TestPaymentsSetup['price'] = async (key, cents, interval) => {
    const { data } = await stripe.prices.list({ lookup_keys: [key] })
    if (data[0]) return data[0].id
    const made = await stripe.prices.create({
      currency: 'usd',
      unit_amount: cents,
      lookup_key: key,
      product_data: { name: key },
      ...(interval && { recurring: { interval } }),
    })
    return made.id
  }
  const pay: TestPaymentsSetup['pay'] = async (session, card, more = {}) => {
    const { statusCode, body } = await web.inject({
      method: 'POST',
      url: `/test-checkout/${session}/pay/`,
      payload: { card, ...more },
    })
    return { statusCode, body: JSON.parse(body) as Record<string, unknown> }
  }
  return {
    database,
    payments,
    stripe,
    apiBase,
    webhookUrl,
    received,
    answerWith: (status) => {
      answer = status
    },
    price,
    pay,
    async openPack(params = {}) {
      return stripe.checkout.sessions.create({
        mode: 'payment',
        line_items: [{ price: await price('pack_1000', 999), quantity: 1 }],
        success_url: 'http://127.0.0.1:4140/done?id={CHECKOUT_SESSION_ID}',
        cancel_url: 'http://127.0.0.1:4140/pricing',
        ...params,
      })
    },
    async subscribe(id, card = '4242') {
      const customer = await stripe.customers.create({ email: 'sub@example.com' })
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        customer: customer.id,
        line_items: [{ price: id, quantity: 1 }],
        success_url: 'http://127.0.0.1:4140/done',
      })
      await pay(session.id, card, card === '4242' ? {} : { confirmation: 'given' })
      const { subscription } = await stripe.checkout.sessions.retrieve(session.id)
      return stripe.subscriptions.retrieve(idOf(subscription) ?? '')
    },
    async page(path, form) {
      const { statusCode, body, headers } = await web.inject({
        method: form ? 'POST' : 'GET',
        url: path,
        ...(form && {
          payload: new URLSearchParams(form).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      })
      return { statusCode, html: body, location: headers.location }
    },
    async eventTypes() {
      const { rows } = await database.db.pool.query<{ type: string }>(
        'select type from test_payment_events order by seq',
      )
      return rows.map(({ type }) => type)
    },
    async setTime(at) {
      const seconds = typeof at === 'number' ? at : Date.parse(at) / 1000
      await sql`update clock_offset set amount = to_timestamp(${seconds}) - now()`.execute(
        database.db.kysely,
      )
    },
    async dispose() {
      await web.close()
      await payments.dispose()
      await taker.close()
      await database.dispose()
    },
  }
}
