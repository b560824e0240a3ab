import { api } from '#contract/index.ts'
import { type Route, route } from '#server/platform/route.ts'
import { createStatusReader, type StatusDeps } from './status/read-status.ts'

/** status/ */
export function createEngineRoutes(deps: StatusDeps): Route[] {
  const read = createStatusReader(deps)
  return [route(api.status.read, () => read())]
}
