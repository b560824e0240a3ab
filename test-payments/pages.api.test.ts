import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf } from './object-types.ts'
import { startTestPayments, type TestPaymentsSetup } from './testing/test-setup.ts'

let setup: TestPaymentsSetup
let stripe: Stripe

beforeAll(async () => {
  setup = await startTestPayments()
  stripe = setup.stripe
})
afterAll(() => setup.dispose())

const pathOf = (url: string | null | undefined) => new URL(url ?? '', 'http://localhost').pathname

async function chargesOf(session: string): Promise<string[]> {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session)
  const id = idOf(intent)
  if (id === null) return []
  const { data } = await stripe.charges.list({ payment_intent: id })
  return data.map(({ status }) => status)
}

describe('the checkout page', () => {
  it('tells a decline, takes another card, and leads on', async () => {
    const session = await setup.openPack()
    const path = pathOf(session.url)
    expect((await setup.page(path)).html).toContain('$9.99')
    const declined = await setup.page(`${path}/pay/`, { choice: '4000000000000002', card: '' })
    expect(declined.html).toContain('Your card was declined.')
    const unknown = await setup.page(`${path}/pay/`, { card: '1234' })
    expect(unknown.html).toContain('Your card number is incorrect.')
    const paid = await setup.page(`${path}/pay/`, {
      choice: '4000000000000002',
      card: '4242 4242 4242 4242',
    })
    expect(paid).toMatchObject({
      statusCode: 303,
      location: `http://127.0.0.1:4140/done?id=${session.id}`,
    })
    expect(await chargesOf(session.id)).toEqual(['succeeded', 'failed'])
    expect((await setup.page(path)).html).toContain('This order is paid')
  })

  it.each([['payment'], ['subscription']] as const)(
    'asks for a confirmation where the card does (%s)',
    async (mode) => {
      const session =
        mode === 'payment'
          ? await setup.openPack()
          : await stripe.checkout.sessions.create({
              mode,
              line_items: [{ price: await setup.price('basic', 1200, 'month'), quantity: 1 }],
              success_url: 'http://127.0.0.1:4140/done',
            })
      const pay = `${pathOf(session.url)}/pay/`
      const asked = await setup.page(pay, { card: '3220' })
      expect(asked.html).toContain('Confirm the payment')
      expect(asked.html).not.toContain('declined')
      const refused = await setup.page(pay, { card: '3220', confirmation: 'refused' })
      expect(refused.html).toContain('was not confirmed')
      expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
      expect(await setup.page(pay, { card: '3220', confirmation: 'given' })).toMatchObject({
        statusCode: 303,
      })
      expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
        status: 'complete',
        payment_status: 'paid',
      })
    },
  )

  it('cannot be talked into paying with a card that is declined', async () => {
    const session = await setup.openPack()
    expect(await setup.pay(session.id, '0002', { confirmation: 'given' })).toMatchObject({
      statusCode: 402,
      body: { status: 'open', payment_status: 'unpaid', result: 'declined', url: null },
    })
  })

  it('expires, by time or when it is asked to', async () => {
    const session = await setup.openPack({ expires_at: Math.floor(Date.now() / 1000) + 1800 })
    const other = await setup.openPack()
    await stripe.checkout.sessions.expire(other.id)
    await expect(stripe.checkout.sessions.expire(other.id)).rejects.toMatchObject({
      statusCode: 400,
    })
    await setup.setTime(session.expires_at)
    for (const { id } of [session, other]) {
      expect((await setup.pay(id, '4242')).body).toMatchObject({
        status: 'expired',
        result: 'expired',
      })
      expect((await setup.page(`/test-checkout/${id}`)).html).toContain('This checkout has expired')
      expect(await chargesOf(id)).toEqual([])
    }
    expect(
      (await setup.eventTypes()).filter((type) => type === 'checkout.session.expired'),
    ).toHaveLength(2)
    await expect(setup.openPack({ expires_at: session.expires_at + 60 })).rejects.toMatchObject({
      param: 'expires_at',
    })
    await setup.setTime(Math.floor(Date.now() / 1000))
  })

  it('is paid once, however many pay at once', async () => {
    const session = await setup.openPack()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => setup.pay(session.id, '4242')),
    )
    expect(answers.filter(({ body }) => body['result'] === 'succeeded')).toHaveLength(1)
    expect(answers.every(({ body }) => body['status'] === 'complete')).toBe(true)
    expect(await chargesOf(session.id)).toEqual(['succeeded'])
  })
})

describe('pages of somebody who reads Spanish', () => {
  it('are in Spanish, refusals and money too', async () => {
    const customer = await stripe.customers.create({
      email: 'ana@example.com',
      preferred_locales: ['es-419'],
    })
    const session = await setup.openPack({
      locale: 'es-419',
      customer: customer.id,
      tax_id_collection: { enabled: true },
      invoice_creation: { enabled: true },
    })
    const path = pathOf(session.url)
    const open = await setup.page(path)
    for (const text of [
      '<html lang="es">',
      'Pagar 9,99\u{A0}$',
      'Compro para una empresa',
      'Se rechaza',
    ])
      expect(open.html).toContain(text)
    const refused = async (form: Record<string, string>) =>
      /role="alert">([^<]*)/.exec((await setup.page(`${path}/pay/`, form)).html)?.[1]
    expect([
      await refused({ choice: '4000000000000002' }),
      await refused({ choice: '4000000000009995' }),
      await refused({ card: '1234' }),
      await refused({ card: '3220', confirmation: 'refused' }),
      await refused({ card: '4242', tax_id: 'none' }),
    ]).toEqual([
      'Tu tarjeta fue rechazada.',
      'Tu tarjeta no tiene fondos suficientes.',
      'El número de tu tarjeta es incorrecto.',
      'La persona titular no confirmó la tarjeta. Confírmala o usa otra tarjeta.',
      'Este número fiscal no es válido. No se cobró nada.',
    ])
    await setup.page(`${path}/pay/`, { card: '4242' })
    expect((await setup.page(path)).html).toContain('Este pedido está pagado')
    const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data
    expect((await setup.page(pathOf(invoice?.hosted_invoice_url))).html).toContain(
      'Esta factura está pagada.',
    )
    const { id: configuration } = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration,
      locale: 'es-419',
    })
    expect((await setup.page(pathOf(portal.url))).html).toContain('Por ahora no hay ningún plan.')
  })
})

describe('the portal', () => {
  async function openPortal(customer: string): Promise<string> {
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
    })
    const session = await stripe.billingPortal.sessions.create({
      customer,
      configuration: configuration.id,
      return_url: 'http://127.0.0.1:4140/user/billing',
    })
    return pathOf(session.url)
  }

  it('changes the card, cancels, takes it back, and shows invoices', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    const customer = idOf(subscription.customer) ?? ''
    const path = await openPortal(customer)
    const { html } = await setup.page(path)
    for (const text of ['basic', '$12.00', 'ending in', '4242', 'Paid', 'Return to the shop']) {
      expect(html).toContain(text)
    }
    expect((await setup.page(`${path}/card/`, { choice: '4000000000000341' })).statusCode).toBe(303)
    const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method'],
    })
    expect((card as Stripe.PaymentMethod).card?.last4).toBe('0341')
    const plan = { subscription: subscription.id }
    expect((await setup.page(`${path}/cancel/`, plan)).html).toContain('is not renewed')
    const goesOn = { cancel_at_period_end: false, cancel_at: null }
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject(goesOn)
    await setup.page(`${path}/cancel/`, { ...plan, sure: 'yes' })
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: subscription.items.data[0]?.current_period_end,
    })
    // The flag does not take a date back, and the API takes only one of the two.
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at).not.toBeNull()
    await expect(
      stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false, cancel_at: '' }),
    ).rejects.toThrow('only specify one')
    expect((await setup.page(path)).html).toContain('Keep the plan')
    await setup.page(`${path}/resume/`, plan)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject(goesOn)
  })

  it('lets a customer touch only what is theirs, and for an hour', async () => {
    const mine = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    const other = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    const path = await openPortal(idOf(mine.customer) ?? '')
    const stolen = await setup.page(`${path}/cancel/`, { subscription: other.id, sure: 'yes' })
    expect(stolen.statusCode).toBe(404)
    expect(await stripe.subscriptions.retrieve(other.id)).toMatchObject({
      cancel_at_period_end: false,
    })
    await setup.setTime(Math.floor(Date.now() / 1000) + 3700)
    expect((await setup.page(path)).statusCode).toBe(410)
    await setup.setTime(Math.floor(Date.now() / 1000))
  })

  it('offers nothing that its configuration leaves out', async () => {
    const subscription = await setup.subscribe(await setup.price('basic', 1200, 'month'))
    const configuration = await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    })
    const session = await stripe.billingPortal.sessions.create({
      customer: idOf(subscription.customer) ?? '',
      configuration: configuration.id,
    })
    const path = pathOf(session.url)
    expect((await setup.page(path)).html).not.toContain('Cancel the plan')
    const forced = await setup.page(`${path}/cancel/`, {
      subscription: subscription.id,
      sure: 'yes',
    })
    expect(forced.statusCode).toBe(403)
  })
})

describe('the page of an invoice', () => {
  it('lets somebody pay who has to be asked', async () => {
    const subscription = await setup.subscribe(
      await setup.price('basic', 1200, 'month'),
      '4000002760003184',
    )
    const [item] = subscription.items.data
    const { latest_invoice: latest } = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item?.id ?? '', price: await setup.price('starter', 2900, 'month') }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    })
    const invoice = latest as Stripe.Invoice
    expect((await setup.eventTypes()).slice(-4)).toContain('invoice.payment_action_required')
    const path = pathOf(invoice.hosted_invoice_url)
    expect((await setup.page(path)).html).toContain('Pay $17.00')
    expect((await setup.page(`${path}/pay/`, { card: '3184' })).html).toContain(
      'Confirm the payment',
    )
    const paid = await setup.page(`${path}/pay/`, { card: '3184', confirmation: 'given' })
    expect(paid.html).toContain('This invoice is paid.')
    const after = await stripe.subscriptions.retrieve(subscription.id, {
      expand: ['default_payment_method'],
    })
    expect(after).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { unit_amount: 2900 } }] },
      // It pays the next invoices, too.
      default_payment_method: { card: { last4: '3184' } },
    })
    expect((await setup.page(`/test-invoice/${invoice.id}_guessed`)).statusCode).toBe(404)
  })
})

describe('a company', () => {
  it('has its name and tax id on this invoice and the next ones', async () => {
    const customer = await stripe.customers.create({ email: 'shop@example.com', name: 'Ann' })
    const open = () =>
      setup.openPack({
        customer: customer.id,
        tax_id_collection: { enabled: true },
        invoice_creation: { enabled: true },
      })
    const first = await open()
    const path = pathOf(first.url)
    expect((await setup.page(path)).html).toContain('Tax ID')
    await setup.page(`${path}/pay/`, {
      choice: '4242424242424242',
      tax_id: 'es12345678z',
      business_name: 'Fox & Sons',
    })
    const second = await open()
    const wrong = await setup.page(`${pathOf(second.url)}/pay/`, {
      choice: '4242424242424242',
      tax_id: 'not a "number"',
      business_name: 'Fox & Sons',
    })
    expect(wrong.html).toContain('This tax ID is not valid. Nothing was charged.')
    expect(wrong.html).toContain('value="not a &quot;number&quot;"')
    expect((await stripe.checkout.sessions.retrieve(second.id)).payment_status).toBe('unpaid')
    await setup.pay(second.id, '4242')
    for (const { id } of [first, second]) {
      const { invoice, customer_details: buyer } = await stripe.checkout.sessions.retrieve(id, {
        expand: ['invoice'],
      })
      expect(buyer?.tax_ids).toEqual([{ type: 'eu_vat', value: 'ES12345678Z' }])
      const { hosted_invoice_url: url, customer_tax_ids: ids } = invoice as Stripe.Invoice
      expect(ids).toEqual([{ type: 'eu_vat', value: 'ES12345678Z' }])
      const { html } = await setup.page(pathOf(url))
      expect(html).toContain('Fox &amp; Sons')
      expect(html).toContain('Tax ID ES12345678Z')
      expect(html).toContain('Atelier (test payments)')
    }
  })

  it('is not asked for where the seller does not want it', async () => {
    const session = await setup.openPack()
    expect((await setup.page(pathOf(session.url))).html).not.toContain('Tax ID')
  })
})

describe('a card', () => {
  it('that was kept pays the next pack by one press; another one is not offered', async () => {
    const customer = await stripe.customers.create({ email: 'often@example.com' })
    const open = async () =>
      pathOf(
        (
          await setup.openPack({
            customer: customer.id,
            saved_payment_method_options: { payment_method_save: 'enabled' },
          })
        ).url,
      )
    await setup.page(`${await open()}/pay/`, { choice: '4242424242424242' })
    expect((await setup.page(await open())).html).not.toContain('Your saved card')
    await setup.page(`${await open()}/pay/`, { choice: '4242424242424242', keep: 'yes' })
    const next = await open()
    const { html } = await setup.page(next)
    expect(html).toContain('Your saved card')
    const card = /name="card" value="(\d+)"><button>Pay \$9\.99 with visa •••• 4242/.exec(html)
    const paid = await setup.page(`${next}/pay/`, { card: card?.[1] ?? '' })
    expect(paid.statusCode).toBe(303)
    expect((await setup.page(next)).html).toContain('This order is paid')
  })
})
