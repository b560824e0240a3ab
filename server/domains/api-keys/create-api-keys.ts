import type { z } from 'zod'
import type { ExportedKey } from '#contract/api-keys.ts'
import { api } from '#contract/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import { type Caller, route, type Route } from '#server/platform/route.ts'
import { authenticateKey } from './authenticate-key.ts'
import { type KeyCall, listCalls, noteCall } from './calls.ts'
import { createKey } from './create-key.ts'
import { chooseModel, chosenModel, forgetKeys, keysOf, listKeys, revokeKey } from './keys.ts'
import { openJobsOf, sweepOrders } from './key-limits.ts'
import {
  noteJob,
  noteLeft,
  noteRefusal,
  type OpenedRequest,
  openRequest,
  type OrderedRequest,
  sweepRequests,
} from './repeated-requests.ts'
import { createWaits, type EnterWait } from './waits.ts'

export { keyLimits } from './key-limits.ts'

/** Keys by which a person's own programs call the API. */
export interface ApiKeys {
  routes: Route[]
  /**
   * Who a key belongs to; null for one that is unknown or revoked.
   * @throws {AppError} `account_banned`
   */
  authenticate(key: string): Promise<Caller | null>
  /** Adds a call to the latest ones of its key. */
  noteCall(call: KeyCall): Promise<void>
  /** The order that a request belongs to. @throws {AppError} `idempotency_mismatch` */
  openRequest(request: OrderedRequest): Promise<OpenedRequest>
  /** Notes the job that an order has become. */
  noteJob(requestId: string, jobId: string): Promise<void>
  /** Notes that no job has come of an order. @param error why; one that a client asks again for keeps its place for that */
  noteRefusal(request: OpenedRequest, error: unknown): Promise<void>
  /** Notes that nobody waits for an order any more from which no job has come. */
  noteLeft(requestId: string): Promise<void>
  /** Jobs of a key that have not ended, the oldest first. */
  openJobsOf(keyId: string): Promise<string[]>
  /** The model that a key's calls use which name none; null: the default. */
  chosenModel(keyId: string): Promise<string | null>
  chooseModel(keyId: string, model: string): Promise<void>
  /** Counts a call that waits for its job. @throws {AppError} `throttled` */
  enterWait: EnterWait
  /** Everything about a person's keys but the keys themselves. */
  allOf(userId: string): AsyncGenerator<z.infer<typeof ExportedKey>, void>
  /** For the deletion of an account. Safe to repeat. */
  forget(userId: string): Promise<void>
  /** Forgets orders that no limit counts and nothing joins any more; for the cron role. */
  sweep(): Promise<void>
}

export function createApiKeys({ db }: { db: Db }): ApiKeys {
  const { apiKeys } = api
  return {
    routes: [
      route(apiKeys.list, async ({ caller }) => ({ results: await listKeys(db, caller.userId) })),
      route(apiKeys.create, ({ caller, body }) => createKey(db, caller, body)),
      route(apiKeys.revoke, async ({ caller, params }) => {
        await revokeKey(db, caller.userId, params.id)
        return null
      }),
      route(apiKeys.calls, async ({ caller, params }) => ({
        results: await listCalls(db, caller.userId, params.id),
      })),
    ],
    authenticate: (key) => authenticateKey(db, key),
    noteCall: (call) => noteCall(db, call),
    openRequest: (request) => openRequest(db, request),
    noteJob: (requestId, jobId) => noteJob(db, requestId, jobId),
    noteRefusal: (request, error) => noteRefusal(db, request, error),
    noteLeft: (requestId) => noteLeft(db, requestId),
    openJobsOf: (keyId) => openJobsOf(db, keyId),
    chosenModel: (keyId) => chosenModel(db, keyId),
    chooseModel: (keyId, model) => chooseModel(db, keyId, model),
    enterWait: createWaits(),
    allOf: (userId) => keysOf(db, userId),
    forget: (userId) => forgetKeys(db, userId),
    async sweep() {
      await sweepOrders(db)
      await sweepRequests(db)
    },
  }
}
