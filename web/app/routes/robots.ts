import type { Route } from './+types/robots.ts'

/** What search engines may read, and where the list of pages is. */
export function loader({ request }: Route.LoaderArgs): Response {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /user/',
    'Disallow: /admin/',
    'Disallow: /dev/',
    'Disallow: /s/',
    'Allow: /',
    `Sitemap: ${new URL('/sitemap.xml', request.url).href}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'public, max-age=3600' },
  })
}
