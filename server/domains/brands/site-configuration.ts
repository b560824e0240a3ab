import { hasPage, isBuiltFeature, isBuiltPage, type Banner, type Brand } from '#brands/index.ts'
import type { NavbarLink, SiteConfiguration } from '#contract/site.ts'
import { paths } from '#contract/paths.ts'
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
  return [...brand.footer, ...(brand.links ? [brand.links] : [])]
    .map(({ title, links }) => ({
      title,
      links: links.filter(({ link }) => !link.startsWith('/') || hasPage(brand, link)),
    }))
    .filter(({ links }) => links.length > 0)
}

function currentBanner(banner: Banner | null, now: Date): SiteConfiguration['banner'] {
  if (banner === null || now < new Date(banner.from) || now >= new Date(banner.until)) return null
  return { text: banner.text }
}

/** The counters of the home page, as the brand wants them. */
function countersOf(
  { counters: floor, counterMode }: Brand,
  { counted, isDemo }: Pick<SiteState, 'counted' | 'isDemo'>,
): SiteConfiguration['counters'] {
  const mode = counterMode ?? (isDemo ? 'floor' : 'off')
  if (mode === 'off') return null
  if (mode === 'real') return { ...counted, are_examples: false }
  const images = Math.max(floor.images, counted.images)
  const users = Math.max(floor.users, counted.users)
  return { images, users, are_examples: images > counted.images || users > counted.users }
}

/** What a site is made up of beside its brand. */
export interface SiteState {
  counted: SiteCounters
  installation: Pick<
    SiteConfiguration,
    | 'signIn'
    | 'support'
    | 'operator'
    | 'minimumAge'
    | 'freeCredits'
    | 'telemetry'
    | 'registration_policy'
  >
  now: Date
  /** Nobody pays with real money: the example figures and the example notice of a brand are shown. */
  isDemo: boolean
}

/**
 * What the page shows of its brand: only what exists, no past notice. Counters and notice of a brand's file are examples, so
 * they end with real payments; what administrators chose stays.
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
    banner: isDemo || brand.banner?.isOwn ? currentBanner(brand.banner, now) : null,
    counters: countersOf(brand, { counted, isDemo }),
    ...installation,
    ...(brand.operator && { operator: brand.operator }),
    ...(brand.support !== undefined && { support: brand.support }),
  }
}
