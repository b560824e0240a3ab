import { useLocation, useRouteLoaderData } from 'react-router'
import { DEFAULT_LANGUAGE, localeOf } from '#web/lib/language.ts'
import type { RootData } from '#web/lib/site.ts'

/** Tells search engines the address of a public page and those of the same page in other languages, and who shows its link what to show. */
export function Alternates() {
  const root = useRouteLoaderData<RootData>('root')
  const { pathname } = useLocation()
  if (root?.alternates?.path !== pathname.replace(/(?<=.)\/$/, '')) return null
  const { card } = root.alternates
  const own = root.alternates.hrefs[root.language] ?? root.alternates.hrefs[DEFAULT_LANGUAGE]
  const hrefs = Object.entries(root.alternates.hrefs)
  return (
    <>
      <link rel="canonical" href={own} />
      <meta property="og:url" content={own} />
      <meta property="og:locale" content={localeOf(root.language).replace('-', '_')} />
      {card && (
        <>
          <meta property="og:image" content={card.src} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={card.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {hrefs.length > 1 && (
        <>
          {hrefs.map(([language, href]) => (
            <link key={language} rel="alternate" hrefLang={language} href={href} />
          ))}
          <link
            rel="alternate"
            hrefLang="x-default"
            href={root.alternates.hrefs[DEFAULT_LANGUAGE]}
          />
        </>
      )}
    </>
  )
}
