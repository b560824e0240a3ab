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

interface RawAnswer {
  status: number
  headers: Headers
  text: string
  error: { type?: string; code?: string; message?: string; param?: string } | undefined
}

async function raw(
  path: string,
  {
    body,
    key,
    apiKey = setup.payments.apiKey,
  }: { body?: string; key?: string; apiKey?: string } = {},
): Promise<RawAnswer> {
  const response = await fetch(setup.apiBase + path, {
    ...(body !== undefined && { method: 'POST', body }),
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  })
  const text = await response.text()
  const { error } = JSON.parse(text) as Pick<RawAnswer, 'error'>
  return { status: response.status, headers: response.headers, text, error }
}

describe('errors', () => {
  it.each([
    ['/v1/nothing', undefined, 404, { type: 'invalid_request_error' }],
    ['/v1/customers/cus_none', undefined, 404, { code: 'resource_missing', param: 'id' }],
    ['/v1/customers', 'emial=a%40b.example', 400, { code: 'parameter_unknown', param: 'emial' }],
    [
      '/v1/customers?limit=ten',
      undefined,
      400,
      { code: 'parameter_invalid_integer', param: 'limit' },
    ],
    ['/v1/customers?limit=101', undefined, 400, { param: 'limit' }],
    ['/v1/prices', 'unit_amount=5', 400, { code: 'parameter_missing', param: 'currency' }],
    [
      '/v1/prices',
      'unit_amount=-5&currency=usd&product_data[name]=x',
      400,
      { param: 'unit_amount' },
    ],
    [
      '/v1/checkout/sessions',
      'mode=payment&success_url=nowhere&line_items[0][price]=p',
      400,
      { param: 'success_url' },
    ],
    [
      '/v1/checkout/sessions',
      'mode=payment&success_url=http://a.example&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amuont]=1',
      400,
      { code: 'parameter_unknown', param: 'line_items[0][price_data][unit_amuont]' },
    ],
    ['/v1/customers?expand[]=data.nonsense', undefined, 400, { param: 'expand' }],
    ['/v1/customers', 'name=a%00b', 400, { type: 'invalid_request_error' }],
    ['/v1/customers/cus_%00', undefined, 404, { code: 'resource_missing' }],
    ['/v1/customers', '[x]=1', 400, { type: 'invalid_request_error' }],
  ])('%s with %s is answered %i in the envelope', async (path, body, status, error) => {
    await stripe.customers.create()
    const answer = await raw(path, body === undefined ? {} : { body })
    expect(answer.status).toBe(status)
    expect(answer.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.any(String),
      ...error,
    })
    expect(answer.headers.get('request-id')).toMatch(/^req_\w+$/)
    expect(answer.headers.get('stripe-version')).toBe('2026-10-28.endive')
  })

  it('of a wrong key are 401, also for what is not there', async () => {
    expect((await raw('/v1/customers', { apiKey: 'sk_test_wrong' })).status).toBe(401)
    expect((await raw('/v1/nothing', { apiKey: '' })).status).toBe(401)
    const { hostname, port } = new URL(setup.apiBase)
    const other = new Stripe('sk_test_wrong', { host: hostname, port, protocol: 'http' })
    await expect(other.customers.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
  })
})

describe('an Idempotency-Key', () => {
  it('answers the same request with the same body, and does it once', async () => {
    const first = await raw('/v1/customers', { body: 'email=k%40example.com', key: 'one' })
    const again = await raw('/v1/customers', { body: 'email=k%40example.com', key: 'one' })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect([
      first.headers.get('idempotent-replayed'),
      again.headers.get('idempotent-replayed'),
    ]).toEqual([null, 'true'])
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'))
    expect((await stripe.customers.list({ email: 'k@example.com' })).data).toHaveLength(1)
  })

  it('is refused for another request', async () => {
    await raw('/v1/customers', { body: 'email=k%40example.com', key: 'two' })
    for (const [path, body] of [
      ['/v1/customers', 'email=l%40example.com'],
      ['/v1/products', 'name=x'],
    ] as const) {
      expect(await raw(path, { body, key: 'two' })).toMatchObject({
        status: 400,
        error: { type: 'idempotency_error' },
      })
    }
  })

  it('does a thing once when it is asked at the same moment', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        raw('/v1/customers', { body: 'email=m%40example.com', key: 'three' }),
      ),
    )
    const refused = all.filter(({ status }) => status !== 200)
    expect(refused.length).toBeLessThan(10)
    expect(new Set(refused.map(({ status, error }) => `${status} ${error?.type}`))).toEqual(
      new Set(refused.length > 0 ? ['409 idempotency_error'] : []),
    )
    expect((await stripe.customers.list({ email: 'm@example.com' })).data).toHaveLength(1)
    expect(
      (await raw('/v1/customers', { body: 'email=m%40example.com', key: 'three' })).status,
    ).toBe(200)
  })

  it('remembers no request that was refused before it did anything', async () => {
    expect((await raw('/v1/customers', { body: 'emial=x', key: 'four' })).status).toBe(400)
    expect((await raw('/v1/customers', { body: 'email=x', key: 'four' })).status).toBe(200)
  })

  it('remembers a decline, whose charge stays', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'), '0341')
    const [item] = subscription.items.data
    const { latest_invoice: latest } = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? '', price: await setup.price('starter', 2900, 'month') }],
      payment_behavior: 'pending_if_incomplete',
      proration_behavior: 'always_invoice',
      expand: ['latest_invoice'],
    })
    const { id } = latest as Stripe.Invoice
    const first = await raw(`/v1/invoices/${id}/pay`, { body: '', key: 'five' })
    const again = await raw(`/v1/invoices/${id}/pay`, { body: '', key: 'five' })
    expect([first.status, first.error?.code]).toEqual([402, 'card_declined'])
    expect([again.status, again.text]).toEqual([402, first.text])
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ attempt_count: 2 })
  })
})

describe('lists', () => {
  it('are paged by the SDK itself, newest first', async () => {
    const emails = Array.from({ length: 25 }, (_, index) => `page${index}@example.com`)
    for (const email of emails) await stripe.customers.create({ email, metadata: { page: 'yes' } })
    const seen: string[] = []
    for await (const { email, metadata } of stripe.customers.list({ limit: 7 })) {
      if (metadata['page'] === 'yes') seen.push(email ?? '')
    }
    expect(seen).toEqual(emails.toReversed())
    const {
      data: [newest, second],
    } = await stripe.customers.list({ limit: 2 })
    const before = await stripe.customers.list({ limit: 5, ending_before: second?.id ?? '' })
    expect(before.data.map(({ id }) => id)).toEqual([newest?.id])
  })

  it('of events have a window and types', async () => {
    await setup.setTime('2027-05-01T00:00:00Z')
    await stripe.customers.create({ email: 'may@example.com' })
    await setup.setTime('2027-05-02T00:00:00Z')
    const customer = await stripe.customers.create({ email: 'later@example.com' })
    await stripe.customers.update(customer.id, { name: 'Later' })
    const gte = Date.parse('2027-05-01T00:00:00Z') / 1000
    const window = await stripe.events.list({ created: { gte, lt: gte + 86_400 } })
    expect(window.data.map(({ type }) => type)).toEqual(['customer.created'])
    const updates = await stripe.events.list({ types: ['customer.updated'], created: { gte } })
    expect(updates.data[0]?.data).toMatchObject({
      object: { name: 'Later' },
      previous_attributes: { name: null },
    })
    expect((await stripe.events.list({ type: 'customer.*', created: { gte } })).data).toHaveLength(
      3,
    )
    expect(await stripe.events.retrieve(window.data[0]?.id ?? '')).toMatchObject({
      type: 'customer.created',
    })
  })
})

describe('customers and prices', () => {
  it('are found by mail, merged, and deleted', async () => {
    const customer = await stripe.customers.create({
      email: "o'hara@example.com",
      metadata: { a: '1', b: '2' },
    })
    const found = await stripe.customers.search({ query: 'email:"o\'hara@example.com"' })
    expect(found.data.map(({ id }) => id)).toEqual([customer.id])
    const updated = await stripe.customers.update(customer.id, {
      metadata: { a: '', c: '3' },
      name: 'O',
    })
    expect(updated.metadata).toEqual({ b: '2', c: '3' })
    expect(await stripe.customers.del(customer.id)).toMatchObject({ deleted: true })
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true })
    await expect(setup.openPack({ customer: customer.id })).rejects.toMatchObject({
      statusCode: 404,
    })
    expect((await stripe.customers.search({ query: 'email:"o\'hara@example.com"' })).data).toEqual(
      [],
    )
  })

  it('give a lookup key to one price at a time', async () => {
    const one = await setup.price('transferable', 100)
    const make = (transfer: boolean) =>
      stripe.prices.create({
        currency: 'usd',
        unit_amount: 200,
        product_data: { name: 'x' },
        lookup_key: 'transferable',
        transfer_lookup_key: transfer,
      })
    await expect(make(false)).rejects.toMatchObject({ param: 'lookup_key' })
    const two = await make(true)
    const { data } = await stripe.prices.list({ lookup_keys: ['transferable', 'other'] })
    expect(data.map(({ id }) => id)).toEqual([two.id])
    expect(await stripe.prices.retrieve(one)).toMatchObject({ lookup_key: null })
    expect(two.unit_amount_decimal?.toString()).toBe('200')
  })
})
