import { afterAll, beforeAll, expect, it } from 'vitest'
import Stripe from 'stripe'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const RETURN = '/user/billing?session_id={CHECKOUT_SESSION_ID}'

let app: TestApp
let stripe: Stripe

beforeAll(async () => {
  app = await startTestApp()
  const { testPayments } = app.context
  if (!testPayments) throw new Error('no test payments')
  const { hostname, port } = new URL(await testPayments.listen())
  stripe = new Stripe(testPayments.apiKey, { host: hostname, port, protocol: 'http' })
})
afterAll(() => app.dispose())

async function openPack(): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: 'usd', unit_amount: 999, product_data: { name: '<1000> credits' } },
        quantity: 1,
      },
    ],
    success_url: app.url + RETURN,
    cancel_url: `${app.url}/pricing`,
  })
}

it('is paid on a page of the app, by a form, even of somebody who is signed in', async () => {
  const session = await openPack()
  const page = await fetch(session.url ?? '')
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('&lt;1000&gt; credits')
  expect(html).toContain('Test mode')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const paid = await fetch(`${app.url}/test-checkout/${session.id}/pay/`, {
    method: 'POST',
    body: new URLSearchParams({ choice: '4242424242424242', card: '' }),
    headers: { cookie: 'accessToken=somebody', origin: app.url },
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(
    app.url + RETURN.replace('{CHECKOUT_SESSION_ID}', session.id),
  )
})

it('refuses a form of another site, and answers unknown addresses with a page', async () => {
  const session = await openPack()
  const forged = await fetch(`${app.url}/test-checkout/${session.id}/pay/`, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242' }),
    headers: { origin: 'https://evil.example' },
  })
  expect(forged.status).toBe(403)
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  const unknown = await fetch(`${app.url}/test-checkout/cs_test_nothing`)
  expect(unknown.status).toBe(404)
  expect(await unknown.text()).toContain('Not found')
})

it('is not there with a Stripe key, nor where others reach the app', async () => {
  for (const env of [
    { STRIPE_SECRET_KEY: 'sk_test_real' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example' },
  ]) {
    const other = await startTestApp({ env })
    try {
      expect(other.context.testPayments).toBeNull()
      const answer = await other.context.http?.inject('/test-checkout/cs_test_1')
      expect(answer?.statusCode).toBe(404)
      expect(answer?.body).not.toContain('Test mode')
    } finally {
      await other.dispose()
    }
  }
})
