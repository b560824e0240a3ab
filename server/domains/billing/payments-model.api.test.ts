import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { PlanChoice } from '#contract/billing.ts'
import { api } from '#contract/index.ts'
import { readMoneyTime, transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import type { TestPerson } from '#tests/support/people.ts'
import type { Payment } from './payments.ts'
import { idOf } from './stripe/client.ts'
import { type PaymentsApp, startPaymentsApp } from './testing/payments-app.ts'

let shop: PaymentsApp

beforeAll(async () => {
  shop = await startPaymentsApp()
})
afterAll(() => shop.dispose())

/** Written once more, apart from the code: credits a month by cents a month. */
const CREDITS: Record<number, number> = { 1200: 2000, 2900: 5000, 4900: 10_000, 9900: 25_000 }

/** Discount that a promotion of its own takes off a purchase; null: there is none. */
type Off = { percent: number; duration: 'once' | 'repeating' | 'forever' } | null

type Step =
  | { do: 'subscribe'; choice: PlanChoice; off: Off }
  | { do: 'pack'; off: Off }
  | { do: 'change'; choice: PlanChoice }
  | { do: 'cancel' | 'resume' | 'decline' | 'replay' | 'sweep' }
  | { do: 'spend' | 'hold'; amount: number }
  | { do: 'refund'; payment: number; percent: number }
  | { do: 'fail'; payment: number; status: 'failed' | 'canceled' }
  | { do: 'dispute'; payment: number; outcome: 'won' | 'lost' | null }
  | { do: 'wait'; hours: number }

const choice = fc.record({
  plan: fc.constantFrom('basic', 'starter', 'hobby', 'pro'),
  period: fc.constantFrom('monthly', 'monthly', 'yearly'),
})
const payment = fc.nat({ max: 5 })
const off = fc.oneof(
  fc.constant(null),
  fc.record({
    percent: fc.constantFrom(10, 33, 50, 100),
    duration: fc.constantFrom('once', 'repeating', 'forever'),
  }),
)
const act: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('subscribe' as const), choice, off }),
  fc.record({ do: fc.constant('pack' as const), off }),
  fc.record({ do: fc.constant('change' as const), choice }),
  fc.record({ do: fc.constantFrom('cancel', 'resume', 'decline', 'replay', 'sweep') }),
  fc.record({ do: fc.constantFrom('spend', 'hold'), amount: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({
    do: fc.constant('refund' as const),
    payment,
    percent: fc.constantFrom(1, 33, 50, 100),
  }),
  fc.record({
    do: fc.constant('fail' as const),
    payment,
    status: fc.constantFrom('failed', 'canceled'),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    payment,
    outcome: fc.constantFrom('won', 'lost', null),
  }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }),
)
/** What happens at once, one after the other. */
const story = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), {
  minLength: 8,
  maxLength: 12,
})

async function spend(person: TestPerson, amount: number, captured: number): Promise<void> {
  const key = `spend:${Math.random()}`
  await transact(shop.app.db, async (tx) => {
    const writer = shop.app.context.credits.writer(tx)
    const job = { userId: person.id, externalId: key, jobId: null, text: 'Spent' }
    const { holdId } = await writer.hold({ amount, ...job })
    if (captured === 0) return
    await writer.capture({ holdId, amount: captured, imageId: null, ...job })
  })
}

async function replay(): Promise<void> {
  const deliveries = await shop.test.deliveries()
  for (const { body, signature } of deliveries.slice(-15).toReversed()) {
    await fetch(`${shop.app.url}/api/webhooks/stripe/`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    })
  }
}

let promotions = 0

/** A code of its own, made as the console makes one. */
async function codeFor(by: Off): Promise<{ promotion?: string }> {
  if (by === null) return {}
  promotions += 1
  const { percent, duration } = by
  const isEndless = percent === 100 && duration === 'forever'
  const made = await shop.app.context.billing.promotions.create(
    {
      code: `MODEL-${promotions}`,
      percent_off: percent,
      amount_off: null,
      duration: isEndless ? 'once' : duration,
      months: duration === 'repeating' ? 2 : null,
      applies_to: 'all',
      first_purchase: false,
      max_redemptions: 1000,
      expires_at: null,
    },
    '',
    async () => {},
  )
  return { promotion: made.code }
}

async function paidPayment(person: TestPerson, index: number): Promise<Payment | undefined> {
  const paid = (await shop.paymentsOf(person)).filter(
    ({ status, payment_intent: intent }) => status === 'paid' && intent !== null,
  )
  return paid[index % Math.max(1, paid.length)]
}

async function perform(person: TestPerson, now: Step): Promise<void> {
  const { call } = person
  switch (now.do) {
    case 'subscribe': {
      const body = { ...now.choice, ...(await codeFor(now.off)) }
      const { url } = await call(api.billing.checkoutSubscription, { body })
      if (url.includes('/test-checkout/')) await shop.pay(url)
      return
    }
    case 'change':
      await call(api.billing.change, { body: now.choice })
      return
    case 'cancel':
      await call(api.billing.cancel, { body: {} })
      return
    case 'resume':
      await call(api.billing.resume, { body: {} })
      return
    case 'pack': {
      const query = { quantity: '1000', ...(await codeFor(now.off)) }
      const { url } = await call(api.billing.checkout, { query })
      await shop.pay(url)
      return
    }
    case 'decline':
      await shop.test.controls.decideNextCharges(await shop.customerOf(person), ['declined'])
      return
    case 'replay':
      await replay()
      return
    case 'sweep':
      await shop.app.context.billing.sweep()
      return
    case 'spend':
      await spend(person, now.amount, now.amount)
      return
    case 'hold':
      await spend(person, now.amount, Math.floor(now.amount / 2))
      return
    case 'refund': {
      const target = await paidPayment(person, now.payment)
      if (!target) return
      const amount = Math.max(1, Math.floor((target.amount * now.percent) / 100))
      await shop.stripe.refunds.create({ payment_intent: target.payment_intent ?? '', amount })
      return
    }
    case 'fail': {
      const target = await paidPayment(person, now.payment)
      if (!target) return
      const { data } = await shop.stripe.refunds.list({
        payment_intent: target.payment_intent ?? '',
      })
      const arrived = data.find(({ status }) => status === 'succeeded')
      if (arrived) await shop.test.controls.failRefund(arrived.id, now.status)
      return
    }
    case 'dispute': {
      const target = await paidPayment(person, now.payment)
      if (!target || target.dispute_id !== null) return
      const id = await shop.test.controls.openDispute(target.payment_intent ?? '')
      if (now.outcome !== null) await shop.test.controls.closeDispute(id, now.outcome)
      return
    }
    case 'wait': {
      const time = await readMoneyTime(shop.app.db.kysely)
      await setClock(shop.app.db, new Date(time.getTime() + now.hours * 3_600_000))
      await shop.test.tick()
    }
  }
}

/** What may be refused: a step that does not fit the moment. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ApiError) return error.status < 500
  const { code, type, statusCode } = error as { code?: string; type?: string; statusCode?: number }
  return (
    code === 'not_enough_credits' ||
    code === 'resource_missing' ||
    type === 'StripeInvalidRequestError' ||
    statusCode === 402 ||
    // No customer yet, or a dispute of what was given back.
    (error instanceof Error && /no result|already|refund|dispute/i.test(error.message))
  )
}

/** What a payment must have granted by now, from the provider's own invoice; packs from their price. */
async function expectedGrant(row: Payment): Promise<number> {
  if (row.status !== 'paid') return 0
  if (row.kind === 'pack') return 1000
  const invoice = await shop.stripe.invoices.retrieve(row.external_id)
  const lines = invoice.lines.data
  const details = (line: (typeof lines)[number]) =>
    line.parent?.subscription_item_details ?? line.parent?.invoice_item_details
  const whole = lines.find((line) => details(line)?.proration !== true)
  const priceOf = async (line: (typeof lines)[number] | undefined) => {
    const price = line?.pricing?.price_details?.price
    const { unit_amount: cents } = await shop.stripe.prices.retrieve(idOf(price) ?? '')
    return CREDITS[cents ?? 0] ?? 0
  }
  if (whole) return priceOf(whole)
  const charged = lines.find(({ amount }) => amount > 0)
  const back = lines.find(({ amount }) => amount < 0)
  const { start, end } = charged?.period ?? { start: 0, end: 1 }
  // The month by its payment's period: the provider's own, whatever the books say.
  const before = (
    await shop.stripe.invoices.list({ customer: idOf(invoice.customer) ?? '', limit: 100 })
  ).data
    .flatMap((other) => other.lines.data)
    .find((line) => details(line)?.proration !== true && line.period.end === end)
  const from = BigInt(before?.period.start ?? start)
  const difference = BigInt((await priceOf(charged)) - (await priceOf(back)))
  return Number((difference * BigInt(end - start)) / (BigInt(end) - from))
}

async function checkBooks(person: TestPerson): Promise<void> {
  const { db } = shop.app
  const lots = await db.kysely
    .selectFrom('credit_lots')
    .select(['payment', 'granted'])
    .where('user_id', '=', person.id)
    .where('payment', 'is not', null)
    .execute()
  const revocations = await db.kysely
    .selectFrom('credit_revocations')
    .select(['payment', 'target'])
    .where('user_id', '=', person.id)
    .execute()
  for (const row of await shop.paymentsOf(person)) {
    const granted = lots
      .filter(({ payment: of }) => of === row.external_id)
      .reduce((sum, lot) => sum + lot.granted, 0)
    // A year grants month by month: the reconciliation counts them.
    const expected = row.period === 'yearly' ? granted : await expectedGrant(row)
    expect({ [row.external_id]: granted }).toEqual({ [row.external_id]: expected })
    const gone = BigInt(Math.min(row.amount, row.refunded + row.disputed))
    const target = revocations.find(({ payment: of }) => of === row.external_id)?.target ?? 0
    const share = row.amount > 0 ? Number((BigInt(granted) * gone) / BigInt(row.amount)) : 0
    expect({ [`back ${row.external_id}`]: target }).toEqual({ [`back ${row.external_id}`]: share })
    expect(row.status === 'rejected' ? row.refunded : row.amount).toBe(row.amount)
  }
}

it('whatever happens in whatever order: what was paid for was granted, once', async () => {
  await fc.assert(
    fc.asyncProperty(off, story, async (by, steps) => {
      const person = await shop.newBuyer()
      const basic = { plan: 'basic', period: 'monthly' } as const
      await perform(person, { do: 'subscribe', choice: basic, off: by })
      await shop.buyPack(person)
      await shop.settle()
      for (const step of steps) {
        const results = await Promise.allSettled(step.map((now) => perform(person, now)))
        for (const result of results) {
          if (result.status === 'rejected' && !isRefusal(result.reason)) throw result.reason
        }
      }
      await shop.settle()
      await shop.app.context.billing.sweep()
      await shop.settle()
      const { findings } = await shop.app.context.admin.findDifferences(3000)
      // A bank may take back in full what was refunded in part: that is true, and a finding.
      const wrong = findings.filter(({ check }) => check !== 'no more was given back than paid')
      expect(wrong).toEqual([])
      await checkBooks(person)
    }),
    { numRuns: Number(process.env['PAYMENT_STORIES'] ?? 3), endOnFailure: true },
  )
}, 300_000)
