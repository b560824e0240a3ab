import { api } from '#contract/index.ts'
import { Reply, type Route, route } from '#server/platform/route.ts'
import { addEngine, changeLimits, changeMode, dropEngine } from './act-on-engine.ts'
import type { EngineContext } from './engine-context.ts'
import { changeOrder, listOrders } from './engine-orders.ts'
import { listEngines } from './list-engines.ts'
import { orderSamples } from './order-samples.ts'
import { serviceModelRoutes } from './service-model-routes.ts'
import { testEngine } from './test-engine.ts'

/** Routes under /api/admin/engines/. */
export function engineRoutes(context: EngineContext): Route[] {
  const { adminEngines } = api
  return [
    ...serviceModelRoutes(context),
    route(adminEngines.list, () => listEngines(context)),
    route(
      adminEngines.add,
      async ({ caller, body }) => new Reply(201, await addEngine(context, caller.userId, body)),
    ),
    route(adminEngines.orders, async () => ({ results: await listOrders(context) })),
    route(adminEngines.order, async ({ caller, body }) => ({
      results: await changeOrder(context, caller.userId, body),
    })),
    route(adminEngines.change, ({ caller, params, body }) =>
      changeLimits(context, caller.userId, params.id, body),
    ),
    route(adminEngines.test, ({ params }) => testEngine(context, params.id)),
    route(adminEngines.samples, ({ caller, params }) =>
      orderSamples(context, caller.userId, params.id),
    ),
    route(adminEngines.pause, ({ caller, params }) =>
      changeMode(context, caller.userId, params.id, 'paused'),
    ),
    route(adminEngines.drain, ({ caller, params }) =>
      changeMode(context, caller.userId, params.id, 'draining'),
    ),
    route(adminEngines.resume, ({ caller, params }) =>
      changeMode(context, caller.userId, params.id, 'active'),
    ),
    route(adminEngines.remove, ({ caller, params }) =>
      dropEngine(context, caller.userId, params.id),
    ),
  ]
}
