import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

describe('a pack', () => {
  it('is paid once, whole, and told in order', async () => {
    const customer = await stripe.customers.create({
      email: 'ann@example.com',
      metadata: { user: '1' },
    })
    const session = await setup.openPack({
      customer: customer.id,
      client_reference_id: 'u1',
      metadata: { a: 'b' },
    })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      amount_total: 999,
      client_reference_id: 'u1',
      metadata: { a: 'b' },
    })
    const paid = await setup.pay(session.id, '4242 4242 4242 4242')
    expect(paid).toMatchObject({
      statusCode: 200,
      body: { status: 'complete', payment_status: 'paid', result: 'succeeded' },
    })
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge', 'line_items', 'customer'],
    })
    expect(after).toMatchObject({
      status: 'complete',
      customer: { id: customer.id, email: 'ann@example.com' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 999,
        latest_charge: { paid: true, amount: 999 },
      },
      line_items: { data: [{ amount_total: 999, quantity: 1 }] },
    })
    expect(await setup.eventTypes()).toEqual([
      'customer.created',
      'product.created',
      'price.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
  })
})

describe('a pack with an invoice', () => {
  it('has it once it is paid: settled, with a page and a number, and for no subscription', async () => {
    const customer = await stripe.customers.create({ email: 'eve@example.com' })
    const { id } = await setup.openPack({
      customer: customer.id,
      invoice_creation: { enabled: true },
    })
    await setup.pay(id, '0002')
    expect((await stripe.checkout.sessions.retrieve(id)).invoice).toBeNull()
    await setup.pay(id, '4242')
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['invoice', 'invoice.payments'],
    })
    expect(session.invoice).toMatchObject({
      status: 'paid',
      amount_paid: 999,
      amount_due: 999,
      billing_reason: 'manual',
      parent: null,
      number: expect.stringMatching(/-0001$/) as string,
      hosted_invoice_url: expect.stringContaining('/test-invoice/in_') as string,
      payments: { data: [{ status: 'paid', payment: { payment_intent: session.payment_intent } }] },
      lines: { data: [{ amount: 999, parent: { type: 'invoice_item_details' } }] },
    })
    const { data } = await stripe.invoices.list({ customer: customer.id })
    expect(data).toHaveLength(1)
  })
})

describe('a subscription', () => {
  it('begins with a paid invoice', async () => {
    const customer = await stripe.customers.create({ email: 'bob@example.com' })
    const price = await setup.price('basic_monthly', 1200, 'month')
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price, quantity: 1 }],
      success_url: 'http://127.0.0.1:4140/done?session_id={CHECKOUT_SESSION_ID}',
      subscription_data: { metadata: { user: '7' } },
    })
    const before = (await setup.eventTypes()).length
    expect((await setup.pay(session.id, '4242')).body).toMatchObject({
      status: 'complete',
      url: `http://127.0.0.1:4140/done?session_id=${session.id}`,
    })
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments.data.payment.payment_intent'],
    })
    expect(subscription).toMatchObject({
      status: 'active',
      metadata: { user: '7' },
      items: { data: [{ price: { id: price, unit_amount: 1200 } }] },
      latest_invoice: {
        status: 'paid',
        billing_reason: 'subscription_create',
        total: 1200,
        parent: { subscription_details: { metadata: { user: '7' } } },
        payments: {
          data: [{ status: 'paid', payment: { payment_intent: { status: 'succeeded' } } }],
        },
      },
    })
    expect((await setup.eventTypes()).slice(before)).toEqual([
      'payment_method.attached',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.created',
      'checkout.session.completed',
    ])
  })
})

describe('webhooks', () => {
  it('are signed so that the SDK believes them, and sent until they are taken', async () => {
    await setup.payments.deliverDue()
    const waiting = setup.received.length
    expect(waiting).toBeGreaterThan(5)
    setup.answerWith(500)
    await stripe.customers.create({ email: 'c@example.com' })
    expect(await setup.payments.deliverDue()).toBe(0)
    setup.answerWith(200)
    await setup.database.db.pool.query(
      'update test_payment_events set next_attempt_at = now() where next_attempt_at is not null',
    )
    expect(await setup.payments.deliverDue()).toBe(1)
    const { body, signature } = setup.received.at(-1) ?? { body: '', signature: '' }
    const event = stripe.webhooks.constructEvent(body, signature, setup.payments.webhookSecret)
    expect(event).toMatchObject({
      type: 'customer.created',
      data: { object: { email: 'c@example.com' } },
    })
    expect(() =>
      stripe.webhooks.constructEvent(`${body} `, signature, setup.payments.webhookSecret),
    ).toThrow(Stripe.errors.StripeSignatureVerificationError)
  })
})
