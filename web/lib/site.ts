import { useRouteLoaderData } from 'react-router'
import type { Capabilities } from '#contract/capabilities.ts'
import type { Feature } from '#contract/features.ts'
import type { SiteConfiguration } from '#contract/site.ts'
import type { Me } from '#contract/users.ts'
import type { Brand } from '#brands/index.ts'
import type { Language } from './language.ts'

/** What the server sends with the first page and the browser keeps. */
export interface RootData {
  brand: Brand
  site: SiteConfiguration
  capabilities: Capabilities
  me: Me | null
  darkMode: boolean
  /** Of all texts. */
  language: Language
  /** Those that this installation offers, each with its name in itself. */
  languages: [code: Language, name: string][]
  /** For each other language the offer to go on in it, in its own words. Pages for everybody are kept, so the browser chooses. */
  languageOffers: { code: Language; text: string }[]
  /** Of the page that was asked for, if search engines may list it: its path, its address in each language, and what stands for it where its link is shared. */
  alternates: {
    path: string
    hrefs: Record<Language, string>
    /** `src` is absolute. */
    card: { src: string; alt: string } | null
  } | null
}

/** The root route's data. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('The root route has no data')
  return data
}

/** Whether pages tell others anything, for which visitors are asked. */
export const asksForPrivacy = ({ telemetry }: SiteConfiguration): boolean =>
  Object.values(telemetry).some((service) => service !== null)

/** The brand of this host and its configuration. */
export function useSite(): {
  brand: Brand
  site: SiteConfiguration
  has(feature: Feature): boolean
} {
  const { brand, site } = useRootData()
  return { brand, site, has: (feature) => site.allowedFeatures.includes(feature) }
}
