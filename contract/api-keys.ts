import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { KEY_SCOPES } from './key-scopes.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { KEY_LIMITS } from './values/api-keys.ts'

const { dailyCredits, callsPerMinute, imagesAtOnce } = KEY_LIMITS

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** How the key begins, to tell it from others. */
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** Credits that it may spend a day (UTC); null: no limit. */
  daily_credits: z.number().int().nullable(),
  calls_per_minute: z.number().int(),
  /** Images that its jobs may be making at the same time. */
  images_at_once: z.number().int(),
  /** Credits of today's orders, less what came back. */
  spent_today: z.number().int(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyRequest = z.strictObject({
  name: z.string().trim().min(1).max(KEY_LIMITS.name),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1)
    .max(KEY_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, fault('api-keys.scopesOnce')),
  daily_credits: z.int().min(dailyCredits.min).max(dailyCredits.max).nullable().default(null),
  calls_per_minute: z
    .int()
    .min(callsPerMinute.min)
    .max(callsPerMinute.max)
    .default(callsPerMinute.usual),
  images_at_once: z.int().min(imagesAtOnce.min).max(imagesAtOnce.max).default(imagesAtOnce.usual),
})
export type ApiKeyRequest = z.output<typeof ApiKeyRequest>

export const ApiKeyCall = z.object({
  at: Timestamp,
  method: z.string(),
  /** Without the query. */
  path: z.string(),
  status: z.number().int(),
})
export type ApiKeyCall = z.infer<typeof ApiKeyCall>

/** A key in the file of everything that is stored about a person. */
export const ExportedKey = ApiKey.omit({ id: true }).extend({ calls: z.array(ApiKeyCall) })

export const apiKeys = {
  list: endpoint({
    ...routes.apiKeys.list,
    access: 'session',
    summary: 'Own API keys, newest first',
    response: z.object({ results: z.array(ApiKey) }),
  }),
  create: endpoint({
    ...routes.apiKeys.create,
    access: 'session',
    summary: `Make an API key; the answer is the only one that shows it. A person may have ${KEY_LIMITS.keys} keys`,
    body: ApiKeyRequest,
    response: ApiKey.extend({ key: z.string() }),
    statuses: [201],
    errors: ['conflict', 'email_not_verified'],
  }),
  revoke: endpoint({
    ...routes.apiKeys.revoke,
    access: 'session',
    summary: 'Revoke an API key: its next call is refused',
    params: IdParams,
    response: Nothing,
  }),
  calls: endpoint({
    ...routes.apiKeys.calls,
    access: 'session',
    summary: `The last ${KEY_LIMITS.calls} calls of an API key, newest first`,
    params: IdParams,
    response: z.object({ results: z.array(ApiKeyCall) }),
  }),
}
