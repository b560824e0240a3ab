import type Stripe from 'stripe'
import { z } from 'zod'
import { liveCustomer } from '../objects/customer.ts'
import { addConfiguration, addPortalSession, mergeFeatures } from '../objects/portal.ts'
import { pageOrigin } from '../objects/page-origin.ts'
import type { Store } from '../store.ts'
import { flag, ignored, mergeMetadata, metadata, text, url } from '../wire/params.ts'
import { ApiError } from '../wire/api-error.ts'
import { listRoute } from './lists.ts'
import { type ApiRoute, route } from './route.ts'

const CONFIGURATIONS = '/v1/billing_portal/configurations'

const switched = z.strictObject({
  enabled: flag,
  allowed_updates: ignored,
  payment_method_configuration: ignored,
})
const features = z.strictObject({
  customer_update: switched.optional(),
  invoice_history: switched.optional(),
  payment_method_update: switched.optional(),
  subscription_cancel: z
    .strictObject({
      enabled: flag,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      cancellation_reason: ignored,
    })
    .optional(),
  // Plans change in the app; a portal that changes them is not made here.
  subscription_update: z
    .strictObject({ enabled: z.literal('false', 'the test portal cannot change plans') })
    .optional(),
})
const common = {
  business_profile: ignored,
  default_return_url: url.optional(),
  login_page: ignored,
  metadata: metadata.optional(),
  name: ignored,
}
const createParams = z.strictObject({ features, ...common })
/** What may be changed of a portal. */
export const configurationParams = z.strictObject({
  features: features.optional(),
  active: flag.optional(),
  ...common,
})
/** What a way into the portal may have. */
export const portalSessionParams = z.strictObject({
  customer: text,
  configuration: text.optional(),
  return_url: url.optional(),
  locale: text.optional(),
})

async function defaultConfiguration(store: Store): Promise<Stripe.BillingPortal.Configuration> {
  const { data } = await store.list('billing_portal.configuration', { where: { is_default: true } })
  if (data[0]) return data[0]
  throw new ApiError(
    'No configuration provided and your test mode default configuration has not been created.',
    { param: 'configuration' },
  )
}

async function update(
  store: Store,
  params: z.output<typeof configurationParams>,
  id: string,
): Promise<Stripe.BillingPortal.Configuration> {
  const configuration = await store.get('billing_portal.configuration', id)
  if (params.features) {
    configuration.features = mergeFeatures(configuration.features, params.features)
  }
  if (params.active !== undefined) configuration.active = params.active
  if (params.default_return_url !== undefined) {
    configuration.default_return_url = params.default_return_url
  }
  configuration.metadata = mergeMetadata(configuration.metadata, params.metadata)
  configuration.updated = store.now
  store.update('billing_portal.configuration.updated', configuration)
  return configuration
}

export const portalRoutes: ApiRoute[] = [
  route('POST', CONFIGURATIONS, createParams, async (store, params) => {
    const { data } = await store.list('billing_portal.configuration', { limit: 1 })
    const configuration = addConfiguration(store, {
      features: params.features,
      metadata: mergeMetadata({}, params.metadata),
      returnUrl: params.default_return_url ?? null,
      isDefault: data.length === 0,
    })
    store.emit('billing_portal.configuration.created', configuration)
    return configuration
  }),
  route('GET', `${CONFIGURATIONS}/:id`, z.strictObject({}), (store, _params, id) =>
    store.get('billing_portal.configuration', id),
  ),
  route('POST', `${CONFIGURATIONS}/:id`, configurationParams, update),
  listRoute({
    kind: 'billing_portal.configuration',
    path: CONFIGURATIONS,
    filters: { active: flag.optional(), is_default: flag.optional() },
  }),
  route('POST', '/v1/billing_portal/sessions', portalSessionParams, async (store, params) => {
    const customer = await liveCustomer(store, params.customer, 'customer')
    const configuration =
      params.configuration === undefined
        ? await defaultConfiguration(store)
        : await store.get('billing_portal.configuration', params.configuration, 'configuration')
    const returnUrl = params.return_url ?? configuration.default_return_url
    const session = addPortalSession(store, {
      customer: customer.id,
      configuration: configuration.id,
      returnUrl,
      locale: params.locale ?? null,
      origin: pageOrigin(store.settings.publicUrl, returnUrl),
    })
    store.emit('billing_portal.session.created', session)
    return session
  }),
]
