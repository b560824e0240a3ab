import { brandInLanguage, brandOfHost } from '#brands/index.ts'
import { site, type SiteConfiguration } from '#contract/site.ts'
import type { Db } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import { siteConfiguration } from './site-configuration.ts'
import { createSiteCounters } from './site-counters.ts'

export interface BrandsOptions {
  db: Db
  /** What the operator has configured for all brands. */
  installation: Pick<SiteConfiguration, 'signIn' | 'support' | 'operator' | 'telemetry'>
}

/** Builds the domain of the sibling brands: which site a host shows. */
export function createBrands({ db, installation }: BrandsOptions): { routes: Route[] } {
  const readCounters = createSiteCounters(db)
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
