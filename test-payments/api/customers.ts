import type Stripe from 'stripe'
import { z } from 'zod'
import { endSubscription } from '../billing/end-subscription.ts'
import { isLive } from '../billing/subscription-state.ts'
import { addCustomer, liveCustomer } from '../objects/customer.ts'
import type { Store } from '../store.ts'
import { ignored, mergeMetadata, metadata, text, unset } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { type ApiRoute, route } from './route.ts'

const emptyable = z.union([unset, text])

const fields = {
  email: emptyable.optional(),
  name: emptyable.optional(),
  description: emptyable.optional(),
  phone: emptyable.optional(),
  metadata: metadata.optional(),
  address: ignored,
  preferred_locales: z.array(text).optional(),
  tax: ignored,
}
/** What a new customer may have. */
export const customerParams = z.strictObject(fields)
const updateParams = z.strictObject({
  ...fields,
  balance: ignored,
  invoice_settings: z
    .strictObject({ default_payment_method: emptyable.optional(), footer: ignored })
    .optional(),
})

async function update(
  store: Store,
  params: z.output<typeof updateParams>,
  id: string,
): Promise<Stripe.Customer> {
  const customer = await liveCustomer(store, id)
  const { email, name, description, phone, invoice_settings: settings } = params
  if (email !== undefined) customer.email = email
  if (name !== undefined) customer.name = name
  if (description !== undefined) customer.description = description
  if (phone !== undefined) customer.phone = phone
  if (params.preferred_locales) customer.preferred_locales = params.preferred_locales
  customer.metadata = mergeMetadata(customer.metadata, params.metadata)
  if (settings?.default_payment_method !== undefined) {
    const method = settings.default_payment_method
    if (method !== null) await ownMethod(store, method, customer)
    customer.invoice_settings.default_payment_method = method
  }
  store.update('customer.updated', customer)
  return customer
}

/** @throws {ApiError} a card of somebody else */
async function ownMethod(store: Store, id: string, customer: Stripe.Customer): Promise<void> {
  const method = await store.get('payment_method', id)
  if (method.customer === customer.id) return
  throw new ApiError(
    'The customer does not have a payment method with the ID ' +
      id +
      '. The payment method must be attached to the customer.',
    { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
  )
}

async function remove(store: Store, id: string): Promise<Stripe.DeletedCustomer> {
  const customer = await liveCustomer(store, id)
  const { data } = await store.list('subscription', { where: { customer: id } })
  for (const subscription of data) {
    if (isLive(subscription)) await endSubscription(store, subscription, 'cancellation_requested')
  }
  store.hidden(customer).deleted = true
  store.save(customer)
  store.emit('customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

const CLAUSE =
  /^(?:(?<field>email|name)|metadata\[(["'])(?<key>[^"']+)\2\])\s*:\s*(["'])(?<value>(?:\\.|(?!\4)[^\\])*)\4$/

/** `email:'a@b.example'` or `metadata['key']:'value'`; only these clauses, joined by AND. */
function searchWhere(query: string): Record<string, unknown> {
  const where: Record<string, unknown> = {}
  for (const clause of query.split(/\s+AND\s+/i)) {
    const match = CLAUSE.exec(clause.trim())
    if (!match)
      throw new ApiError(`We were unable to parse your search query: ${clause}`, { param: 'query' })
    const { field, key, value = '' } = match.groups ?? {}
    const wanted = value.replaceAll(/\\(.)/g, '$1')
    if (field) where[field] = wanted
    else where['metadata'] = { ...(where['metadata'] as object | undefined), [key ?? '']: wanted }
  }
  return where
}

export const customerRoutes: ApiRoute[] = [
  route('POST', '/v1/customers', customerParams, async (store, params) => {
    const customer = addCustomer(store, {
      email: params.email ?? null,
      name: params.name ?? null,
      metadata: mergeMetadata({}, params.metadata),
    })
    customer.description = params.description ?? null
    customer.phone = params.phone ?? null
    customer.preferred_locales = params.preferred_locales ?? []
    store.save(customer)
    return customer
  }),
  route(
    'GET',
    '/v1/customers/search',
    z.strictObject({ query: text, limit: text.optional(), page: ignored }),
    async (store, params) => {
      const { data } = await store.list('customer', { where: searchWhere(params.query) })
      return {
        object: 'search_result',
        data,
        has_more: false,
        next_page: null,
        url: '/v1/customers/search',
      }
    },
  ),
  route('GET', '/v1/customers/:id', z.strictObject({}), async (store, _params, id) => {
    const customer = await store.get('customer', id)
    if (!store.hidden(customer).deleted) return customer
    return { id, object: 'customer', deleted: true } satisfies Stripe.DeletedCustomer
  }),
  route('POST', '/v1/customers/:id', updateParams, update),
  route('DELETE', '/v1/customers/:id', z.strictObject({}), (store, _params, id) =>
    remove(store, id),
  ),
  listRoute({ kind: 'customer', path: '/v1/customers', filters: { email: text.optional() } }),
]
