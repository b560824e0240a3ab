import type Stripe from 'stripe'
import { z } from 'zod'
import { addPrice, addProduct } from '../objects/catalog.ts'
import type { Store } from '../store.ts'
import {
  amount,
  flag,
  ignored,
  integer,
  mergeMetadata,
  metadata,
  paging,
  range,
  text,
} from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute, pageOptions } from './lists.ts'
import { type ApiRoute, route } from './route.ts'

const productFields = {
  active: flag.optional(),
  description: text.optional(),
  images: z.array(text).optional(),
  metadata: metadata.optional(),
  tax_code: ignored,
  statement_descriptor: ignored,
  unit_label: ignored,
  url: ignored,
  marketing_features: ignored,
}
/** What a new product may have. */
export const productParams = z.strictObject({
  ...productFields,
  id: text.optional(),
  name: text,
  type: ignored,
})
const productUpdate = z.strictObject({
  ...productFields,
  name: text.optional(),
  default_price: text.optional(),
})
const taxBehavior = z.enum(['exclusive', 'inclusive', 'unspecified'])
/** What a new price may have. */
export const priceParams = z.strictObject({
  currency: text.length(3),
  unit_amount: amount,
  product: text.optional(),
  product_data: z.strictObject({ name: text, metadata: metadata.optional() }).optional(),
  recurring: z
    .strictObject({
      interval: z.enum(['month', 'year']),
      interval_count: integer.optional(),
      usage_type: z.literal('licensed').optional(),
    })
    .optional(),
  lookup_key: text.max(200).optional(),
  transfer_lookup_key: flag.optional(),
  nickname: text.optional(),
  metadata: metadata.optional(),
  active: flag.optional(),
  tax_behavior: taxBehavior.optional(),
  billing_scheme: ignored,
})
const priceUpdate = z.strictObject({
  active: flag.optional(),
  lookup_key: text.optional(),
  transfer_lookup_key: flag.optional(),
  nickname: text.optional(),
  metadata: metadata.optional(),
  tax_behavior: taxBehavior.optional(),
})

async function updateProduct(
  store: Store,
  params: z.output<typeof productUpdate>,
  id: string,
): Promise<Stripe.Product> {
  const product = await store.get('product', id)
  const { active, name, description, images, default_price: price } = params
  if (active !== undefined) product.active = active
  if (name !== undefined) product.name = name
  if (description !== undefined) product.description = description || null
  if (images !== undefined) product.images = images
  if (price !== undefined) product.default_price = (await store.get('price', price)).id
  product.metadata = mergeMetadata(product.metadata, params.metadata)
  product.updated = store.now
  store.update('product.updated', product)
  return product
}

/** A lookup key names one price; it goes over to another only when that is asked for. */
async function freeKey(store: Store, key: string, transfer: boolean): Promise<void> {
  const { data } = await store.list('price', { where: { lookup_key: key } })
  for (const price of data) {
    if (!transfer) {
      throw new ApiError(
        `A price (\`${price.id}\`) already uses that lookup key. If you want to transfer it, set \`transfer_lookup_key\` to true.`,
        { param: 'lookup_key', code: 'resource_already_exists' },
      )
    }
    price.lookup_key = null
    store.update('price.updated', price)
  }
}

async function createPrice(
  store: Store,
  params: z.output<typeof priceParams>,
): Promise<Stripe.Price> {
  const { product_data: data } = params
  if ((params.product === undefined) === (data === undefined)) {
    throw new ApiError('You must specify either `product` or `product_data`.', { param: 'product' })
  }
  const product = data
    ? addProduct(store, data)
    : await store.get('product', params.product ?? '', 'product')
  const key = params.lookup_key
  if (key !== undefined) await freeKey(store, key, params.transfer_lookup_key ?? false)
  return addPrice(store, {
    product: product.id,
    currency: params.currency.toLowerCase(),
    unitAmount: params.unit_amount,
    recurring: params.recurring,
    lookupKey: key ?? null,
    nickname: params.nickname ?? null,
    metadata: mergeMetadata({}, params.metadata),
    active: params.active,
    taxBehavior: params.tax_behavior,
  })
}

async function updatePrice(
  store: Store,
  params: z.output<typeof priceUpdate>,
  id: string,
): Promise<Stripe.Price> {
  const price = await store.get('price', id)
  const { active, nickname, lookup_key: key, tax_behavior: tax } = params
  if (tax !== undefined && tax !== price.tax_behavior) {
    if (price.tax_behavior !== 'unspecified')
      throw new ApiError('`tax_behavior` cannot be changed once it is set.', {
        param: 'tax_behavior',
      })
    price.tax_behavior = tax
  }
  if (key !== undefined && key !== price.lookup_key) {
    if (key !== '') await freeKey(store, key, params.transfer_lookup_key ?? false)
    price.lookup_key = key || null
  }
  if (active !== undefined) price.active = active
  if (nickname !== undefined) price.nickname = nickname || null
  price.metadata = mergeMetadata(price.metadata, params.metadata)
  store.update('price.updated', price)
  return price
}

const priceFilters = z.strictObject({
  ...paging,
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  active: flag.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
  currency: text.optional(),
  created: range.optional(),
})

async function listPrices(
  store: Store,
  params: z.output<typeof priceFilters>,
): Promise<Stripe.ApiList<Stripe.Price>> {
  const { lookup_keys: keys, limit, starting_after, ending_before, created, ...where } = params
  const options = { created, where: where as Record<string, unknown> }
  const url = '/v1/prices'
  if (!keys) {
    const page = await store.list('price', {
      ...options,
      ...pageOptions({ limit, starting_after, ending_before }),
    })
    return { object: 'list', data: page.data, has_more: page.hasMore, url }
  }
  const { data } = await store.list('price', options)
  const named = data.filter(({ lookup_key: key }) => key !== null && keys.includes(key))
  return { object: 'list', data: named, has_more: false, url }
}

export const catalogRoutes: ApiRoute[] = [
  route('POST', '/v1/products', productParams, async (store, { id, ...params }) => {
    if (id !== undefined && (await store.find('product', id))) {
      throw new ApiError('Product already exists.', {
        code: 'resource_already_exists',
        param: 'id',
      })
    }
    return addProduct(store, { id, ...params, metadata: mergeMetadata({}, params.metadata) })
  }),
  route('GET', '/v1/products/:id', z.strictObject({}), (store, _params, id) =>
    store.get('product', id),
  ),
  route('POST', '/v1/products/:id', productUpdate, updateProduct),
  listRoute({ kind: 'product', path: '/v1/products', filters: { active: flag.optional() } }),
  route('POST', '/v1/prices', priceParams, createPrice),
  route('GET', '/v1/prices/:id', z.strictObject({}), (store, _params, id) =>
    store.get('price', id),
  ),
  route('POST', '/v1/prices/:id', priceUpdate, updatePrice),
  route('GET', '/v1/prices', priceFilters, listPrices),
]
