import { api } from '#contract/index.ts'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import { route, type Route } from '#server/platform/route.ts'
import type { RouteDeps } from '../route-deps.ts'
import { parseIdempotencyKey } from '../submit/idempotency.ts'
import { hashBody } from '../submit/hash-body.ts'
import { drawGridSheet } from './draw-sheet.ts'
import { listGrids, readGrid } from './read-grids.ts'
import { startGrid } from './start-grid.ts'

/** Routes under /api/grids/. */
export function createGridRoutes(deps: RouteDeps): Route[] {
  const { grids } = api
  return [
    route(grids.create, ({ caller, body, headers }) => {
      const header = headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()]
      const key = parseIdempotencyKey(header, () => hashBody(body))
      return startGrid(deps, { caller, request: body, key })
    }),
    route(grids.list, ({ caller, query }) => listGrids(deps, caller.userId, query)),
    route(grids.detail, ({ caller, params }) => readGrid(deps, caller.userId, params.id)),
    route(grids.sheet, ({ caller, params }) => drawGridSheet(deps, caller.userId, params.id)),
  ]
}
