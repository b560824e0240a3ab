import type Stripe from 'stripe'
import type {
  EventTarget,
  RemoteDiscount,
  RemoteInvoice,
  RemoteLine,
  RemoteSession,
  RemoteSubscription,
  SoldItem,
} from '../payment-provider.ts'
import { dateOf, idOf } from './client.ts'
import { readPrice } from './priced-items.ts'

/**
 * Fields that moved when the API's shapes changed in 2025, where the older ones had them. A server that speaks an older
 * version still answers so.
 */
interface OlderPeriod {
  current_period_start?: number
  current_period_end?: number
}
interface OlderInvoice {
  subscription?: string | { id: string } | null
  payment_intent?: string | { id: string } | null
}
interface OlderLine {
  proration?: boolean
  price?: Stripe.Price | string | null
}

const dateOrNull = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? null : dateOf(seconds)

const SESSION_STATES: Record<string, RemoteSession['status']> = {
  complete: 'complete',
  expired: 'expired',
}

/** What nobody will pay any more counts as void. */
const INVOICE_STATES: Record<string, RemoteInvoice['status']> = {
  draft: 'draft',
  open: 'open',
  paid: 'paid',
}

function documentOf({
  hosted_invoice_url: url,
  number,
}: Stripe.Invoice): RemoteSession['document'] {
  return url == null ? null : { url, number }
}

export function sessionOf(session: Stripe.Checkout.Session): RemoteSession {
  const invoice = typeof session.invoice === 'object' ? session.invoice : null
  const quantity = Number(session.metadata?.['quantity'])
  return {
    id: session.id,
    url: session.url,
    status: SESSION_STATES[session.status ?? ''] ?? 'open',
    paid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    customer: idOf(session.customer),
    subscription: idOf(session.subscription),
    paymentIntent: idOf(session.payment_intent),
    amount: session.amount_total ?? 0,
    discount: session.total_details?.amount_discount ?? 0,
    currency: session.currency ?? 'usd',
    createdAt: dateOf(session.created),
    paidAt: chargedAt(session.payment_intent),
    checkout: session.metadata?.['checkout'] ?? null,
    quantity: Number.isSafeInteger(quantity) && quantity > 0 ? quantity : null,
    headshots: session.metadata?.['headshots'] ?? null,
    document: invoice ? documentOf(invoice) : null,
  }
}

function chargedAt(intent: Stripe.Checkout.Session['payment_intent']): Date | null {
  const charge = typeof intent === 'object' ? intent?.latest_charge : null
  return charge && typeof charge === 'object' && charge.paid ? dateOf(charge.created) : null
}

/** The price of a line where the line has it whole; else its id. */
export function priceOfLine(line: Stripe.InvoiceLineItem): string | null {
  return idOf(line.pricing?.price_details?.price ?? (line as OlderLine).price)
}

export function isProration(line: Stripe.InvoiceLineItem): boolean {
  const { parent } = line
  return (
    parent?.subscription_item_details?.proration ??
    parent?.invoice_item_details?.proration ??
    (line as OlderLine).proration ??
    false
  )
}

function lineOf(
  line: Stripe.InvoiceLineItem,
  items: ReadonlyMap<string, SoldItem | null>,
): RemoteLine {
  return {
    item: items.get(priceOfLine(line) ?? '') ?? null,
    amount: line.amount,
    text: line.description ?? '',
    proration: isProration(line),
    start: dateOf(line.period.start),
    end: dateOf(line.period.end),
  }
}

function paymentIntentOf(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? []
  const used = payments.find(({ status }) => status === 'paid') ?? payments[0]
  return idOf(used?.payment.payment_intent ?? (invoice as OlderInvoice).payment_intent)
}

export function subscriptionOfInvoice(invoice: Stripe.Invoice): string | null {
  return idOf(
    invoice.parent?.subscription_details?.subscription ?? (invoice as OlderInvoice).subscription,
  )
}

/** Below zero where more discounted time was given back than charged: then nothing was taken off. */
function discountOfInvoice({ total_discount_amounts: amounts }: Stripe.Invoice): number {
  return Math.max(
    0,
    (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
  )
}

/** @param items what the prices of its lines sell, by price id */
export function invoiceOf(
  invoice: Stripe.Invoice,
  items: ReadonlyMap<string, SoldItem | null>,
): RemoteInvoice {
  const paid = invoice.status === 'paid'
  return {
    id: invoice.id,
    customer: idOf(invoice.customer),
    subscription: subscriptionOfInvoice(invoice),
    status: INVOICE_STATES[invoice.status ?? ''] ?? 'void',
    amount: paid ? invoice.amount_paid : invoice.amount_due,
    discount: discountOfInvoice(invoice),
    promotion: invoice.parent?.subscription_details?.metadata?.['promotion'] ?? null,
    currency: invoice.currency,
    number: invoice.number,
    url: invoice.hosted_invoice_url ?? null,
    paymentIntent: paymentIntentOf(invoice),
    attempts: invoice.attempt_count,
    nextAttemptAt: dateOrNull(invoice.next_payment_attempt),
    createdAt: dateOf(invoice.created),
    paidAt: paid ? dateOf(invoice.status_transitions?.paid_at ?? invoice.created) : null,
    lines: invoice.lines.data.map((line) => lineOf(line, items)),
  }
}

const STATES: Record<string, RemoteSubscription['status']> = {
  active: 'active',
  trialing: 'active',
  paused: 'past_due',
  past_due: 'past_due',
  unpaid: 'past_due',
  canceled: 'ended',
  incomplete_expired: 'ended',
}

function scheduledOf(
  subscription: Stripe.Subscription,
  periodEnd: number,
): RemoteSubscription['scheduled'] {
  const { schedule } = subscription
  if (!schedule || typeof schedule === 'string') return null
  if (schedule.status !== 'active' && schedule.status !== 'not_started') return null
  const next = schedule.phases.find(({ start_date: start }) => start >= periodEnd)
  const price = next?.items[0]?.price
  if (!price || typeof price === 'string' || 'deleted' in price) return null
  const item = readPrice(price)
  if (item?.kind !== 'plan') return null
  return { plan: item.plan, period: item.period, priceId: price.id, price: item.price }
}

/** Of what was not expanded only the id can be read. */
function discountsOf({ discounts }: Stripe.Subscription): RemoteDiscount[] {
  return (discounts ?? []).map((discount) =>
    typeof discount === 'string'
      ? { id: discount, promotion: null, endsAt: null }
      : {
          id: discount.id,
          promotion: idOf(discount.promotion_code),
          endsAt: dateOrNull(discount.end),
        },
  )
}

/** With flexible billing the portal sets a date and leaves the flag; the API's flag sets both. */
function cancelsByOf({
  cancel_at: at,
  cancel_at_period_end: withPeriod,
}: Stripe.Subscription): RemoteSubscription['cancelsBy'] {
  if (withPeriod) return 'period_end'
  return at === null ? null : 'date'
}

/** Null: it sells nothing, or more than one thing, so it is not one of ours. */
export function subscriptionOf(subscription: Stripe.Subscription): RemoteSubscription | null {
  const [item, ...others] = subscription.items.data
  if (!item || others.length > 0) return null
  const older = subscription as OlderPeriod
  const start = item.current_period_start ?? older.current_period_start
  const end = item.current_period_end ?? older.current_period_end
  if (start === undefined || end === undefined) return null
  const cancelAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? end : null)
  return {
    id: subscription.id,
    customer: idOf(subscription.customer) ?? '',
    status: STATES[subscription.status] ?? 'pending',
    itemId: item.id,
    priceId: item.price.id,
    item: readPrice(item.price),
    periodStart: dateOf(start),
    periodEnd: dateOf(end),
    cancelAt: dateOrNull(cancelAt),
    cancelsBy: cancelsByOf(subscription),
    endedAt: dateOrNull(subscription.ended_at),
    unpaid: subscription.cancellation_details?.reason === 'payment_failed',
    collectionStopped: subscription.status === 'unpaid',
    scheduleId: idOf(subscription.schedule),
    scheduled: scheduledOf(subscription, end),
    discounts: discountsOf(subscription),
  }
}

/** The card that pays for it: its own, else its customer's. Both are to be expanded. */
export function cardOf({
  default_payment_method: own,
  customer,
}: Stripe.Subscription): { brand: string; last4: string } | null {
  const usual =
    typeof customer === 'object' && !('deleted' in customer && customer.deleted)
      ? customer.invoice_settings.default_payment_method
      : null
  const method = own ?? usual
  const card = typeof method === 'object' ? method?.card : null
  return card ? { brand: card.brand, last4: card.last4 } : null
}

/** An event's object as every version has it. */
interface EventObject {
  id?: unknown
  object?: unknown
  payment_intent?: unknown
  subscription?: unknown
}

/** Anything else is no id, and is not asked for. */
const idIn = (value: unknown) =>
  typeof value === 'string' && /^[\w-]{1,255}$/.test(value) ? value : null

/** What to read again because of an event; the event itself is only a hint. */
export function targetOf(type: string, data: unknown): EventTarget | null {
  const object = (data ?? {}) as EventObject
  const target = (kind: EventTarget['kind'], id: unknown) => {
    const known = idIn(id)
    return known === null ? null : { kind, id: known }
  }
  if (type.startsWith('checkout.session.')) return target('session', object.id)
  if (type.startsWith('customer.subscription.')) return target('subscription', object.id)
  if (type.startsWith('subscription_schedule.')) return target('subscription', object.subscription)
  if (type.startsWith('invoice.')) return target('invoice', object.id)
  if (/^(?:refund|charge\.(?:refund|dispute))/.test(type)) {
    return target('payment', object.payment_intent)
  }
  return null
}
