import type Stripe from 'stripe'
import { fingerprintOf, type TestCard, TEST_CARDS } from './cards.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'

const EXPIRES = { exp_month: 12, exp_year: 2050 }

/** A card as a payment method, belonging to nobody yet. */
export function addPaymentMethod(store: Store, card: TestCard): Stripe.PaymentMethod {
  return store.add(
    'payment_method',
    {
      id: newId('pm'),
      object: 'payment_method',
      allow_redisplay: 'always',
      billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
      card: {
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: 'US',
        display_brand: card.brand,
        ...EXPIRES,
        fingerprint: fingerprintOf(card),
        funding: 'credit',
        generated_from: null,
        last4: card.number.slice(-4),
        networks: { available: [card.brand], preferred: null },
        regulated_status: 'unregulated',
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: store.now,
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: 'card',
    },
    { card: card.number },
  )
}

/** How a payment method behaves. */
export function cardOf(store: Store, method: Stripe.PaymentMethod): TestCard {
  const { card } = store.hidden(method)
  const found = TEST_CARDS.find(({ number }) => number === card)
  if (!found) throw new Error(`${method.id} is no test card`)
  return found
}

/** Gives the card to a customer; one who has none pays with it from now on. */
export function attachPaymentMethod(
  store: Store,
  method: Stripe.PaymentMethod,
  customer: Stripe.Customer,
): void {
  if (method.customer === customer.id) return
  method.customer = customer.id
  store.save(method)
  store.emit('payment_method.attached', method)
}
