import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { addInvoicePayment } from '../objects/invoice-payment.ts'
import { buildInvoice, dueOf, hostedUrl, type NewInvoice } from '../objects/invoice.ts'
import { addPaymentIntent } from '../objects/payment-intent.ts'
import { idOf } from '../object-types.ts'
import type { Store } from '../store.ts'
import { type Attempt, attemptPayment, type PaymentResult } from './attempt-payment.ts'
import { onInvoicePaid } from './on-invoice-paid.ts'

/** Makes a draft that is known to the world. */
export function createInvoice(store: Store, wanted: NewInvoice): Stripe.Invoice {
  const invoice = store.add('invoice', buildInvoice(store, wanted))
  store.emit('invoice.created', invoice)
  return invoice
}

export async function customerOf(
  store: Store,
  object: { customer: string | { id: string } | null },
): Promise<Stripe.Customer> {
  return store.get('customer', idOf(object.customer) ?? '')
}

/** The subscription that an invoice is for. */
export async function subscriptionOf(
  store: Store,
  invoice: Stripe.Invoice,
): Promise<Stripe.Subscription> {
  return store.get('subscription', idOf(invoice.parent?.subscription_details?.subscription) ?? '')
}

/** The payment that an invoice waits for, or was settled by. */
export async function paymentOf(
  store: Store,
  invoice: Stripe.Invoice,
): Promise<{ payment: Stripe.InvoicePayment; intent: Stripe.PaymentIntent } | null> {
  const { data } = await store.list('invoice_payment', { where: { invoice: invoice.id } })
  const [payment] = data
  const intent = idOf(payment?.payment.payment_intent)
  return payment && intent !== null
    ? { payment, intent: await store.get('payment_intent', intent) }
    : null
}

function descriptionOf({ billing_reason: reason }: Stripe.Invoice): string {
  return reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
}

async function settle(
  store: Store,
  invoice: Stripe.Invoice,
  payment: Stripe.InvoicePayment | null,
): Promise<void> {
  const { now } = store
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.next_payment_attempt = null
  invoice.auto_advance = false
  invoice.attempted = true
  invoice.status_transitions.paid_at = now
  if (payment) {
    payment.status = 'paid'
    payment.amount_paid = invoice.amount_due
    payment.status_transitions.paid_at = now
    store.save(payment)
    store.emit('invoice_payment.paid', payment)
  }
  store.save(invoice)
  await store.schedule(invoice, 'retry', null)
  store.emit('invoice.paid', invoice)
  store.emit('invoice.payment_succeeded', invoice)
  if (invoice.parent) await onInvoicePaid(store, await subscriptionOf(store, invoice), invoice)
}

/** The document of something that was bought once and is paid already. @param intent null: it cost nothing */
export async function createPaidInvoice(
  store: Store,
  wanted: NewInvoice,
  intent: Stripe.PaymentIntent | null,
): Promise<Stripe.Invoice> {
  const invoice = createInvoice(store, wanted)
  // Its payment was made without the customer's credit.
  invoice.amount_due = invoice.total
  publish(store, invoice, wanted.customer)
  store.emit('invoice.finalized', invoice)
  await settle(store, invoice, intent && addInvoicePayment(store, invoice, intent))
  return invoice
}

/** A draft becomes a document: it has its number, its page, and a day. */
function publish(store: Store, invoice: Stripe.Invoice, customer: Stripe.Customer): void {
  const sequence = customer.next_invoice_sequence ?? 1
  customer.next_invoice_sequence = sequence + 1
  store.save(customer)
  invoice.number = `${customer.invoice_prefix ?? 'TEST'}-${String(sequence).padStart(4, '0')}`
  invoice.status = 'open'
  invoice.status_transitions.finalized_at = store.now
  invoice.effective_at = store.now
  invoice.automatically_finalizes_at = null
  invoice.hosted_invoice_url = hostedUrl(store, invoice)
}

/** Gives a draft its number, uses the customer's credit, and asks for the rest; an invoice of nothing is paid. */
export async function finalizeInvoice(store: Store, invoice: Stripe.Invoice): Promise<void> {
  if (invoice.status !== 'draft') throw new ApiError('This invoice is already finalized')
  const customer = await customerOf(store, invoice)
  invoice.starting_balance = customer.balance
  const owed = invoice.total + customer.balance
  invoice.amount_due = dueOf(owed)
  invoice.amount_remaining = invoice.amount_due
  // A credit goes on, and so does what is too little to collect.
  customer.balance = owed - invoice.amount_due
  invoice.ending_balance = customer.balance
  publish(store, invoice, customer)
  store.save(invoice)
  await store.schedule(invoice, 'finalize', null)
  store.emit('invoice.finalized', invoice)
  if (invoice.amount_due === 0) {
    await settle(store, invoice, null)
    return
  }
  const intent = addPaymentIntent(store, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: customer.id,
    description: descriptionOf(invoice),
    keepsCard: true,
  })
  addInvoicePayment(store, invoice, intent)
}

/** The card that pays when nobody chooses: the subscription's, else the customer's. */
export async function usualCard(
  store: Store,
  invoice: Stripe.Invoice,
): Promise<Stripe.PaymentMethod | null> {
  const subscription = await subscriptionOf(store, invoice)
  const customer = await customerOf(store, invoice)
  const id =
    idOf(subscription.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method)
  return id === null ? null : store.find('payment_method', id)
}

function tellFailure(store: Store, invoice: Stripe.Invoice, result: PaymentResult): void {
  invoice.attempt_count += 1
  invoice.attempted = true
  store.save(invoice)
  store.emit('invoice.payment_failed', invoice)
  if (result === 'confirm') store.emit('invoice.payment_action_required', invoice)
}

/**
 * Tries to settle an open invoice, once.
 * @param attempt null: there is no card, which counts as declined
 * @returns how it ended; what follows for the subscription is the caller's matter, except when it is paid
 */
export async function attemptInvoice(
  store: Store,
  invoice: Stripe.Invoice,
  attempt: Attempt | null,
): Promise<PaymentResult> {
  if (invoice.status === 'paid') return 'succeeded'
  const waiting = await paymentOf(store, invoice)
  if (!waiting) throw new ApiError('This invoice has no payment')
  const result = attempt ? await attemptPayment(store, waiting.intent, attempt) : 'declined'
  if (result !== 'succeeded') {
    tellFailure(store, invoice, result)
    return result
  }
  invoice.attempt_count += 1
  await settle(store, invoice, waiting.payment)
  return result
}

/** @throws {ApiError} when it is paid or void */
export async function voidInvoice(store: Store, invoice: Stripe.Invoice): Promise<void> {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw new ApiError(
      `You can only void open or uncollectible invoices; this one is ${invoice.status}.`,
      {
        code: 'invoice_not_editable',
      },
    )
  }
  invoice.status = 'void'
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.status_transitions.voided_at = store.now
  store.save(invoice)
  await store.schedule(invoice, 'retry', null)
  const waiting = await paymentOf(store, invoice)
  if (waiting) {
    const { payment, intent } = waiting
    payment.status = 'canceled'
    payment.status_transitions.canceled_at = store.now
    store.save(payment)
    intent.status = 'canceled'
    intent.canceled_at = store.now
    intent.cancellation_reason = 'void_invoice'
    store.save(intent)
    store.emit('payment_intent.canceled', intent)
  }
  // Credit that it had used comes back, and so does what it had taken along of what was owed.
  const used = invoice.total - invoice.amount_due
  if (used !== 0) {
    const customer = await customerOf(store, invoice)
    customer.balance -= used
    store.save(customer)
  }
  store.emit('invoice.voided', invoice)
}
