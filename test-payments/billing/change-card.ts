import type Stripe from 'stripe'
import { addPaymentMethod, attachPaymentMethod } from '../objects/payment-method.ts'
import type { Store } from '../store.ts'
import { findCard } from '../objects/cards.ts'
import { isLive } from './subscription-state.ts'

/**
 * Has a customer pay with another card from now on, subscriptions too.
 * @throws {ApiError} 402 for a number that is no test card's
 */
export async function changeCard(
  store: Store,
  customer: Stripe.Customer,
  typed: string,
): Promise<Stripe.PaymentMethod> {
  const method = addPaymentMethod(store, findCard(typed))
  // Its owner is here, and confirms it where it has to be.
  store.hidden(method).confirmed = true
  attachPaymentMethod(store, method, customer)
  customer.invoice_settings.default_payment_method = method.id
  store.update('customer.updated', customer)
  const { data } = await store.list('subscription', { where: { customer: customer.id } })
  for (const subscription of data.filter(isLive)) {
    subscription.default_payment_method = method.id
    store.update('customer.subscription.updated', subscription)
  }
  return method
}
