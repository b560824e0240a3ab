import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import type { SessionParams } from '../wire/session-params.ts'
import { pageOrigin } from './page-origin.ts'

interface NewSession {
  params: SessionParams
  lines: Stripe.LineItem[]
  discounts: Stripe.Checkout.Session.Discount[]
  expiresAt: number
}

const invoiceCreation = (enabled: boolean): Stripe.Checkout.Session.InvoiceCreation => ({
  enabled,
  invoice_data: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: null,
    rendering_options: null,
  },
})

/** An open checkout. */
export function buildSession(
  store: Store,
  { params, lines, discounts, expiresAt }: NewSession,
): Stripe.Checkout.Session {
  const id = newId('cs_test', 58)
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const off = lines.reduce((sum, line) => sum + line.amount_discount, 0)
  const recurring = params.mode === 'subscription'
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: subtotal,
    amount_total: subtotal - off,
    // No tax is reckoned here.
    automatic_tax: {
      enabled: params.automatic_tax?.enabled === true,
      liability: null,
      provider: null,
      status: null,
    },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: store.now,
    currency: lines[0]?.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: params.custom_text?.submit ?? null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: recurring ? 'always' : (params.customer_creation ?? 'if_required'),
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts,
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: recurring ? null : invoiceCreation(params.invoice_creation?.enabled === true),
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: recurring ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: params.saved_payment_method_options
      ? {
          allow_redisplay_filters: null,
          payment_method_remove: null,
          payment_method_save: params.saved_payment_method_options.payment_method_save ?? null,
        }
      : null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    ...(params.tax_id_collection?.enabled === true && {
      tax_id_collection: { enabled: true, required: 'never' as const },
    }),
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${pageOrigin(store.settings.publicUrl, params.success_url)}/test-checkout/${id}`,
    wallet_options: null,
  }
}
