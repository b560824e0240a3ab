import { brandOfHost } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { type Route, route } from '#server/platform/route.ts'
import { listServers, type ServersDeps } from './capabilities/list-servers.ts'
import { listThings } from './capabilities/list-things.ts'
import { readCapabilities } from './capabilities/read-capabilities.ts'
import type { EngineContext } from './console/engine-context.ts'
import { engineRoutes } from './console/routes.ts'
import { type ModelContext, modelRoutes } from './models/routes.ts'
import { readSamples } from './samples/model-samples.ts'
import { createStatusReader } from './status/read-status.ts'

/** status, generation_servers, capabilities, things, admin/engines, admin/models. */
export function createEngineRoutes(deps: ServersDeps & EngineContext & ModelContext): Route[] {
  const { registry } = deps.fleet
  const read = createStatusReader(deps)
  return [
    route(api.status.read, () => read()),
    route(api.generationServers.list, async ({ query }) => ({
      results: await listServers(deps, query),
    })),
    route(api.capabilities.read, ({ host }) => readCapabilities(registry, brandOfHost(host))),
    route(api.things.list, ({ language, query }) => listThings(registry, language, query)),
    route(api.generationServers.samples, async () => ({
      results: await readSamples(deps.db.kysely),
    })),
    ...engineRoutes(deps),
    ...modelRoutes(deps),
  ]
}
