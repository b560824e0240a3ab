import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../store.ts'
import { text } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { listOf } from '../wire/list.ts'
import { type ApiRoute, route } from './route.ts'

/** Takes a card from its customer and from what it pays. */
async function detachPaymentMethod(store: Store, id: string): Promise<Stripe.PaymentMethod> {
  const method = await store.get('payment_method', id)
  const owner = method.customer
  if (typeof owner !== 'string')
    throw new ApiError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  method.customer = null
  const customer = await store.get('customer', owner)
  if (customer.invoice_settings.default_payment_method === id) {
    customer.invoice_settings.default_payment_method = null
    store.update('customer.updated', customer)
  }
  const { data } = await store.list('subscription', { where: { customer: owner } })
  for (const subscription of data.filter((one) => one.default_payment_method === id)) {
    subscription.default_payment_method = null
    store.update('customer.subscription.updated', subscription)
  }
  store.update('payment_method.detached', method)
  return method
}

const nothing = z.strictObject({})

/** Payments, charges and cards, for reading. */
export const paymentRoutes: ApiRoute[] = [
  route('GET', '/v1/payment_intents/:id', nothing, (store, _params, id) =>
    store.get('payment_intent', id),
  ),
  listRoute({
    kind: 'payment_intent',
    path: '/v1/payment_intents',
    filters: { customer: text.optional() },
  }),
  route('GET', '/v1/charges/:id', nothing, (store, _params, id) => store.get('charge', id)),
  route('GET', '/v1/charges/:id/refunds', nothing, async (store, _params, id) => {
    const { data } = await store.list('refund', { where: { charge: id } })
    return listOf(data, `/v1/charges/${id}/refunds`)
  }),
  listRoute({
    kind: 'charge',
    path: '/v1/charges',
    filters: { customer: text.optional(), payment_intent: text.optional() },
  }),
  route('GET', '/v1/payment_methods/:id', nothing, (store, _params, id) =>
    store.get('payment_method', id),
  ),
  route('POST', '/v1/payment_methods/:id/detach', nothing, (store, _params, id) =>
    detachPaymentMethod(store, id),
  ),
  listRoute({
    kind: 'payment_method',
    path: '/v1/payment_methods',
    filters: { customer: text.optional(), type: text.optional() },
  }),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ type: text.optional(), limit: text.optional() }),
    async (store, _params, id) => {
      const { data } = await store.list('payment_method', { where: { customer: id } })
      return listOf(data, `/v1/customers/${id}/payment_methods`)
    },
  ),
]
