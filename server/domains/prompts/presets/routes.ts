import { api } from '#contract/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { route, type Route } from '#server/platform/route.ts'
import {
  changePreset,
  countUse,
  createPreset,
  listPresets,
  removePreset,
  restorePreset,
} from './presets.ts'

/** Routes under /api/presets/. */
export function createPresetRoutes(deps: { db: Db }): Route[] {
  const { presets } = api
  return [
    route(presets.list, async ({ caller }) => ({
      results: await listPresets(deps, caller.userId),
    })),
    route(presets.create, ({ caller, body }) => createPreset(deps, caller.userId, body)),
    route(presets.change, ({ caller, params, body }) =>
      changePreset(deps, caller.userId, { id: params.id, ...body }),
    ),
    route(presets.use, ({ caller, params }) => countUse(deps, caller.userId, params.id)),
    route(presets.remove, async ({ caller, params }) => {
      await removePreset(deps, caller.userId, params.id)
      return null
    }),
    route(presets.restore, ({ caller, params }) => restorePreset(deps, caller.userId, params.id)),
  ]
}
