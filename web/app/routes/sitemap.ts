import { inLanguage } from '#web/lib/language.ts'
import { brandContext, serverRequestContext } from '#web/lib/server-context.ts'
import { publicPages } from '../public-pages.ts'
import { siteOrigin } from '../site-origin.ts'
import type { Route } from './+types/sitemap.ts'

/** The public pages of the brand that was asked. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const { languages } = context.get(serverRequestContext)
  const origin = siteOrigin(request, context)
  const at = (link: string, language: string) => new URL(inLanguage(link, language), origin).href
  const urls = publicPages(context.get(brandContext)).flatMap((link) => {
    const alternates = languages.map(
      (language) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${at(link, language)}"/>`,
    )
    return languages.map(
      (language) =>
        `  <url><loc>${at(link, language)}</loc>${languages.length > 1 ? alternates.join('') : ''}</url>`,
    )
  })
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600' },
  })
}
