import type { RouterContextProvider } from 'react-router'
import type { Route } from '#contract/endpoint.ts'
import type { Feature } from '#contract/features.ts'
import { type Answer, ApiError, type Sent } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { requireFeature } from './gates.ts'
import { siteOrigin } from './site-origin.ts'

/** Nothing is there, or nothing can be there: a filter that is too long, a cursor that is none. */
const NOTHING_THERE: ReadonlySet<number> = new Set([400, 404])

/** Reads what a page of explore shows first, on the server; 404 on brands with none of the features, and for what is not there. */
export async function readForPage<R extends Route>(
  context: Readonly<RouterContextProvider>,
  features: readonly Feature[],
  route: R,
  sent: Sent<R>,
): Promise<Answer<R>> {
  requireFeature(context, ...features)
  try {
    return await context.get(serverRequestContext).call(route, sent)
  } catch (error) {
    if (error instanceof ApiError && NOTHING_THERE.has(error.status))
      throw new Response(null, { status: 404 })
    throw error
  }
}

/** The address of a page as search engines are to know it, without a query. */
export const ownAddress = (request: Request, context: Readonly<RouterContextProvider>): string =>
  new URL(new URL(request.url).pathname.replace(/\/$/, ''), siteOrigin(request, context)).href
