import { api } from '#contract/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import {
  changeWildcard,
  createWildcard,
  listWildcards,
  readWildcard,
  removeWildcard,
} from './lists.ts'

/** Routes under /api/wildcards/. */
export function createWildcardRoutes(deps: { db: Db }): Route[] {
  const { wildcards } = api
  return [
    route(wildcards.list, async ({ caller }) => ({
      results: await listWildcards(deps, caller.userId),
    })),
    route(wildcards.create, ({ caller, body }) => createWildcard(deps, caller.userId, body)),
    route(wildcards.detail, ({ caller, params }) => readWildcard(deps, caller.userId, params.id)),
    route(wildcards.change, ({ caller, params, body }) =>
      changeWildcard(deps, caller.userId, { id: params.id, ...body }),
    ),
    route(wildcards.remove, async ({ caller, params }) => {
      await removeWildcard(deps, caller.userId, params.id)
      return null
    }),
  ]
}
