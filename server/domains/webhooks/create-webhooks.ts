import type { ExportedWebhook } from '#contract/webhooks.ts'
import { api } from '#contract/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { Reply, route, type Route } from '#server/platform/route.ts'
import { announceEnd, type End } from './announce-end.ts'
import type { WebhooksDeps } from './deps.ts'
import {
  addEndpoint,
  enableEndpoint,
  endpointsOf,
  forgetEndpoints,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  resendDelivery,
  rotateSecret,
} from './endpoints.ts'
import { WEBHOOKS_LANE, type WebhookMessage } from './lane.ts'
import { createSender } from './send-messages.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

/** People's own programs hear of what has ended. */
export interface Webhooks {
  /** webhook_endpoints. */
  routes: Route[]
  /** Writes the messages about an end, in its transaction. */
  announceEnd(tx: Tx, end: End): Promise<void>
  /** Sends messages (role worker); after the queue has started. */
  startWorkers(): Promise<void>
  /** Every few seconds (role cron): messages that nobody sends, and those that are not kept any longer. */
  sweep(): Promise<void>
  /** A person's endpoints with their latest messages, without secrets. */
  allOf(userId: string): AsyncGenerator<ExportedWebhook, void>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
}

/** Messages that a process sends at once: each waits for somebody else's server. */
const AT_ONCE = 8

/** Builds the domain; defines its lane, so before the queue starts. */
export function createWebhooks(given: WebhooksDeps): Webhooks {
  const deps = { ...given, log: given.log.child({ part: 'webhooks' }) }
  const { db, queue } = deps
  // What fails is sent again by its own plan; what is lost the sweep finds.
  queue.defineLane(WEBHOOKS_LANE, { retryLimit: 0 })
  const send = createSender(deps)
  return {
    routes: createRoutes(deps),
    announceEnd: (tx, end) => announceEnd(queue, tx, end),
    startWorkers: () =>
      queue.work<WebhookMessage>(WEBHOOKS_LANE, { concurrency: AT_ONCE }, ({ delivery }, signal) =>
        send(delivery, signal),
      ),
    sweep: () => sweepDeliveries(deps),
    allOf: (userId) => endpointsOf(db, userId),
    forget: (userId) => forgetEndpoints(db, userId),
  }
}

function createRoutes(deps: WebhooksDeps): Route[] {
  const { db } = deps
  const { list, create, remove, rotate, enable, deliveries, resend } = api.webhookEndpoints
  return [
    route(list, async ({ caller }) => ({ results: await listEndpoints(db, caller.userId) })),
    route(
      create,
      async ({ caller, body }) => new Reply(201, await addEndpoint(deps, caller, body)),
    ),
    route(remove, async ({ caller, params }) => {
      await removeEndpoint(db, caller.userId, params.id)
      return null
    }),
    route(rotate, ({ caller, params }) => rotateSecret(deps, caller.userId, params.id)),
    route(enable, ({ caller, params }) => enableEndpoint(db, caller.userId, params.id)),
    route(deliveries, async ({ caller, params }) => ({
      results: await listDeliveries(db, caller.userId, params.id),
    })),
    route(resend, ({ caller, params }) => resendDelivery(deps, caller.userId, params)),
  ]
}
