import { brandContext } from '#web/lib/server-context.ts'
import { publicPages } from '../public-pages.ts'
import type { Route } from './+types/sitemap.ts'

/** The public pages of the brand that was asked. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const urls = publicPages(context.get(brandContext)).map(
    (link) => `  <url><loc>${new URL(link, request.url).href}</loc></url>`,
  )
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'public, max-age=3600' },
  })
}
