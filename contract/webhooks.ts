import { z } from 'zod'
import { Id, IdParams, Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { WEBHOOK_EVENTS, WEBHOOK_LIMITS } from './values/webhooks.ts'

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: Timestamp,
  /** Since when nothing could be delivered; null: the last message was. */
  failing_since: Timestamp.nullable(),
  /** When it was switched off, after a day of failures. */
  disabled_at: Timestamp.nullable(),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointRequest = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: fault('webhooks.fullAddress') })
    .max(WEBHOOK_LIMITS.url)
    .refine((text) => {
      const url = URL.parse(text)
      return url?.username === '' && url.password === ''
    }, fault('webhooks.noCredentials')),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1)
    .max(WEBHOOK_EVENTS.length)
    .refine((events) => new Set(events).size === events.length, fault('webhooks.eventsOnce')),
})
export type WebhookEndpointRequest = z.output<typeof WebhookEndpointRequest>

export const WEBHOOK_STATES = ['pending', 'delivered', 'failed'] as const

/**
 * Why an attempt got no answer; `deleted`: what it tells of was deleted before it was sent, `secret_lost`: the secret was sealed with
 * another key of the installation.
 */
export const WEBHOOK_FAULTS = [
  'refused_address',
  'timeout',
  'unreachable',
  'deleted',
  'secret_lost',
] as const
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

/** A message to an endpoint. */
export const WebhookDelivery = z.object({
  id: Id,
  /** As the header `webhook-id` says it: the same at every attempt. */
  webhook_id: z.string(),
  event: z.enum(WEBHOOK_EVENTS),
  /** Id of the job, run or training that ended. */
  subject: Id,
  created_at: Timestamp,
  state: z.enum(WEBHOOK_STATES),
  attempts: z.number().int(),
  last_attempt_at: Timestamp.nullable(),
  next_attempt_at: Timestamp.nullable(),
  /** HTTP status of the last answer; null: none came. */
  status: z.number().int().nullable(),
  /** Why no answer came at the last attempt. */
  error: z.enum(WEBHOOK_FAULTS).nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** An endpoint in the file of everything that is stored about a person. */
export const ExportedWebhook = WebhookEndpoint.omit({ id: true }).extend({
  deliveries: z.array(WebhookDelivery),
})
export type ExportedWebhook = z.infer<typeof ExportedWebhook>

/** Signs messages: `whsec_` and 32 random bytes as base64. */
const Secret = z.string()

export const webhookEndpoints = {
  list: endpoint({
    ...routes.webhookEndpoints.list,
    access: 'session',
    summary: 'Own webhook endpoints, newest first',
    response: z.object({ results: z.array(WebhookEndpoint) }),
  }),
  create: endpoint({
    ...routes.webhookEndpoints.create,
    access: 'session',
    summary: `Add a webhook endpoint; the answer is the only one that shows its secret. A person may have ${WEBHOOK_LIMITS.endpoints}`,
    body: WebhookEndpointRequest,
    response: WebhookEndpoint.extend({ secret: Secret }),
    statuses: [201],
    errors: ['conflict', 'email_not_verified'],
  }),
  remove: endpoint({
    ...routes.webhookEndpoints.remove,
    access: 'session',
    summary: 'Remove a webhook endpoint with its messages',
    params: IdParams,
    response: Nothing,
  }),
  rotate: endpoint({
    ...routes.webhookEndpoints.rotate,
    access: 'session',
    summary: `Give an endpoint a new secret; messages are signed with the old one too for ${WEBHOOK_LIMITS.oldSecretHours} hours`,
    params: IdParams,
    response: z.object({ secret: Secret, old_secret_until: Timestamp }),
  }),
  enable: endpoint({
    ...routes.webhookEndpoints.enable,
    access: 'session',
    summary: 'Switch an endpoint on again that was switched off after a day of failures',
    params: IdParams,
    response: WebhookEndpoint,
  }),
  deliveries: endpoint({
    ...routes.webhookEndpoints.deliveries,
    access: 'session',
    summary: `The last ${WEBHOOK_LIMITS.deliveries} messages to an endpoint, newest first`,
    params: IdParams,
    response: z.object({ results: z.array(WebhookDelivery) }),
  }),
  resend: endpoint({
    ...routes.webhookEndpoints.resend,
    access: 'session',
    summary: 'Send a message again, with the same webhook-id',
    params: IdParams.extend({ delivery: Id }),
    response: WebhookDelivery,
    errors: ['conflict'],
  }),
}
