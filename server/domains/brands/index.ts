import { brandInLanguage, brandOfHost } from '#brands/index.ts'
import { BUILT_IN_LEGAL_VERSION, legalTexts } from '#contract/legal-texts.ts'
import { site } from '#contract/site.ts'
import { route, type Route } from '#server/platform/route.ts'
import { siteConfiguration, type SiteState } from './site-configuration.ts'
import { createSiteCounters, type SiteEstimates } from './site-counters.ts'

export interface BrandsOptions {
  estimates: SiteEstimates
  /** What the operator has configured for all brands. */
  installation(): SiteState['installation']
  isDemo: SiteState['isDemo']
}

/** Builds the domain of the sibling brands: which site a host shows. */
export function createBrands({ estimates, installation, isDemo }: BrandsOptions): {
  routes: Route[]
} {
  const readCounters = createSiteCounters(estimates)
  return {
    routes: [
      route(site.configuration, async ({ host, language }) =>
        siteConfiguration(brandInLanguage(brandOfHost(host), language), {
          counted: await readCounters(),
          installation: installation(),
          now: new Date(),
          isDemo,
        }),
      ),
      route(legalTexts.read, async ({ host, language, params: { kind } }) => {
        const own = brandOfHost(host).legal?.[kind]
        if (!own) return { version: BUILT_IN_LEGAL_VERSION, text: null }
        return { version: own.version, text: language === 'es' ? own.es : own.en }
      }),
    ],
  }
}
