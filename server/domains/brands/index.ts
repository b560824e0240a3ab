import { brandInLanguage, brandOfHost } from '#brands/index.ts'
import { site, type SiteConfiguration } from '#contract/site.ts'
import { route, type Route } from '#server/platform/route.ts'
import { siteConfiguration } from './site-configuration.ts'
import { createSiteCounters, type SiteEstimates } from './site-counters.ts'

export interface BrandsOptions {
  estimates: SiteEstimates
  /** What the operator has configured for all brands. */
  installation: Pick<
    SiteConfiguration,
    'signIn' | 'support' | 'operator' | 'minimumAge' | 'telemetry'
  >
}

/** Builds the domain of the sibling brands: which site a host shows. */
export function createBrands({ estimates, installation }: BrandsOptions): { routes: Route[] } {
  const readCounters = createSiteCounters(estimates)
  return {
    routes: [
      route(site.configuration, async ({ host, language }) =>
        siteConfiguration(
          brandInLanguage(brandOfHost(host), language),
          await readCounters(),
          installation,
          new Date(),
        ),
      ),
    ],
  }
}
