import type Stripe from 'stripe'
import { noSuch } from '../wire/api-error.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'

interface NewCustomer {
  email: string | null
  name?: string | null
  metadata?: Record<string, string>
}

/** Makes a customer and tells of it. */
export function addCustomer(
  store: Store,
  { email, name = null, metadata = {} }: NewCustomer,
): Stripe.Customer {
  const customer = store.add('customer', {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: store.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    email,
    invoice_prefix: newId('', 8).slice(1).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
  store.emit('customer.created', customer)
  return customer
}

/** @throws {ApiError} `resource_missing`, of a deleted one too */
export async function liveCustomer(
  store: Store,
  id: string,
  param = 'id',
): Promise<Stripe.Customer> {
  const customer = await store.get('customer', id, param)
  if (store.hidden(customer).deleted) throw noSuch('customer', id, param)
  return customer
}
