import type Stripe from 'stripe'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { CheckoutItem, PaymentProvider, RemoteMoney } from '../payment-provider.ts'
import { createCatalog, CURRENCY, TAX_BEHAVIOR } from './catalog.ts'
import { createChanges } from './changes.ts'
import { ask, askFor, askOnce, createStripe, idOf, secondsOf } from './client.ts'
import { localeOf } from './locales.ts'
import { metadataOf } from './priced-items.ts'
import { createPromotions } from './promotions.ts'
import { readCharge } from './read-charge.ts'
import { readDispute, submitEvidence } from './disputes.ts'
import { eventOf } from './read-event.ts'
import {
  cardOf,
  invoiceOf,
  priceOfLine,
  sessionOf,
  subscriptionOf,
  subscriptionOfInvoice,
} from './shapes.ts'
import { isLiveKey } from '../test-plans.ts'

/** Older signatures are refused: whoever recorded one cannot use it for ever. */
const TOLERANCE_SECONDS = 300
const INVOICES = 100
/** Stripe's for US dollars, the currency of all prices. */
const MINIMUM_CHARGE = 50
/** On the provider's page and its invoice. */
const HEADSHOTS = 'A set of headshots'
const EXPANDED_SUBSCRIPTION = ['schedule.phases.items.price', 'discounts']

export interface StripeProviderOptions {
  name: string
  secretKey: string
  /** Null: Stripe itself. */
  apiBase: string | null
  /** Any of them may have signed. */
  webhookSecrets: readonly string[]
  /** Makes prices and the portal's configuration on the first need, as `billing sync` does. */
  autoSync: boolean
  /** Stripe Tax reckons the tax that is in each price; default false. */
  tax?: boolean
  /** Fingerprint of a card that everybody pays with, so that it says nothing of who they are; default none. */
  commonCard?: string
}

/** Named, since the provider's own default may change. A line keeps its sign whatever is off it. */
const BILLING_MODE = {
  type: 'flexible',
  flexible: { proration_discounts: 'itemized' },
} as const

/** Cards that somebody had kept, and those of plans. */
const SAVED_CARDS = {
  payment_method_save: 'enabled',
  allow_redisplay_filters: ['always', 'limited'],
} satisfies Stripe.Checkout.SessionCreateParams.SavedPaymentMethodOptions

/** Of one customer. */
const MOST_CARDS = 1000
/** Of one customer: each opening closes the others. */
const MOST_OPEN_SESSIONS = 1000
/** Of one payment. */
const MOST_REFUNDS = 10_000
/** Refunds whose money stays here. */
const UNDELIVERED = new Set<string | null>(['failed', 'canceled'])

/** Inquiries, which take no money, are not among them. */
const DISPUTES: Record<string, NonNullable<RemoteMoney['dispute']>['status']> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  prevented: 'won',
  lost: 'lost',
}

/** Payments by Stripe's SDK, at Stripe or at whatever answers like it. */
export function createStripeProvider(options: StripeProviderOptions): PaymentProvider {
  const stripe = createStripe(options.secretKey, options.apiBase)
  const catalog = createCatalog(stripe, options)

  function verify(body: Buffer, signature: string): Stripe.EventBase | null {
    for (const secret of options.webhookSecrets) {
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
      } catch {
        // Perhaps another one; what is no JSON fails with all.
      }
    }
    return null
  }

  async function readInvoices(invoices: Stripe.Invoice[]) {
    const prices = invoices.flatMap(({ lines }) => lines.data.map(priceOfLine))
    const items = await catalog.itemsOf(prices.filter((id) => id !== null))
    return invoices.map((invoice) => invoiceOf(invoice, items))
  }

  const lineOf = async (item: CheckoutItem) =>
    item.kind === 'headshots'
      ? {
          price_data: {
            currency: CURRENCY,
            unit_amount: item.amount,
            tax_behavior: TAX_BEHAVIOR,
            product_data: { name: HEADSHOTS },
          },
          quantity: 1,
        }
      : { price: await catalog.priceIdOf(item), quantity: 1 }

  return {
    name: options.name,
    minimumCharge: MINIMUM_CHARGE,
    isTest: !isLiveKey(options.secretKey),
    ...createChanges(stripe, catalog),
    ...createPromotions(stripe),
    syncCatalog: () => catalog.sync(),

    readEvent(body, signature) {
      const event = signature === undefined ? null : verify(body, signature)
      if (!event) {
        throw new AppError('invalid', 'The signature of the payment event does not fit', {
          userMessage: t('billing.invalidSignature'),
        })
      }
      return eventOf(event)
    },

    async *listEvents(since) {
      const events = stripe.events.list({ created: { gte: secondsOf(since) }, limit: 100 })
      for await (const event of events) yield eventOf(event)
    },

    async createCustomer({ key, userId, email, name }) {
      const customer = await ask(() =>
        stripe.customers.create(
          // A later version must send the same under the key: Stripe refuses anything else for 24 hours.
          { email, name, metadata: { user: userId } },
          { idempotencyKey: key },
        ),
      )
      return customer.id
    },

    async setLanguage({ customer, language }) {
      // Without a key: the same key would answer a change back to an earlier language without making it.
      await askFor(() =>
        stripe.customers.update(customer, { preferred_locales: [localeOf(language)] }),
      )
    },

    async forgetCards(customer) {
      const kept = await askFor(() =>
        stripe.customers.listPaymentMethods(customer, { limit: 100 }).autoPagingToArray({
          limit: MOST_CARDS,
        }),
      )
      for (const { id } of kept ?? [])
        await askOnce(() =>
          stripe.paymentMethods.detach(id, {}, { idempotencyKey: `detach:${id}` }),
        )
    },

    async createCheckout(order) {
      const { checkoutId, userId, customer, item, successUrl, cancelUrl, terms, promotion } = order
      const line = await lineOf(item)
      const metadata = {
        ...metadataOf(item),
        checkout: checkoutId,
        user: userId,
        ...(promotion && { promotion: promotion.id }),
      }
      const session = await ask(() =>
        stripe.checkout.sessions.create(
          {
            mode: item.kind === 'plan' ? 'subscription' : 'payment',
            customer,
            locale: localeOf(order.language),
            client_reference_id: userId,
            line_items: [line],
            success_url: successUrl,
            cancel_url: cancelUrl,
            metadata,
            ...(terms !== null && { custom_text: { submit: { message: terms } } }),
            // A company's id and name are kept, so that its next invoices have them by themselves.
            tax_id_collection: { enabled: true },
            customer_update: { name: 'auto', address: 'auto' },
            ...(options.tax === true && { automatic_tax: { enabled: true } }),
            ...(promotion && { discounts: [{ promotion_code: promotion.externalId }] }),
            ...(item.kind === 'plan'
              ? { subscription_data: { metadata, billing_mode: BILLING_MODE } }
              : {
                  payment_intent_data: { metadata },
                  invoice_creation: { enabled: true },
                  // A kept card pays the next pack by one press.
                  saved_payment_method_options: SAVED_CARDS,
                }),
          },
          { idempotencyKey: `checkout:${checkoutId}` },
        ),
      )
      return sessionOf(session)
    },

    async readSession(id) {
      const session = await askFor(() =>
        stripe.checkout.sessions.retrieve(id, {
          expand: ['invoice', 'payment_intent.latest_charge'],
        }),
      )
      return session && sessionOf(session)
    },

    async expireSession(id) {
      try {
        return sessionOf(await ask(() => stripe.checkout.sessions.expire(id)))
      } catch (error) {
        const session = await this.readSession(id)
        if (session?.status === 'open') throw error
        // It was over already, or paid: what it is now says the same as the answer would.
        return session
      }
    },

    async listOpenSessions(customer) {
      // A customer that is not there has none.
      const found = await askFor(() =>
        stripe.checkout.sessions
          .list({ customer, status: 'open', limit: 100 })
          .autoPagingToArray({ limit: MOST_OPEN_SESSIONS }),
      )
      return (found ?? []).map(({ id, metadata }) => ({
        id,
        checkout: metadata?.['checkout'] ?? null,
      }))
    },

    async createPortal({ customer, returnUrl, language }) {
      const configuration = await catalog.portalConfiguration()
      const { url } = await ask(() =>
        stripe.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          configuration,
          locale: localeOf(language),
        }),
      )
      return url
    },

    async readSubscription(id) {
      const subscription = await askFor(() =>
        stripe.subscriptions.retrieve(id, { expand: EXPANDED_SUBSCRIPTION }),
      )
      return subscription && subscriptionOf(subscription)
    },

    async readCard(id) {
      const subscription = await askFor(() =>
        stripe.subscriptions.retrieve(id, {
          expand: ['default_payment_method', 'customer.invoice_settings.default_payment_method'],
        }),
      )
      return subscription && cardOf(subscription)
    },

    async listInvoices(subscription) {
      const { data } = await ask(() =>
        stripe.invoices.list({ subscription, limit: INVOICES, expand: ['data.payments'] }),
      )
      return readInvoices(data)
    },

    async readInvoice(id) {
      const invoice = await askFor(() => stripe.invoices.retrieve(id, { expand: ['payments'] }))
      const [read] = invoice ? await readInvoices([invoice]) : []
      return read ?? null
    },

    async readMoney(paymentIntent) {
      const refunds = await askFor(() =>
        stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }).autoPagingToArray({
          limit: MOST_REFUNDS,
        }),
      )
      // After the refunds: the other way round one that fails in between would be counted twice.
      const intent = await askFor(() =>
        stripe.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] }),
      )
      if (!refunds || !intent) return null
      const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
      const sumOf = (some: readonly Stripe.Refund[]) =>
        some.reduce((sum, { amount }) => sum + amount, 0)
      const failed = sumOf(refunds.filter((refund) => UNDELIVERED.has(refund.status)))
      const { data } = await ask(() =>
        stripe.disputes.list({ payment_intent: paymentIntent, limit: 10 }),
      )
      const dispute = data.find(({ status }) => status in DISPUTES)
      const status = dispute && DISPUTES[dispute.status]
      return {
        paymentIntent,
        // The charge may tell of a refund that was given since.
        given: Math.max(sumOf(refunds), (charge?.amount_refunded ?? 0) + failed),
        failed,
        dispute: dispute && status ? { id: dispute.id, status, amount: dispute.amount } : null,
      }
    },

    readDispute: (id) => readDispute(stripe, id),
    submitEvidence: (dispute, evidence, key) => submitEvidence(stripe, { dispute, evidence, key }),
    readCharge: (paymentIntent) => readCharge(stripe, paymentIntent, options.commonCard),

    async findPurpose(paymentIntent) {
      const sessions = await ask(() =>
        stripe.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 }),
      )
      const [session] = sessions.data
      if (session && !session.subscription) return { kind: 'session', id: session.id }
      const payments = await ask(() =>
        stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntent },
          limit: 1,
        }),
      )
      const id = idOf(payments.data[0]?.invoice)
      const invoice = id === null ? null : await askFor(() => stripe.invoices.retrieve(id))
      const subscription = invoice && subscriptionOfInvoice(invoice)
      return subscription ? { kind: 'subscription', id: subscription } : null
    },
  }
}
