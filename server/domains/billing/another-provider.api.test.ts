import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import type { TestPayments } from '#test-payments/index.ts'

/** Whose test payments stand for any server that speaks Stripe's API, and an app that knows only its address and key. */
let host: TestApp
let remote: TestPayments
let app: TestApp

beforeAll(async () => {
  host = await startTestApp({ env: { ROLES: 'web' } })
  remote = host.context.testPayments!
  app = await startTestApp({
    env: {
      ROLES: 'web,worker',
      STRIPE_SECRET_KEY: remote.apiKey,
      STRIPE_API_BASE: await remote.listen(),
      STRIPE_WEBHOOK_SECRET: `whsec_old,${remote.webhookSecret}`,
    },
  })
  await setClock(host.db, '2026-11-01T00:00:00Z')
  await setClock(app.db, '2026-11-01T00:00:00Z')
})
afterAll(async () => {
  await app.dispose()
  await host.dispose()
})

const pay = (url: string) =>
  fetch(`${host.url}${new URL(url).pathname}/pay/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4242' }),
  })

it('has no prices before `billing sync` made them, which makes them once', async () => {
  expect(app.context.testPayments).toBeNull()
  const person = await newPerson(app)
  await expect(
    person.call(api.billing.checkout, { query: { quantity: '1000' } }),
  ).rejects.toMatchObject({ code: 'provider_not_configured' })
  const made = await app.context.billing.syncCatalog()
  // The last line is for the operator: retries are set at the provider.
  expect(new Set(made.slice(0, -1).map(({ state }) => state))).toEqual(new Set(['made']))
  expect(made.at(-1)).toEqual({ what: expect.stringContaining('retries'), state: 'check' })
  const found = await app.context.billing.syncCatalog()
  expect(found.slice(0, -1)).toEqual(
    made.slice(0, -1).map(({ what }) => ({ what, state: 'found' })),
  )
})

it('has a portal for card, invoices and cancelling at the end of the period, and nothing else', async () => {
  await app.context.billing.syncCatalog()
  const { hostname, port } = new URL(await remote.listen())
  const stripe = new Stripe(remote.apiKey, { host: hostname, port, protocol: 'http' })
  const { data } = await stripe.billingPortal.configurations.list({ active: true })
  expect(data.map(({ features }) => features)).toMatchObject([
    {
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: { enabled: false },
      customer_update: { enabled: false },
    },
  ])
})

it('is paid there, told by its webhook or asked on the way back, and the books agree', async () => {
  const person = await newPerson(app, { credits: 0 })
  const { url } = await person.call(api.billing.checkoutSubscription, {
    body: { plan: 'starter', period: 'yearly' },
  })
  expect(url).toContain('/test-checkout/')
  expect((await pay(url)).status).toBe(200)
  for (const { body, signature } of await remote.deliveries()) {
    const answer = await fetch(`${app.url}/api/webhooks/stripe/`, {
      method: 'POST',
      body,
      headers: { 'stripe-signature': signature },
    })
    expect(answer.status).toBe(200)
  }
  const me = () => person.call(api.users.me, {})
  await expect.poll(async () => (await me()).credits, { timeout: 20_000 }).toBe(5000)
  expect((await me()).plan).toMatchObject({ name: 'starter', period: 'yearly' })

  const pack = await person.call(api.billing.checkout, { query: { quantity: '1000' } })
  await pay(pack.url)
  const session = /\/test-checkout\/([^/?]+)/.exec(pack.url)?.[1] ?? ''
  const success = { query: { session_id: session } }
  expect(await person.call(api.billing.checkoutSuccess, success)).toMatchObject({
    status: 'paid',
    credits: 6000,
  })
  expect((await person.call(api.billing.portal, {})).url).toContain('/test-portal/')
  const { findings, checked } = await app.context.admin.findDifferences(30)
  expect({ findings, checked }).toEqual({ findings: [], checked: true })
})
