import type Stripe from 'stripe'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { CatalogLine, PricedItem, SoldItem } from '../payment-provider.ts'
import { priceChanges } from '../price-list.ts'
import { checkCollection } from './check-collection.ts'
import { ask, askFor, idOf } from './client.ts'
import {
  amountOf,
  isPriceOf,
  lookupKeyOf,
  metadataOfPrice,
  productOf,
  readPrice,
  SOLD_ITEMS,
} from './priced-items.ts'

export const CURRENCY = 'usd'
/** The price that is shown is what is paid: what tax there is, is in it. */
export const TAX_BEHAVIOR = 'inclusive'
const INTERVALS = { monthly: 'month', yearly: 'year' } as const
/** Marks the portal's configuration as ours. */
const PORTAL = { atelier: 'portal' }

export interface Catalog {
  /** The price that is asked for an item today. @throws {AppError} `provider_not_configured` before `sync` */
  priceIdOf(item: PricedItem): Promise<string>
  /** What prices sell, old ones too. */
  itemsOf(priceIds: readonly string[]): Promise<Map<string, SoldItem | null>>
  portalConfiguration(): Promise<string>
  sync(): Promise<CatalogLine[]>
}

function notSynced(what: string): AppError {
  return new AppError(
    'provider_not_configured',
    `The payment provider lacks ${what}: run npm run atelier -- billing sync.`,
    { userMessage: t('billing.notSetUp') },
  )
}

const PORTAL_FEATURES: Stripe.BillingPortal.ConfigurationCreateParams['features'] = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
  // Plans change in the app only, where credits and money go together.
  subscription_update: { enabled: false },
  customer_update: { enabled: false },
}

/**
 * Products, prices and the portal's configuration, by names of ours.
 * @param options.autoSync makes what is missing on the first need, for test payments
 */
export function createCatalog(stripe: Stripe, { autoSync }: { autoSync: boolean }): Catalog {
  const priceIds = new Map<string, string>()
  /** The prices that they are of. */
  let pricesOf = priceChanges()
  /** Whether the provider has prices of ours, of today or before. */
  let isKnown = false
  const items = new Map<string, SoldItem | null>()
  let portal: string | null = null

  async function findPrices(): Promise<Map<string, Stripe.Price>> {
    const found = new Map<string, Stripe.Price>()
    // The provider takes ten names at a time.
    for (let first = 0; first < SOLD_ITEMS.length; first += 10) {
      const names = SOLD_ITEMS.slice(first, first + 10).map(lookupKeyOf)
      const { data } = await ask(() =>
        stripe.prices.list({ lookup_keys: names, active: true, limit: 100 }),
      )
      for (const price of data) if (price.lookup_key) found.set(price.lookup_key, price)
    }
    return found
  }

  const isCurrent = (price: Stripe.Price | undefined, item: PricedItem) =>
    price !== undefined && price.currency === CURRENCY && isPriceOf(price, item)

  async function loadPrices(): Promise<void> {
    const found = await findPrices()
    isKnown = found.size > 0
    for (const item of SOLD_ITEMS) {
      const price = found.get(lookupKeyOf(item))
      if (price && isCurrent(price, item)) priceIds.set(lookupKeyOf(item), price.id)
    }
  }

  async function findProduct(item: PricedItem): Promise<string> {
    const { key, name } = productOf(item)
    for await (const product of stripe.products.list({ active: true, limit: 100 })) {
      if (product.metadata['atelier'] === key) return product.id
    }
    const product = await stripe.products.create({ name, metadata: { atelier: key } })
    return product.id
  }

  async function syncPrice(
    item: PricedItem,
    found: Map<string, Stripe.Price>,
  ): Promise<CatalogLine> {
    const name = lookupKeyOf(item)
    const known = found.get(name)
    if (known && isCurrent(known, item)) {
      if (known.tax_behavior === 'inclusive') return { what: name, state: 'found' }
      // It can be set once.
      if (known.tax_behavior === 'unspecified') {
        await ask(() => stripe.prices.update(known.id, { tax_behavior: TAX_BEHAVIOR }))
        return { what: name, state: 'changed' }
      }
    }
    await ask(async () => {
      const product = idOf(known?.product) ?? (await findProduct(item))
      await stripe.prices.create({
        product,
        currency: CURRENCY,
        unit_amount: amountOf(item),
        tax_behavior: TAX_BEHAVIOR,
        lookup_key: name,
        transfer_lookup_key: true,
        metadata: metadataOfPrice(item),
        ...(item.kind === 'plan' && { recurring: { interval: INTERVALS[item.period] } }),
      })
    })
    return { what: name, state: known ? 'changed' : 'made' }
  }

  async function findPortal(): Promise<string | null> {
    const { data } = await ask(() =>
      stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
    )
    return data.find(({ metadata }) => metadata?.['atelier'] === PORTAL.atelier)?.id ?? null
  }

  async function syncPortal(): Promise<CatalogLine> {
    const known = await findPortal()
    await ask(() =>
      known === null
        ? stripe.billingPortal.configurations.create({
            features: PORTAL_FEATURES,
            metadata: PORTAL,
          })
        : stripe.billingPortal.configurations.update(known, { features: PORTAL_FEATURES }),
    )
    return { what: 'portal configuration', state: known === null ? 'made' : 'found' }
  }

  async function syncPrices(): Promise<CatalogLine[]> {
    const found = await findPrices()
    const lines: CatalogLine[] = []
    for (const item of SOLD_ITEMS) lines.push(await syncPrice(item, found))
    await loadPrices()
    return lines
  }

  /** Two buyers who come first make the prices once. */
  let syncing: Promise<unknown> | null = null
  async function syncPricesOnce(): Promise<void> {
    syncing ??= syncPrices().finally(() => {
      syncing = null
    })
    await syncing
  }

  return {
    async priceIdOf(item) {
      const name = lookupKeyOf(item)
      if (pricesOf !== priceChanges()) {
        priceIds.clear()
        pricesOf = priceChanges()
      }
      if (!priceIds.has(name)) await loadPrices()
      // Prices that were changed in the console are sent to a provider that has our prices.
      if (!priceIds.has(name) && (autoSync || isKnown)) await syncPricesOnce()
      const id = priceIds.get(name)
      if (id === undefined) throw notSynced(`the price ${name} of ${amountOf(item)} cents`)
      return id
    },

    async itemsOf(ids) {
      for (const id of new Set(ids)) {
        if (items.has(id)) continue
        const price = await askFor(() => stripe.prices.retrieve(id))
        items.set(id, price ? readPrice(price) : null)
      }
      return items
    },

    async portalConfiguration() {
      portal ??= await findPortal()
      if (portal === null && autoSync) {
        await syncPortal()
        portal = await findPortal()
      }
      if (portal === null) throw notSynced("the portal's configuration")
      return portal
    },

    sync: async () => [
      ...(await syncPrices()),
      await syncPortal(),
      ...(await checkCollection(stripe)),
    ],
  }
}
