import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomNumbers } from '#lib/random-numbers.ts'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

const ROUNDS = 24
const AT_ONCE = 6
const CARDS = ['4242', '4242', '0002', '3220', '0341', '3184']

let setup: TestPaymentsSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

/** Everything there is, from the tables. */
async function readAll<T>(kind: string): Promise<T[]> {
  const { rows } = await setup.database.db.pool.query<{ data: T }>(
    'select data from test_payment_objects where kind = $1 order by seq',
    [kind],
  )
  return rows.map(({ data }) => data)
}

async function checkBooks(): Promise<void> {
  const charges = await readAll<Stripe.Charge>('charge')
  const intents = await readAll<Stripe.PaymentIntent>('payment_intent')
  const invoices = await readAll<Stripe.Invoice>('invoice')
  const payments = await readAll<Stripe.InvoicePayment>('invoice_payment')
  const paidTimes = new Map<string, number>()
  for (const { status, payment_intent: intent } of charges) {
    if (status !== 'succeeded') continue
    const id = idOf(intent) ?? ''
    paidTimes.set(id, (paidTimes.get(id) ?? 0) + 1)
  }
  for (const { id, status } of intents) {
    expect([id, paidTimes.get(id) ?? 0]).toEqual([id, status === 'succeeded' ? 1 : 0])
  }
  const intentOf = new Map(
    payments.map(({ invoice, payment }) => [idOf(invoice), idOf(payment.payment_intent)]),
  )
  for (const invoice of invoices) {
    const { id, status, total, amount_due: due, amount_paid: paid } = invoice
    const lines = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0)
    const got = (paidTimes.get(intentOf.get(id) ?? '') ?? 0) * due
    expect({ id, total, paid, got }).toEqual({
      id,
      total: lines,
      paid: status === 'paid' ? due : 0,
      got: status === 'paid' ? due : 0,
    })
  }
  const told = await setup.database.db.pool.query(
    `select data -> 'data' -> 'object' ->> 'id' as id from test_payment_events where type = 'invoice.paid'`,
  )
  const paidInvoices = invoices.filter(({ status }) => status === 'paid').map(({ id }) => id)
  expect(told.rows.map(({ id }: { id: string }) => id).toSorted()).toEqual(paidInvoices.toSorted())
}

/** Whole periods of one subscription follow each other, and none is asked for twice. */
async function checkPeriods(): Promise<void> {
  const invoices = await readAll<Stripe.Invoice>('invoice')
  const ends = new Map<string, number>()
  const renewals: [start: number, endBefore: number | undefined][] = []
  for (const { parent, lines, status, billing_reason: reason } of invoices) {
    const id = idOf(parent?.subscription_details?.subscription) ?? ''
    const whole = lines.data.find((line) => !line.parent?.subscription_item_details?.proration)
    if (!whole) continue
    if (reason === 'subscription_update' && status !== 'paid') {
      // Whether the change was made is not told by its invoice: `allow_incomplete` makes it unpaid, and moves the period.
      ends.delete(id)
      continue
    }
    // An upgrade to another interval begins its period in the middle of one, whose rest it gives back.
    if (reason === 'subscription_cycle') renewals.push([whole.period.start, ends.get(id)])
    ends.set(id, whole.period.end)
  }
  const known = renewals.filter(([, endBefore]) => endBefore !== undefined)
  expect(known.length).toBeGreaterThan(5)
  expect(known.filter(([start, endBefore]) => start !== endBefore)).toEqual([])
}

it('keeps its books through many lives at once', { timeout: 180_000 }, async () => {
  const random = randomNumbers(20_261_121)
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
  const prices = [
    await setup.price('basic', 1200, 'month'),
    await setup.price('starter', 2900, 'month'),
    await setup.price('pro', 9900, 'month'),
    await setup.price('pro_year', 71_280, 'year'),
  ]
  let now = Math.floor(Date.now() / 1000)

  async function live(): Promise<Stripe.Subscription | undefined> {
    const all = await readAll<Stripe.Subscription>('subscription')
    return pick(all.filter(({ status }) => status === 'active' || status === 'past_due'))
  }
  const acts: (() => Promise<unknown>)[] = [
    async () =>
      setup.pay((await setup.openPack()).id, pick(CARDS) ?? '4242', { confirmation: 'given' }),
    async () => setup.subscribe(pick(prices) ?? '', pick(['4242', '3184', '0341'])),
    async () => {
      const subscription = await live()
      const [item] = subscription?.items.data ?? []
      if (!subscription || !item) return
      await stripe.subscriptions.update(subscription.id, {
        items: [{ id: item.id, price: pick(prices) ?? '' }],
        proration_behavior:
          pick(['always_invoice', 'create_prorations', 'none'] as const) ?? 'none',
        payment_behavior:
          pick(['pending_if_incomplete', 'allow_incomplete', 'error_if_incomplete'] as const) ??
          'allow_incomplete',
      })
    },
    async () => {
      const open = (await readAll<Stripe.Invoice>('invoice')).filter(
        ({ status }) => status === 'open',
      )
      const invoice = pick(open)
      if (!invoice) return
      await (random() < 0.6
        ? stripe.invoices.pay(invoice.id)
        : stripe.invoices.voidInvoice(invoice.id))
    },
    async () => {
      const subscription = await live()
      if (!subscription) return
      if (random() < 0.3) await stripe.subscriptions.cancel(subscription.id)
      else
        await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: random() < 0.5 })
    },
    async () => {
      const charge = pick((await readAll<Stripe.Charge>('charge')).filter(({ paid }) => paid))
      if (charge)
        await stripe.refunds.create({ charge: charge.id, amount: 1 + Math.floor(random() * 800) })
    },
  ]
  /** Refusals are part of life; a fault of the server is not. */
  const tryAct = async (act: (() => Promise<unknown>) | undefined) => {
    try {
      await act?.()
    } catch (error) {
      const { statusCode = 500 } = error as { statusCode?: number }
      if (statusCode >= 500) throw error
    }
  }
  // Which acts meet afterwards is chance; these renew three times each in any case.
  for (let count = 0; count < 3; count += 1) await setup.subscribe(prices[0] ?? '', '4242')
  now += 100 * 86_400
  await setup.setTime(now)
  await setup.payments.tick()
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => tryAct(pick(acts))))
    now += Math.floor(random() * 25 * 86_400)
    await setup.setTime(now)
    await setup.payments.tick()
    await checkBooks()
  }
  await checkPeriods()
  expect((await readAll('charge')).length).toBeGreaterThan(20)
})
