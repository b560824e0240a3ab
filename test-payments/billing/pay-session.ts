import type Stripe from 'stripe'
import { addCustomer } from '../objects/customer.ts'
import { addPaymentIntent } from '../objects/payment-intent.ts'
import { addPaymentMethod, attachPaymentMethod } from '../objects/payment-method.ts'
import { addSubscription } from '../objects/subscription.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import {
  type Attempt,
  attemptPayment,
  decidePayment,
  failureOf,
  type PaymentResult,
} from './attempt-payment.ts'
import { findCard } from '../objects/cards.ts'
import { ApiError } from '../wire/api-error.ts'
import { activeDiscount, dropSpentDiscount, itemDiscountsOf } from './discounts.ts'
import { boughtLines, periodLines } from './invoice-lines.ts'
import { attemptInvoice, createInvoice, createPaidInvoice, finalizeInvoice } from './invoices.ts'
import { addSessionDiscount, findObstacle, redeemDiscount } from './redeem-discount.ts'
import { planNext } from './subscription-state.ts'

export interface SessionPayment {
  /** A number, with or without spaces, or its last four digits. */
  card: string
  email?: string | undefined
  /** The owner's answer where the card asks for one. */
  confirmation?: 'given' | 'refused' | undefined
  /** Of a company, with its name. */
  taxId?: string | undefined
  businessName?: string | undefined
  /** Keeps the card for the next purchase. */
  keepsCard?: boolean | undefined
}

export interface SessionPaymentResult {
  /** `complete` and `expired` too when it was so before. */
  result: PaymentResult | 'complete' | 'expired'
  /** For people, in English; null when it succeeded. */
  message: string | null
  /** Why it did not: of a card the reason of its bank. */
  code: string | null
}

async function customerFor(
  store: Store,
  session: Stripe.Checkout.Session,
  email: string | undefined,
): Promise<Stripe.Customer | null> {
  const id = idOf(session.customer)
  if (id !== null) return store.get('customer', id)
  if (session.customer_creation === 'if_required') return null
  const customer = addCustomer(store, { email: session.customer_email ?? email ?? null })
  session.customer = customer.id
  return customer
}

interface Paying {
  session: Stripe.Checkout.Session
  customer: Stripe.Customer | null
  method: Stripe.PaymentMethod
  confirmation: SessionPayment['confirmation']
}

function attemptOf({ method, confirmation }: Paying): Attempt {
  return { method, present: true, ...(confirmation && { confirmation }) }
}

/** The payment of a session, one however often it is tried. */
async function intentOf(
  store: Store,
  { session, customer }: Paying,
): Promise<Stripe.PaymentIntent> {
  const hidden = store.hidden(session)
  if (hidden.paymentIntent !== undefined) return store.get('payment_intent', hidden.paymentIntent)
  const intent = addPaymentIntent(store, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: customer?.id ?? null,
    description: hidden.paymentDescription ?? null,
    metadata: hidden.paymentMetadata ?? {},
    keepsCard: hidden.keepsCard ?? false,
  })
  hidden.paymentIntent = intent.id
  return intent
}

/** Asks the card for the session's own payment. */
async function payOnce(store: Store, paying: Paying, attempt: Attempt): Promise<PaymentResult> {
  const { session, customer, method } = paying
  const intent = await intentOf(store, paying)
  session.payment_intent = intent.id
  const result = await attemptPayment(store, intent, attempt)
  if (result === 'succeeded' && customer && store.hidden(session).keepsCard) {
    attachPaymentMethod(store, method, customer)
  }
  return result
}

/** Whether a discount leaves nothing to pay: no card is asked for. */
const isFree = ({ mode, amount_total: total }: Stripe.Checkout.Session) =>
  mode === 'payment' && total === 0

/** The invoice of what was bought once, where the session asks for one. */
async function giveInvoice(store: Store, paying: Paying): Promise<void> {
  const { session, customer } = paying
  if (!customer || !session.invoice_creation?.enabled) return
  const discount = await addSessionDiscount(store, session, { customer: customer.id })
  const invoice = await createPaidInvoice(
    store,
    {
      customer,
      subscription: null,
      lines: await boughtLines(store, store.hidden(session).lineItems ?? [], discount?.id ?? null),
      reason: 'manual',
      currency: session.currency ?? 'usd',
      period: { start: store.now, end: store.now },
    },
    isFree(session) ? null : await intentOf(store, paying),
  )
  session.invoice = invoice.id
}

/** Makes the subscription and has its first invoice paid. */
async function subscribe(
  store: Store,
  { session, method, confirmation }: Paying,
  customer: Stripe.Customer,
): Promise<void> {
  const hidden = store.hidden(session)
  attachPaymentMethod(store, method, customer)
  const subscription = addSubscription(store, {
    customer: customer.id,
    lines: (hidden.lineItems ?? []).flatMap(({ price, quantity }) =>
      price ? [{ price, quantity: quantity ?? 1 }] : [],
    ),
    paymentMethod: method.id,
    metadata: hidden.subscriptionMetadata ?? {},
    description: hidden.subscriptionDescription ?? null,
    billingMode: hidden.billingMode ?? store.settings.billingMode,
    prorationDiscounts: hidden.prorationDiscounts ?? 'included',
  })
  const { items } = subscription
  const discount = await addSessionDiscount(store, session, {
    customer: customer.id,
    subscription: subscription.id,
  })
  if (discount) subscription.discounts = [discount.id]
  const lines = await periodLines(
    store,
    items.data,
    await activeDiscount(store, subscription, store.now),
  )
  store.hidden(subscription).itemDiscounts = itemDiscountsOf(lines)
  const invoice = createInvoice(store, {
    customer,
    subscription,
    lines,
    reason: 'subscription_create',
    currency: subscription.currency,
    period: { start: store.now, end: store.now },
  })
  await dropSpentDiscount(store, subscription)
  subscription.latest_invoice = invoice.id
  session.subscription = subscription.id
  session.invoice = invoice.id
  await finalizeInvoice(store, invoice)
  if (invoice.status === 'open') {
    const attempt = { method, present: true, decided: 'succeeded' } as const
    await attemptInvoice(store, invoice, { ...attempt, ...(confirmation && { confirmation }) })
  }
  store.emit('customer.subscription.created', subscription)
  await planNext(store, subscription)
}

/** Returns the type of a tax id by its form; null where it has the form of none. */
function typeOfTaxId(value: string): 'eu_vat' | 'us_ein' | null {
  if (/^[A-Z]{2}(?=.*\d)[0-9A-Z]{2,13}$/.test(value)) return 'eu_vat'
  return /^\d{9}$/.test(value) ? 'us_ein' : null
}

/**
 * Keeps the tax id and name that a company types: they stand on this invoice and the next ones.
 * @throws {ApiError} 402 for what is no tax id: nothing is paid
 */
function keepTaxId(
  store: Store,
  { session, customer }: Paying,
  { taxId, businessName }: SessionPayment,
): void {
  if (!customer || session.tax_id_collection?.enabled !== true) return
  const value = taxId?.toUpperCase().replaceAll(/[\s.-]/g, '') ?? ''
  if (value === '') return
  const type = typeOfTaxId(value)
  if (type === null)
    throw new ApiError('This tax ID is not valid. Nothing was charged.', {
      status: 402,
      code: 'tax_id_invalid',
    })
  store.hidden(customer).taxIds = [{ type, value }]
  const name = businessName?.trim() ?? ''
  if (name !== '') customer.name = name
  store.update('customer.updated', customer)
}

/** Gives the card to its owner who wants to pay the next pack with it. */
function keepCard(store: Store, { session, customer, method }: Paying): void {
  if (!customer || session.saved_payment_method_options?.payment_method_save !== 'enabled') return
  store.hidden(method).isKept = true
  attachPaymentMethod(store, method, customer)
}

function complete(store: Store, { session, customer }: Paying, email: string | undefined): void {
  session.status = 'complete'
  session.payment_status = session.amount_total === 0 ? 'no_payment_required' : 'paid'
  session.url = null
  session.customer_details = {
    address: null,
    business_name: null,
    email: customer?.email ?? session.customer_email ?? email ?? null,
    individual_name: null,
    name: customer?.name ?? null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: (customer && store.hidden(customer).taxIds) ?? [],
  }
  store.save(session)
  store.emit('checkout.session.completed', session)
}

/**
 * Pays an open checkout with a test card, whole or not at all.
 * @throws {ApiError} 402 for a number that is no test card
 */
export async function paySession(
  store: Store,
  session: Stripe.Checkout.Session,
  payment: SessionPayment,
): Promise<SessionPaymentResult> {
  const { card, email, confirmation } = payment
  if (session.status === 'complete') return { result: 'complete', message: null, code: null }
  if (session.status === 'expired')
    return { result: 'expired', message: 'This checkout has expired.', code: null }
  const obstacle = await findObstacle(store, session)
  if (obstacle !== null) return { result: 'declined', message: obstacle, code: 'discount_unusable' }
  const customer = await customerFor(store, session, email)
  const method = addPaymentMethod(store, findCard(card))
  const paying: Paying = { session, customer, method, confirmation }
  store.save(session)
  keepTaxId(store, paying, payment)
  const attempt = attemptOf(paying)
  const decided = isFree(session) ? 'succeeded' : await decidePayment(store, customer, attempt)
  // A subscription comes to be only once it is paid; until then attempts are the session's own.
  if (session.mode === 'subscription' && customer && decided === 'succeeded') {
    await subscribe(store, paying, customer)
  } else if (!isFree(session)) {
    await payOnce(store, paying, { ...attempt, decided })
  }
  if (decided !== 'succeeded') {
    const intent = await intentOf(store, paying)
    return { result: decided, ...failureOf(intent) }
  }
  if (session.mode === 'payment') await giveInvoice(store, paying)
  if (payment.keepsCard === true) keepCard(store, paying)
  await redeemDiscount(store, session)
  await store.schedule(session, 'expire', null)
  complete(store, paying, email)
  return { result: decided, message: null, code: null }
}
