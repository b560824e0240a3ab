import type { RootData } from './site.ts'

interface Match {
  id: string
  loaderData?: unknown
}

/** Title, description and sharing tags of a page, with the brand's name; for a route's `meta`. */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  page: { title: string; description?: string; noindex?: boolean },
) {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const site = root?.brand.name ?? ''
  const title = page.title === site || site === '' ? page.title : `${page.title} - ${site}`
  const description = page.description ?? root?.brand.description ?? ''
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: site },
    { property: 'og:type', content: 'website' },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
