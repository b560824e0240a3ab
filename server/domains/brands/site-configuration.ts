import { hasPage, isBuiltFeature, isBuiltPage, type Banner, type Brand } from '#brands/index.ts'
import type { NavbarLink, SiteConfiguration } from '#contract/site.ts'
import { paths } from '#web/app/paths.ts'
import type { SiteCounters } from './site-counters.ts'

/** Where people land while the page that their brand wants is not there yet; every brand has it. */
const FALLBACK_LANDING = paths.dashboard.link()

/** A group loses the links that lead nowhere, and goes with its last one. */
function builtNavigation(brand: Brand, items: readonly NavbarLink[]): NavbarLink[] {
  return items.flatMap((item): NavbarLink[] => {
    if (item.links === undefined) return hasPage(brand, item.link) ? [item] : []
    const [first, ...rest] = item.links.filter(({ link }) => hasPage(brand, link))
    if (first === undefined) return []
    const link = hasPage(brand, item.link) ? item.link : first.link
    return [{ ...item, link, links: [first, ...rest] }]
  })
}

function builtFooter(brand: Brand): SiteConfiguration['footer'] {
  return brand.footer
    .map(({ title, links }) => ({ title, links: links.filter(({ link }) => hasPage(brand, link)) }))
    .filter(({ links }) => links.length > 0)
}

function currentBanner(banner: Banner | null, now: Date): SiteConfiguration['banner'] {
  if (banner === null || now < new Date(banner.from) || now >= new Date(banner.until)) return null
  return { text: banner.text }
}

/** What a site is made up of beside its brand. */
export interface SiteState {
  counted: SiteCounters
  installation: Pick<
    SiteConfiguration,
    'signIn' | 'support' | 'operator' | 'minimumAge' | 'telemetry'
  >
  now: Date
  /** Nobody pays with real money: the example figures and the example notice of a brand are shown. */
  isDemo: boolean
}

/**
 * What the page shows of its brand: only what exists, no past notice. Counters and notice of a brand are examples, so they end
 * with real payments.
 */
export function siteConfiguration(
  brand: Brand,
  { counted, installation, now, isDemo }: SiteState,
): SiteConfiguration {
  const landing = brand.defaultLoggedInLanding
  return {
    siteName: brand.name,
    allowedFeatures: brand.features.filter(isBuiltFeature),
    defaultNavbarLinks: builtNavigation(brand, brand.navigation),
    defaultLoggedInLanding: isBuiltPage(landing) ? landing : FALLBACK_LANDING,
    footer: builtFooter(brand),
    banner: isDemo ? currentBanner(brand.banner, now) : null,
    counters: isDemo
      ? {
          images: Math.max(brand.counters.images, counted.images),
          users: Math.max(brand.counters.users, counted.users),
          are_examples: true,
        }
      : null,
    ...installation,
  }
}
