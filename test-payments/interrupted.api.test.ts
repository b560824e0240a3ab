import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { createTestPayments, type TestPayments } from './index.ts'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

/** Everything that the provider knows. */
async function state(): Promise<unknown> {
  const { rows } = await setup.database.db.pool.query(
    `select (select jsonb_agg(to_jsonb(o) order by seq) from test_payment_objects o) as objects,
            (select jsonb_agg(to_jsonb(t) order by object_id, task) from test_payment_timers t) as timers,
            (select count(*) from test_payment_events) as events`,
  )
  return rows[0]
}

/**
 * Runs `act` until it writes to `table`, then cuts its connection there, as a killed process would.
 * @returns how it ended
 */
async function cutAt(table: string, act: () => Promise<unknown>): Promise<unknown> {
  const { pool } = setup.database.db
  const blocker = await pool.connect()
  try {
    await blocker.query(`begin; lock table ${table} in exclusive mode`)
    const running = act().catch((error: unknown) => error)
    await vi.waitFor(
      async () => {
        const { rowCount } = await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`,
        )
        expect(rowCount).toBe(1)
      },
      { timeout: 20_000, interval: 50 },
    )
    return await running
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

describe('a payment that is cut off', () => {
  it.each([['test_payment_objects'], ['test_payment_timers'], ['test_payment_events']])(
    'while it writes %s has not happened at all, and can be made again',
    async (table) => {
      const price = await setup.price('basic', 1200, 'month')
      const session = await stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: 'http://127.0.0.1:4140/done',
      })
      const before = await state()
      const answer = await cutAt(table, () => setup.pay(session.id, '4242'))
      expect(answer).toMatchObject({ statusCode: 500 })
      expect(await state()).toEqual(before)
      expect((await setup.pay(session.id, '4242')).body).toMatchObject({ status: 'complete' })
      const { subscription } = await stripe.checkout.sessions.retrieve(session.id, {
        expand: ['subscription'],
      })
      const { data } = await stripe.charges.list({
        customer: idOf((subscription as Stripe.Subscription).customer) ?? '',
      })
      expect(data.map(({ status }) => status)).toEqual(['succeeded'])
    },
  )

  it('leaves a renewal that was cut off due', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    await setup.setTime((subscription.items.data[0]?.current_period_end ?? 0) + 5)
    await cutAt('test_payment_events', () => setup.payments.tick())
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(2)
  })
})

describe('another process', () => {
  let other: TestPayments
  let pages: FastifyInstance

  beforeAll(async () => {
    other = await createTestPayments({
      db: setup.database.db,
      log: createLogger({ level: 'error' }),
      publicUrl: 'http://127.0.0.1:4140',
      webhookUrl: setup.webhookUrl,
      account: { finalizeAfterSeconds: 0 },
    })
    pages = Fastify()
    await pages.register(other.pages)
  })
  afterAll(async () => {
    await pages.close()
    await other.dispose()
  })

  it('goes on with the same key, secret and state', async () => {
    expect([other.apiKey, other.webhookSecret]).toEqual([
      setup.payments.apiKey,
      setup.payments.webhookSecret,
    ])
    const session = await setup.openPack()
    const answer = await fetch(`${await other.listen()}/v1/checkout/sessions/${session.id}`, {
      headers: { authorization: `Bearer ${other.apiKey}` },
    })
    expect(await answer.json()).toMatchObject({ id: session.id, status: 'open' })
  })

  it('never pays or renews a second time what this one does at the same moment', async () => {
    const session = await setup.openPack()
    const there = () =>
      pages.inject({
        method: 'POST',
        url: `/test-checkout/${session.id}/pay/`,
        payload: { card: '4242' },
      })
    await Promise.all([1, 2, 3, 4].flatMap(() => [setup.pay(session.id, '4242'), there()]))
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id)
    const { data: charges } = await stripe.charges.list({ payment_intent: idOf(intent) ?? '' })
    expect(charges).toHaveLength(1)

    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    await setup.setTime((subscription.items.data[0]?.current_period_end ?? 0) + 5)
    await Promise.all([1, 2, 3, 4].flatMap(() => [setup.payments.tick(), other.tick()]))
    const { data: invoices } = await stripe.invoices.list({ subscription: subscription.id })
    expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('never takes an event that this one is sending', async () => {
    await setup.payments.deliverDue()
    const before = setup.received.length
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, index) => stripe.customers.create({ name: `n${index}` })),
    )
    await Promise.all([setup.payments.deliverDue(), other.deliverDue(), other.deliverDue()])
    const seen = setup.received.slice(before).map(({ body }) => body)
    expect(seen).toHaveLength(made.length)
    expect(new Set(seen).size).toBe(made.length)
  })
})
