import { api } from '#contract/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import type { CommunityDeps } from '../deps.ts'
import { decidePublication, listWaiting, readOwnPublication } from './review-publications.ts'

/** Routes of what becomes of an image that its owner publishes. */
export function createPublishingRoutes(deps: CommunityDeps): Route[] {
  const { read, waiting, decide } = api.publications
  return [
    route(read, async ({ caller, params }) => ({
      publication: await readOwnPublication(deps, caller.userId, params.id),
    })),
    route(waiting, ({ query }) => listWaiting(deps, query)),
    route(decide, ({ caller, params, body }) =>
      decidePublication(deps, caller.userId, { id: params.id, ...body }),
    ),
  ]
}
