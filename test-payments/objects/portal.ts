import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'

type Features = Stripe.BillingPortal.Configuration.Features

/** What a portal may be asked to offer; what is left out is off, or stays. */
export interface WantedFeatures {
  customer_update?: { enabled: boolean } | undefined
  invoice_history?: { enabled: boolean } | undefined
  payment_method_update?: { enabled: boolean } | undefined
  subscription_cancel?:
    | { enabled: boolean; mode?: string | undefined; proration_behavior?: string | undefined }
    | undefined
}

const OFF: Features = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    products: null,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** Features with the wanted ones changed. */
export function mergeFeatures(before: Features | null, wanted: WantedFeatures): Features {
  const features = structuredClone(before ?? OFF)
  const { customer_update: person, invoice_history: invoices, payment_method_update: card } = wanted
  const { subscription_cancel: cancel } = wanted
  if (person) features.customer_update.enabled = person.enabled
  if (invoices) features.invoice_history.enabled = invoices.enabled
  if (card) features.payment_method_update.enabled = card.enabled
  if (cancel) {
    features.subscription_cancel.enabled = cancel.enabled
    features.subscription_cancel.mode = cancel.mode ?? features.subscription_cancel.mode
  }
  return features
}

interface NewConfiguration {
  features: WantedFeatures
  metadata: Record<string, string>
  returnUrl: string | null
  isDefault: boolean
}

export function addConfiguration(
  store: Store,
  wanted: NewConfiguration,
): Stripe.BillingPortal.Configuration {
  return store.add('billing_portal.configuration', {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: store.now,
    default_return_url: wanted.returnUrl,
    features: mergeFeatures(null, wanted.features),
    is_default: wanted.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: wanted.metadata,
    name: null,
    updated: store.now,
  })
}

interface NewPortalSession {
  customer: string
  configuration: string
  returnUrl: string | null
  locale: string | null
  origin: string
}

/** A portal session. Whoever has the URL acts as the customer. */
export function addPortalSession(
  store: Store,
  wanted: NewPortalSession,
): Stripe.BillingPortal.Session {
  const id = newId('bps', 40)
  return store.add('billing_portal.session', {
    id,
    object: 'billing_portal.session',
    configuration: wanted.configuration,
    created: store.now,
    customer: wanted.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: wanted.locale,
    on_behalf_of: null,
    return_url: wanted.returnUrl,
    url: `${wanted.origin}/test-portal/${id}`,
  })
}
