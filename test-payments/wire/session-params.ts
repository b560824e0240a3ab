import { z } from 'zod'
import { amount, flag, ignored, integer, metadata, text, url } from './params.ts'

const priceData = z.strictObject({
  currency: text,
  unit_amount: amount,
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      description: text.optional(),
      images: z.array(text).optional(),
      metadata: metadata.optional(),
      tax_code: ignored,
    })
    .optional(),
  recurring: z
    .strictObject({ interval: z.enum(['month', 'year']), interval_count: integer.optional() })
    .optional(),
  tax_behavior: ignored,
})

/** What a checkout may be asked for. What a page for tests has no use for is taken and left alone. */
export const sessionParams = z.strictObject({
  mode: z.enum(['payment', 'subscription']),
  line_items: z
    .array(
      z.strictObject({
        price: text.optional(),
        price_data: priceData.optional(),
        quantity: integer.optional(),
        adjustable_quantity: ignored,
        metadata: metadata.optional(),
      }),
    )
    .min(1),
  success_url: url,
  cancel_url: url.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  client_reference_id: text.optional(),
  metadata: metadata.optional(),
  expires_at: integer.optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      billing_mode: z
        .strictObject({
          type: z.enum(['classic', 'flexible']),
          flexible: z
            .strictObject({ proration_discounts: z.enum(['included', 'itemized']).optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  payment_intent_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: text.optional(),
      setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
      receipt_email: ignored,
      statement_descriptor: ignored,
      statement_descriptor_suffix: ignored,
    })
    .optional(),
  ui_mode: z.enum(['hosted', 'hosted_page']).optional(),
  allow_promotion_codes: flag.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional() }))
    .max(1)
    .optional(),
  automatic_tax: z.strictObject({ enabled: flag, liability: ignored }).optional(),
  billing_address_collection: ignored,
  consent_collection: ignored,
  currency: ignored,
  custom_text: z
    .strictObject({
      submit: z.strictObject({ message: text }).optional(),
      after_submit: ignored,
      shipping_address: ignored,
      terms_of_service_acceptance: ignored,
    })
    .optional(),
  customer_update: ignored,
  invoice_creation: z.strictObject({ enabled: flag, invoice_data: ignored }).optional(),
  locale: text.optional(),
  adaptive_pricing: ignored,
  payment_method_collection: ignored,
  payment_method_configuration: ignored,
  payment_method_options: ignored,
  allowed_payment_method_types: ignored,
  excluded_payment_method_types: ignored,
  phone_number_collection: ignored,
  saved_payment_method_options: z
    .strictObject({
      payment_method_save: z.enum(['enabled', 'disabled']).optional(),
      allow_redisplay_filters: ignored,
      payment_method_remove: ignored,
    })
    .optional(),
  submit_type: ignored,
  tax_id_collection: z.strictObject({ enabled: flag, required: ignored }).optional(),
})
export type SessionParams = z.output<typeof sessionParams>
