import type Stripe from 'stripe'
import type { BillingMode } from './settings.ts'

/** Everything that is stored, by kind: the wire's shapes in the types of Stripe's own SDK. */
export interface ObjectTypes {
  customer: Stripe.Customer
  product: Stripe.Product
  price: Stripe.Price
  payment_method: Stripe.PaymentMethod
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'checkout.session': Stripe.Checkout.Session
  subscription: Stripe.Subscription
  subscription_schedule: Stripe.SubscriptionSchedule
  coupon: Stripe.Coupon
  promotion_code: Stripe.PromotionCode
  discount: Stripe.Discount
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  invoiceitem: Stripe.InvoiceItem
  'billing_portal.session': Stripe.BillingPortal.Session
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
}

export type Kind = keyof ObjectTypes

/** Amount that a discount takes off, in cents; below zero where a discounted time is given back. */
export interface LineDiscount {
  /** Id of the discount. */
  id: string
  amount: number
}

/** By item: what is off the price of its whole period. */
export type ItemDiscounts = Record<string, LineDiscount>

/** A subscription's new items and period, decided but perhaps not paid yet. */
export interface PlannedChange {
  items: Stripe.SubscriptionItem[]
  anchor: number
  discounts: ItemDiscounts
  /** Ids of what is off its periods from then on; left out: what is off now. */
  lasting?: string[]
}

/** A line before it has its invoice. */
export interface LineDraft {
  amount: number
  currency: string
  description: string
  price: Stripe.Price
  quantity: number
  period: { start: number; end: number }
  proration: boolean
  /** Null: nothing is off, or `amount` is without it already. */
  discount: LineDiscount | null
  /** Null for what is bought once. */
  subscription: { id: string; item: string } | null
}

/** What the provider remembers of an object and does not tell. */
export interface Hidden {
  /** Only of a checkout session. */
  lineItems?: Stripe.LineItem[]
  subscriptionMetadata?: Record<string, string>
  subscriptionDescription?: string
  billingMode?: BillingMode
  prorationDiscounts?: 'included' | 'itemized'
  paymentMetadata?: Record<string, string>
  paymentDescription?: string
  keepsCard?: boolean
  /** Its payment that was declined or waits for a confirmation. */
  paymentIntent?: string
  /** Of a payment method: the test card's number. */
  card?: string
  /** Of a payment method: the owner has confirmed it once. */
  confirmed?: boolean
  /** Of a customer: how the next charges end, set by a test. */
  nextCharges?: ('declined' | 'succeeded')[]
  /** Of a subscription: what is off its present period. */
  itemDiscounts?: ItemDiscounts
  /** Of a subscription: what its pending update will do. */
  pendingChange?: PlannedChange
  /** Of a subscription: the invoice that its pending update waits for. */
  pendingInvoice?: string
  /** Of an invoice: when it was first attempted by itself. */
  firstAttemptAt?: number
  /** Of an item that waits for an invoice: the line that it becomes. */
  draft?: LineDraft
  /** Of a customer: the tax ids that were typed when something was paid. */
  taxIds?: { type: 'eu_vat' | 'us_ein'; value: string }[]
  /** Of a payment method: its owner wants to pay with it again. */
  isKept?: boolean
  /** Whether a customer was deleted. */
  deleted?: boolean
}

/** Prefix of the ids of each kind. */
export const ID_PREFIXES: Record<Kind, string> = {
  customer: 'cus',
  product: 'prod',
  price: 'price',
  payment_method: 'pm',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  dispute: 'du',
  'checkout.session': 'cs_test',
  subscription: 'sub',
  subscription_schedule: 'sub_sched',
  coupon: 'coupon',
  promotion_code: 'promo',
  discount: 'di',
  invoice: 'in',
  invoice_payment: 'inpay',
  invoiceitem: 'ii',
  'billing_portal.session': 'bps',
  'billing_portal.configuration': 'bpc',
}

/** The id in a reference, which may hold the whole object where it was expanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** Exact numbers travel as text; the SDK makes its Decimal of it. */
export function decimal(value: number): Stripe.Decimal {
  return String(value) as unknown as Stripe.Decimal
}
