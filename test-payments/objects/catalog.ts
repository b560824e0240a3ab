import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { decimal } from '../object-types.ts'
import type { Store } from '../store.ts'

interface NewProduct {
  id?: string | undefined
  name: string
  active?: boolean | undefined
  description?: string | undefined
  images?: string[] | undefined
  metadata?: Record<string, string> | undefined
}

export function addProduct(store: Store, wanted: NewProduct): Stripe.Product {
  const product = store.add('product', {
    id: wanted.id ?? newId('prod', 14),
    object: 'product',
    active: wanted.active ?? true,
    created: store.now,
    default_price: null,
    description: wanted.description ?? null,
    images: wanted.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: wanted.metadata ?? {},
    name: wanted.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: store.now,
    url: null,
  })
  store.emit('product.created', product)
  return product
}

interface NewPrice {
  product: string
  currency: string
  unitAmount: number
  recurring?: { interval: string; interval_count?: number | undefined } | undefined
  lookupKey?: string | null
  nickname?: string | null
  metadata?: Record<string, string> | undefined
  active?: boolean | undefined
  taxBehavior?: Stripe.Price.TaxBehavior | undefined
}

export function addPrice(store: Store, wanted: NewPrice): Stripe.Price {
  const price = store.add('price', {
    id: newId('price'),
    object: 'price',
    active: wanted.active ?? true,
    billing_scheme: 'per_unit',
    created: store.now,
    currency: wanted.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: wanted.lookupKey ?? null,
    metadata: wanted.metadata ?? {},
    nickname: wanted.nickname ?? null,
    product: wanted.product,
    recurring: wanted.recurring
      ? {
          interval: wanted.recurring.interval,
          interval_count: wanted.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: wanted.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: wanted.recurring ? 'recurring' : 'one_time',
    unit_amount: wanted.unitAmount,
    unit_amount_decimal: decimal(wanted.unitAmount),
  })
  store.emit('price.created', price)
  return price
}

/** What one price in a quantity costs, in cents. */
export function amountOf(price: Stripe.Price, quantity: number): number {
  return (price.unit_amount ?? 0) * quantity
}

/** The product's name, as lines of invoices and checkouts show it. */
export async function nameOf(store: Store, price: Stripe.Price): Promise<string> {
  const product = typeof price.product === 'string' ? price.product : price.product.id
  return (await store.find('product', product))?.name ?? product
}
