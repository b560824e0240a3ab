import { useLocation, useRouteLoaderData } from 'react-router'
import { DEFAULT_LANGUAGE } from '#web/lib/language.ts'
import type { RootData } from '#web/lib/site.ts'

/** Tells search engines the address of a public page, and those of the same page in other languages. */
export function Alternates() {
  const root = useRouteLoaderData<RootData>('root')
  const { pathname } = useLocation()
  if (root?.alternates?.path !== pathname.replace(/(?<=.)\/$/, '')) return null
  const hrefs = Object.entries(root.alternates.hrefs)
  return (
    <>
      <link
        rel="canonical"
        href={root.alternates.hrefs[root.language] ?? root.alternates.hrefs[DEFAULT_LANGUAGE]}
      />
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
