import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { api } from '#contract/index.ts'
import type { BillingState, PlanChoice } from '#contract/billing.ts'
import type { PaymentProvider } from '#server/domains/billing/index.ts'
import { createStripeProvider } from '#server/domains/billing/index.ts'
import type { Payment } from '#server/domains/billing/payments.ts'
import type { TestPayments } from '#test-payments/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { setClock } from '#tests/support/books.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/support/test-app.ts'
import { inEnglish } from '#server/texts/index.ts'

/** Events. */
const REPLAYED = 30

export type Card = '4242' | '0002' | '3220' | '0341' | '5126'

/** The real app with its own test payments, and short words for what a buyer does. */
export interface PaymentsApp {
  app: TestApp
  test: TestPayments
  /** The provider as the app sees it, and as anybody with its key does. */
  provider: PaymentProvider
  stripe: Stripe
  /** Somebody without credits whose free month is over with. */
  newBuyer(): Promise<TestPerson>
  /** Pays on the provider's page. @returns the session's id */
  pay(url: string, card?: Card): Promise<string>
  buyPack(person: TestPerson, quantity?: number, card?: Card): Promise<string>
  subscribe(person: TestPerson, choice: PlanChoice, card?: Card): Promise<string>
  /** Has credits be held and captured, as a job that delivers at once. @throws {AppError} `not_enough_credits` */
  spend(person: TestPerson, amount: number): Promise<void>
  state(person: TestPerson): Promise<BillingState>
  /** Until every event that the provider has was worked on. */
  settle(): Promise<void>
  /** The provider tells of what happened late once more: each event twice, backwards, all at once. */
  replay(): Promise<void>
  /** Moves the billing clock, has happen what is due at the provider, and waits until it is applied. */
  goTo(at: string | Date): Promise<void>
  /** Kind and amount of each line of the statement, oldest first. */
  lines(person: TestPerson): Promise<string[]>
  credits(person: TestPerson): Promise<number>
  customerOf(person: TestPerson): Promise<string>
  /** Newest first. */
  paymentsOf(person: TestPerson): Promise<Payment[]>
  expectCleanBooks(): Promise<void>
  dispose(): Promise<void>
}

export async function startPaymentsApp(
  at = '2026-11-01T00:00:00Z',
  options: TestAppOptions = {},
): Promise<PaymentsApp> {
  const engine = createScriptedEngine({})
  const app = await startTestApp({
    ...options,
    env: { ROLES: 'web,worker', ...options.env },
    overrides: {
      engines: [engine],
      classifier: engine,
      pages: false,
      // A renewal is collected at once, where a test does not look at the hour before.
      paymentAccount: { finalizeAfterSeconds: 0 },
      ...options.overrides,
    },
  })
  await setClock(app.db, at)
  const test = app.context.testPayments
  if (!test) throw new Error('The app has no test payments')
  const origin = new URL(await test.listen())
  const stripe = new Stripe(test.apiKey, {
    host: origin.hostname,
    port: origin.port,
    protocol: 'http',
  })
  const provider = createStripeProvider({
    name: 'test',
    secretKey: test.apiKey,
    apiBase: origin.href,
    webhookSecrets: [test.webhookSecret],
    autoSync: true,
  })

  async function settle(): Promise<void> {
    await test?.tick()
    await expect
      .poll(
        async () => {
          await test?.deliverDue()
          const undelivered = await app.db.kysely
            .selectFrom('test_payment_events as e')
            .leftJoin('provider_events as p', 'p.event_id', 'e.id')
            .select('e.type')
            .where('p.done_at', 'is', null)
            .execute()
          return undelivered.map(({ type }) => type)
        },
        { timeout: 30_000, interval: 20 },
      )
      .toEqual([])
  }

  async function pay(url: string, card: Card = '4242'): Promise<string> {
    const id = /\/test-checkout\/([^/?]+)/.exec(url)?.[1] ?? ''
    const answer = await fetch(`${app.url}/test-checkout/${id}/pay/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ card, ...(card === '3220' && { confirmation: 'given' }) }),
    })
    if (!answer.ok && answer.status !== 402) {
      throw new Error(`${answer.status} ${await answer.text()}`)
    }
    return id
  }

  return {
    app,
    test,
    provider,
    stripe,
    newBuyer: () => newPerson(app, { credits: 0 }),
    pay,
    async buyPack(person, quantity = 1000, card) {
      const { url } = await person.call(api.billing.checkout, {
        query: { quantity: String(quantity) },
      })
      return pay(url, card)
    },
    async subscribe(person, choice, card = '4242') {
      const { url } = await person.call(api.billing.checkoutSubscription, { body: choice })
      const id = await pay(url, card)
      await person.call(api.billing.checkoutSuccess, { query: { session_id: id } })
      return id
    },
    async spend({ id: userId }, amount) {
      const job = { userId, externalId: randomUUID(), jobId: null, text: 'Spent' }
      await transact(app.db, async (tx) => {
        const writer = app.context.credits.writer(tx)
        const { holdId } = await writer.hold({ amount, ...job })
        await writer.capture({ holdId, amount, imageId: null, ...job })
      })
    },
    state: (person) => person.call(api.billing.state, {}),
    settle,
    async replay() {
      const deliveries = (await test.deliveries()).slice(-REPLAYED).toReversed()
      const answers = await Promise.all(
        [...deliveries, ...deliveries].map(({ body, signature }) =>
          fetch(`${app.url}/api/webhooks/stripe/`, {
            method: 'POST',
            body,
            headers: { 'stripe-signature': signature },
          }),
        ),
      )
      expect(answers.filter(({ ok }) => !ok)).toEqual([])
      await settle()
    },
    async goTo(time) {
      await setClock(app.db, time)
      await settle()
    },
    async lines(person) {
      const { results } = await app.context.credits.statement(person.id, { limit: 100 })
      const own = results.filter(({ text }) => !/^(?:Test$|Free credits)/.test(inEnglish(text)))
      return own.toReversed().map(({ kind, amount }) => `${kind} ${amount}`)
    },
    credits: async (person) => (await person.call(api.users.me, {})).credits,
    async customerOf(person) {
      const row = await app.db.kysely
        .selectFrom('billing_customers')
        .select('customer_id')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow()
      return row.customer_id ?? ''
    },
    paymentsOf: (person) =>
      app.db.kysely
        .selectFrom('payments')
        .selectAll()
        .where('user_id', '=', person.id)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    async expectCleanBooks() {
      expect(await app.context.credits.reconcile()).toEqual([])
    },
    dispose: () => app.dispose(),
  }
}
