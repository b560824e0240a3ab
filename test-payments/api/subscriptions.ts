import type Stripe from 'stripe'
import { z } from 'zod'
import { ApiError } from '../wire/api-error.ts'
import { endSubscription } from '../billing/end-subscription.ts'
import { isLive } from '../billing/subscription-state.ts'
import { type SubscriptionUpdate, updateSubscription } from '../billing/update-subscription.ts'
import type { Store } from '../store.ts'
import {
  discounts,
  flag,
  ignored,
  integer,
  metadata,
  paging,
  range,
  text,
  unset,
} from '../wire/params.ts'
import { pageOptions } from './lists.ts'
import { listOf } from '../wire/list.ts'
import { type ApiRoute, route } from './route.ts'

/** Items as an update and a preview take them. */
export const itemParams = z.array(
  z.strictObject({
    id: text.optional(),
    price: text.optional(),
    quantity: integer.optional(),
    deleted: flag.optional(),
    metadata: metadata.optional(),
    clear_usage: ignored,
  }),
)
export const prorationBehavior = z.enum(['always_invoice', 'create_prorations', 'none'])
/** A moment, or `''` for none. */
export const moment = z.union([unset, integer])

/** What may be changed of a subscription. */
export const subscriptionUpdateParams = z.strictObject({
  items: itemParams.optional(),
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  proration_behavior: prorationBehavior.optional(),
  payment_behavior: z
    .enum([
      'allow_incomplete',
      'default_incomplete',
      'error_if_incomplete',
      'pending_if_incomplete',
    ])
    .optional(),
  proration_date: integer.optional(),
  discounts: discounts.optional(),
  cancel_at_period_end: flag.optional(),
  cancel_at: moment.optional(),
  metadata: metadata.optional(),
  description: text.optional(),
  default_payment_method: z.union([unset, text]).optional(),
  cancellation_details: z
    .strictObject({ comment: text.optional(), feedback: text.optional() })
    .optional(),
  off_session: ignored,
  payment_settings: ignored,
  automatic_tax: ignored,
  collection_method: ignored,
  invoice_settings: ignored,
})

const IGNORED = new Set([
  'off_session',
  'payment_settings',
  'automatic_tax',
  'collection_method',
  'invoice_settings',
])

/** What a cancellation may say. */
export const cancelParams = z.strictObject({
  cancellation_details: z
    .strictObject({ comment: text.optional(), feedback: text.optional() })
    .optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
})

const listParams = z.strictObject({
  ...paging,
  created: range.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: text.optional(),
})

async function update(
  store: Store,
  params: z.output<typeof subscriptionUpdateParams>,
  id: string,
): Promise<Stripe.Subscription> {
  const wanted: SubscriptionUpdate = Object.fromEntries(
    Object.entries(params).filter(([name]) => !IGNORED.has(name)),
  )
  const subscription = await store.get('subscription', id)
  const onlyNotes = Object.keys(wanted).every(
    (name) => name === 'metadata' || name === 'cancellation_details',
  )
  if (!isLive(subscription) && !onlyNotes) {
    throw new ApiError(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  }
  return updateSubscription(store, subscription, wanted)
}

async function cancel(
  store: Store,
  params: z.output<typeof cancelParams>,
  id: string,
): Promise<Stripe.Subscription> {
  const subscription = await store.get('subscription', id)
  if (!isLive(subscription)) {
    throw new ApiError(`No such subscription: '${id}'`, {
      status: 404,
      code: 'resource_missing',
      param: 'id',
    })
  }
  if (params.prorate || params.invoice_now) {
    throw new ApiError('The test payments end a subscription without a last invoice.', {
      param: 'prorate',
    })
  }
  const { cancellation_details: details } = subscription
  if (details && params.cancellation_details) {
    details.comment = params.cancellation_details.comment ?? null
    details.feedback = params.cancellation_details.feedback ?? null
  }
  await endSubscription(store, subscription, 'cancellation_requested')
  return subscription
}

/** Lists subscriptions. Without a status the ended ones are left out, as at Stripe. */
async function list(
  store: Store,
  params: z.output<typeof listParams>,
): Promise<Stripe.ApiList<Stripe.Subscription>> {
  const { customer, price, status, created, ...rest } = params
  const wanted = status === 'ended' ? 'canceled' : status
  const page = await store.list('subscription', {
    ...pageOptions(rest),
    created,
    where: {
      ...(customer !== undefined && { customer }),
      ...(price !== undefined && { items: { data: [{ price: { id: price } }] } }),
      ...(wanted !== undefined && wanted !== 'all' && { status: wanted }),
    },
    ...(status === undefined && { whereNot: { status: 'canceled' } }),
  })
  return { object: 'list', data: page.data, has_more: page.hasMore, url: '/v1/subscriptions' }
}

export const subscriptionRoutes: ApiRoute[] = [
  route('GET', '/v1/subscriptions', listParams, list),
  route('GET', '/v1/subscriptions/:id', z.strictObject({}), (store, _params, id) =>
    store.get('subscription', id),
  ),
  route('POST', '/v1/subscriptions/:id', subscriptionUpdateParams, update),
  route('DELETE', '/v1/subscriptions/:id', cancelParams, cancel),
  route(
    'GET',
    '/v1/subscription_items',
    z.strictObject({ ...paging, subscription: text }),
    async (store, params) => {
      const { items } = await store.get('subscription', params.subscription, 'subscription')
      return listOf(items.data, '/v1/subscription_items')
    },
  ),
]
