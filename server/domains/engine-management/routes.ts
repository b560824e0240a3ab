import { api } from '#contract/index.ts'
import { type Route, route } from '#server/platform/route.ts'
import { readSamples } from './samples/model-samples.ts'
import { createStatusReader, type StatusDeps } from './status/read-status.ts'

/** Routes under /api/status/ and /api/generation_servers/samples/. */
export function createEngineRoutes(deps: StatusDeps): Route[] {
  const read = createStatusReader(deps)
  return [
    route(api.status.read, () => read()),
    route(api.generationServers.samples, async () => ({
      results: await readSamples(deps.db.kysely),
    })),
  ]
}
