import { brandContext, languageContext } from '#web/lib/server-context.ts'
import { offlinePage } from '../installed/offline-page.ts'
import type { Route } from './+types/offline.ts'

/** What the service worker keeps, and shows where there is no network. */
export function loader({ context }: Route.LoaderArgs): Response {
  const page = offlinePage(context.get(languageContext), context.get(brandContext))
  return new Response(page, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
