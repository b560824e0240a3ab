import type { Capabilities } from '#contract/capabilities.ts'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
import type { RootData } from './site.ts'

/** A route on the way to the page. */
export interface PageMatch {
  id: string
  loaderData?: unknown
}

/** The root route's data, for a route's `meta`; undefined where that failed. */
export const rootIn = (matches: readonly (PageMatch | undefined)[]): RootData | undefined =>
  matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined

/** The language of the page, for a route's `meta`. */
export const languageIn = (matches: readonly (PageMatch | undefined)[]): Language =>
  rootIn(matches)?.language ?? DEFAULT_LANGUAGE

/** A page's title as tabs and bookmarks show it: with the brand's name, where that is known. */
export const pageTitle = (title: string, site: string | undefined): string =>
  site === undefined || site === '' || title === site ? title : `${title} - ${site}`

/** Whether more than things of a collection are drawn. */
export const drawsAnything = ({ draws }: Capabilities): boolean => draws === 'anything'

/** Title and description of a page, from its file of messages. */
export interface PageTexts {
  title: string
  description?: string
  /** Of a site that does not keep what `description` promises. */
  limited?: string
}

/** The texts of a page with the description that the site keeps. */
export function keptTexts(
  matches: readonly (PageMatch | undefined)[],
  { title, description, limited }: PageTexts,
  isKept: ((can: Capabilities) => boolean) | undefined,
): { title: string; description?: string | undefined } {
  const can = rootIn(matches)?.capabilities
  const isLimited = limited !== undefined && can !== undefined && isKept?.(can) === false
  return { title, description: isLimited ? limited : description }
}

/** Title, description and sharing tags of a page, with the brand's name; for a route's `meta`. */
export function pageMeta(
  matches: readonly (PageMatch | undefined)[],
  page: {
    title: string
    description?: string | undefined
    noindex?: boolean
    /** Absolute. */ image?: string
  },
) {
  const root = rootIn(matches)
  const site = root?.brand.name
  const title = pageTitle(page.title, site)
  const description = page.description ?? root?.brand.description ?? ''
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: site ?? '' },
    { property: 'og:type', content: 'website' },
    ...(page.image === undefined
      ? []
      : [
          { property: 'og:image', content: page.image },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]),
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
