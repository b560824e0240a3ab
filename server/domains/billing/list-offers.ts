import { brandOfHost, hasTools, isBuiltFeature } from '#brands/index.ts'
import type { Unsaid } from '#contract/endpoint.ts'
import type { PaymentsMode, plans, PriceTable } from '#contract/plans-and-prices.ts'
import type { Feature } from '#contract/features.ts'
import { userError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { BillingContext } from './context.ts'
import { packs, planOffers } from './plans.ts'
import { prices, trainingCost } from './prices.ts'

function paymentsMode({ provider }: Pick<BillingContext, 'provider'>): PaymentsMode {
  if (!provider) return 'off'
  return provider.isTest ? 'test' : 'live'
}

/** Whether the brand of a host sells anything: it does as soon as credits can be spent there. */
const sells = (host: string) => hasTools(brandOfHost(host))

/**
 * Lists the offers of this host, with the prices of everything that costs credits.
 * @param now what differs from the price list now; left out: nothing
 */
export function listOffers(
  context: Pick<BillingContext, 'provider' | 'headshotSetPrice'>,
  host: string,
  now: Partial<PriceTable> = {},
): Unsaid<typeof plans.list> {
  const isOpen = sells(host)
  const { features } = brandOfHost(host)
  const has = (feature: Feature) => features.includes(feature) && isBuiltFeature(feature)
  return {
    plans: isOpen ? planOffers(has) : [],
    packs: isOpen ? packs() : [],
    prices: { ...prices(), ...now },
    training_cost: trainingCost(),
    headshot_set_price: headshotSetPrice(context, host),
    payments: isOpen ? paymentsMode(context) : 'off',
  }
}

/** Cents, of a set of headshots that is paid once by card at this host; null: none is sold there. */
export function headshotSetPrice(
  { provider, headshotSetPrice: price }: Pick<BillingContext, 'provider' | 'headshotSetPrice'>,
  host: string,
): number | null {
  return provider && brandOfHost(host).sellsHeadshotsByCard ? price() : null
}

/** @throws {AppError} `conflict` where nothing is sold yet */
export function assertSells(host: string): void {
  if (!sells(host)) throw userError('conflict', t('billing.nothingForSale'))
}
