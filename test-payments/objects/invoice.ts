import type Stripe from 'stripe'
import { ApiError } from '../wire/api-error.ts'
import { newId, randomText } from '../ids.ts'
import { decimal, type LineDraft } from '../object-types.ts'
import type { Store } from '../store.ts'
import { listOf } from '../wire/list.ts'

function parentOf({
  subscription,
  proration,
}: LineDraft): NonNullable<Stripe.InvoiceLineItem['parent']> {
  const details = proration ? { credited_items: null } : null
  if (!subscription) {
    return {
      invoice_item_details: {
        invoice_item: newId('ii'),
        proration,
        proration_details: details,
        subscription: null,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    }
  }
  return {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: proration ? newId('ii') : null,
      proration,
      proration_details: details,
      subscription: subscription.id,
      subscription_item: subscription.item,
    },
    type: 'subscription_item_details',
  }
}

function lineOf(draft: LineDraft, invoice: string): Stripe.InvoiceLineItem {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: draft.currency,
    description: draft.description,
    discount_amounts: draft.discount
      ? [{ discount: draft.discount.id, amount: draft.discount.amount }]
      : [],
    discountable: !draft.proration,
    discounts: draft.discount ? [draft.discount.id] : [],
    invoice,
    livemode: false,
    metadata: {},
    parent: parentOf(draft),
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: {
        price: draft.price.id,
        product:
          typeof draft.price.product === 'string' ? draft.price.product : draft.price.product.id,
      },
      type: 'price_details',
      unit_amount_decimal: draft.price.unit_amount_decimal,
    },
    quantity: draft.quantity,
    quantity_decimal: decimal(draft.quantity),
    subscription: draft.subscription?.id ?? null,
    subtotal: draft.amount,
    taxes: [],
  }
}

export interface NewInvoice {
  customer: Stripe.Customer
  /** Null for what is bought once. */
  subscription: Stripe.Subscription | null
  lines: LineDraft[]
  reason: Stripe.Invoice.BillingReason
  currency: string
  /** Period of the service, as the invoice's head tells it. */
  period: { start: number; end: number }
  prorationDate?: number | undefined
}

/** Cents of US dollars; less than that is not collected. */
const MINIMUM_CHARGE = 50

/** What is asked for of what is owed: nothing of a credit, and nothing below the minimum, which stays owed. */
export function dueOf(owed: number): number {
  return owed < MINIMUM_CHARGE ? 0 : owed
}

/** @throws {ApiError} `amount_too_small` for a payment by itself, which nothing later could take along */
export function checkMinimum(amount: number): void {
  if (amount === 0 || amount >= MINIMUM_CHARGE) return
  throw new ApiError("The Checkout Session's total amount must convert to at least 50 cents.", {
    code: 'amount_too_small',
  })
}

/** Amount that each discount takes off all lines together. */
function totalDiscounts(lines: readonly LineDraft[]): Stripe.Invoice.TotalDiscountAmount[] {
  const totals = new Map<string, number>()
  for (const { discount } of lines) {
    if (discount) totals.set(discount.id, (totals.get(discount.id) ?? 0) + discount.amount)
  }
  return [...totals].map(([discount, amount]) => ({ discount, amount }))
}

/** A draft, as yet known to nobody; also what a preview shows. Amounts in cents; what the customer has as credit is used. */
export function buildInvoice(store: Store, wanted: NewInvoice): Stripe.Invoice {
  const { customer, subscription, currency, prorationDate } = wanted
  const id = newId('in')
  const subtotal = wanted.lines.reduce((sum, { amount }) => sum + amount, 0)
  const discounts = totalDiscounts(wanted.lines)
  const total = discounts.reduce((rest, { amount }) => rest - amount, subtotal)
  const starting = customer.balance
  // A balance below zero is credit; an invoice below zero becomes credit.
  const due = dueOf(total + starting)
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Atelier (test payments)',
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: wanted.reason,
    collection_method: 'charge_automatically',
    created: store.now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: store.hidden(customer).taxIds ?? [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: discounts.map(({ discount }) => discount),
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(
      wanted.lines.map((line) => lineOf(line, id)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription && {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(prorationDate !== undefined && { subscription_proration_date: prorationDate }),
      },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: wanted.period.end,
    period_start: wanted.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: starting,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

/** The way for the customer to pay an invoice by hand; whoever knows the address may. */
export function hostedUrl(store: Store, invoice: Stripe.Invoice): string {
  return `${store.settings.publicUrl}/test-invoice/${invoice.id}_${randomText(20)}`
}
