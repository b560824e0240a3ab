import { z } from 'zod'
import { Instant, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

const Count = z.number().int()
const Cents = z.number()

/** Most hours, days and months in one answer. */
export const MOST_BUCKETS = { hour: 192, day: 124, month: 36 } as const

/** Figures of one hour, day or month (UTC). */
export const BusinessBucket = z.object({
  /** When it begins. */
  at: Timestamp,
  /** Ordered. */
  jobs: Count,
  /** Ended by a failure. */
  failed: Count,
  /** Delivered. */
  images: Count,
  /** Seconds from the order to the start, over all jobs: the median, and what 95 % stayed below; of a month its worst day. Null: none started. */
  wait_p50: z.number().nullable(),
  wait_p95: z.number().nullable(),
  engine_seconds: z.number(),
  cost_cents: z.number(),
  /** Steps of people, each counted when it is done. */
  sign_ups: Count,
  confirmed: Count,
  first_images: Count,
  first_payments: Count,
  payments: Count,
  /** Paid, before any refund, by its reason. */
  revenue: z.object({
    start: Cents,
    renewal: Cents,
    upgrade: Cents,
    pack: Cents,
    headshots: Cents,
  }),
  /** Of what was paid then: given back so far, by refund or dispute. */
  refunded_cents: Cents,
  /** Subscriptions that ended. */
  churned: Count,
  /** Monthly recurring revenue at its end, in cents. */
  mrr_cents: Cents,
  credits: z.object({
    sold: Count,
    given: Count,
    spent: Count,
    expired: Count,
    revoked: Count,
    given_back: Count,
    adjusted: Count,
  }),
  /** Credits that people can spend or have held, at its end. */
  outstanding: Count,
})
export type BusinessBucket = z.infer<typeof BusinessBucket>

export const OperatorAlert = z.object({
  kind: z.enum(['queue', 'engines', 'disk', 'mail', 'payments', 'disputes']),
  text: z.string(),
  since: Timestamp,
})
export type OperatorAlert = z.infer<typeof OperatorAlert>

export const Business = z.object({
  by: z.enum(['hour', 'day', 'month']),
  from: Timestamp,
  to: Timestamp,
  /** Until then everything is written down; later hours were counted for this answer. Null: nothing is yet. */
  folded_until: Timestamp.nullable(),
  buckets: z.array(BusinessBucket),
  /** Causes of failure, the most frequent first. */
  failures: z.array(z.object({ code: z.string(), jobs: Count })),
  /** Revenue and cost of each kind of work on each engine. */
  work: z.array(
    z.object({
      kind: z.string(),
      engine: z.string(),
      jobs: Count,
      images: Count,
      engine_seconds: z.number(),
      cost_cents: z.number(),
      credits: Count,
      /** The price at which those credits were bought. */
      earned_cents: z.number(),
    }),
  ),
  /** Changes of the monthly recurring revenue, by cause. */
  mrr_changes: z.object({ new: Cents, upgraded: Cents, lowered: Cents, churned: Cents }),
  /** Credits that are outstanding at the end, by what gave them: plans and packs were paid for. */
  outstanding: z.array(z.object({ kind: z.string(), credits: Count })),
  /** As measured once a day; null: not yet. */
  storage: z.object({ at: Timestamp, images_bytes: Count, uploads_bytes: Count }).nullable(),
  alerts: z.array(OperatorAlert),
})
export type Business = z.infer<typeof Business>

export const adminBusiness = {
  read: endpoint({
    ...routes.adminBusiness.read,
    access: 'admin',
    summary:
      'The business by the hour, day or month, oldest first: work and its failures, people, revenue, margins, credits, storage and what is wrong now; the last 24 hours, 31 days or 12 months unless the query says otherwise',
    query: z.object({
      by: z.enum(['hour', 'day', 'month']).default('hour'),
      from: Instant.optional(),
      to: Instant.optional(),
    }),
    response: Business,
  }),
}
