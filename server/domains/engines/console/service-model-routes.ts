import { api } from '#contract/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import type { EngineContext } from './engine-context.ts'
import {
  actOnModel,
  addModel,
  changeModel,
  dropModel,
  exportModels,
  importModels,
  listModels,
  lookUpModel,
  refreshModel,
} from './service-models.ts'

/** Routes under /api/admin/engines/:id/models/. */
export function serviceModelRoutes(context: EngineContext): Route[] {
  const { adminServiceModels: models } = api
  return [
    route(models.list, ({ params }) => listModels(context, params.id)),
    route(models.look, ({ params, body }) => lookUpModel(context, params.id, body.endpoint)),
    route(
      models.add,
      async ({ caller, params, body }) =>
        new Reply(201, await addModel(context, caller.userId, params.id, body)),
    ),
    route(models.change, ({ caller, params, body }) =>
      changeModel(context, caller.userId, params, body),
    ),
    route(models.try, ({ caller, params, body }) =>
      actOnModel(context, caller.userId, 'try', { ...params, ...body }),
    ),
    route(models.offer, ({ caller, params, body }) =>
      actOnModel(context, caller.userId, 'offer', { ...params, ...body }),
    ),
    route(models.pause, ({ caller, params, body }) =>
      actOnModel(context, caller.userId, 'pause', { ...params, ...body }),
    ),
    route(models.refresh, ({ params, body }) => refreshModel(context, { ...params, ...body })),
    route(models.remove, ({ caller, params }) => dropModel(context, caller.userId, params)),
    route(models.export, ({ params }) => exportModels(context, params.id)),
    route(models.import, ({ caller, params, body }) =>
      importModels(context, caller.userId, params.id, body),
    ),
  ]
}
