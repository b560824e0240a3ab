import { z } from 'zod'
import { text } from '../wire/params.ts'
import { listRoute } from './lists.ts'
import { listOf } from '../wire/list.ts'
import { type ApiRoute, route } from './route.ts'

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
