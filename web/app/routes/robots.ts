import { siteOrigin } from '../site-origin.ts'
import type { Route } from './+types/robots.ts'

/** What search engines may read, and where the list of pages is. */
export function loader({ request, context }: Route.LoaderArgs): Response {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /user/',
    'Disallow: /admin/',
    'Disallow: /dev/',
    'Disallow: /s/',
    'Allow: /',
    `Sitemap: ${new URL('/sitemap.xml', siteOrigin(request, context)).href}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'public, max-age=3600' },
  })
}
