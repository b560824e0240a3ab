import { z } from 'zod'
import { AdminJob } from './admin-jobs.ts'
import { Id, Instant, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { JobStatus, JobType } from './prediction-images.ts'
import * as routes from './routes.ts'

/** Most days of hours in one answer. */
export const MOST_METRIC_DAYS = 31

const Count = z.number().int()

/**
 * One hour of one kind of job on one engine. What belongs to no job (sign-ups, payments) stands in a row of its own, whose
 * `kind` and `engine` are null.
 */
export const HourlyMetrics = z.object({
  /** When the hour begins. */
  hour: Timestamp,
  kind: z.string().nullable(),
  engine: z.string().nullable(),
  /** Ordered in this hour; the counts that follow are of jobs that ended in it. */
  jobs: Count,
  succeeded: Count,
  failed: Count,
  canceled: Count,
  blocked: Count,
  /** Delivered. */
  images: Count,
  /** Seconds from the order to the start: the median, and what 95 % stayed below; null: none started. */
  wait_p50: z.number().nullable(),
  wait_p95: z.number().nullable(),
  engine_seconds: z.number(),
  /** Cost of the engines at their providers' prices; without one, engine time at the configured hourly price. */
  cost_cents: z.number(),
  /** Spent on what was delivered. */
  credits: Count,
  sign_ups: Count,
  /** Paid in this hour, before any refund. */
  payments: Count,
  revenue_cents: Count,
})
export type HourlyMetrics = z.infer<typeof HourlyMetrics>

const DashboardJobsQuery = PageQuery.extend({
  status: JobStatus.optional(),
  kind: JobType.optional(),
  engine: z.string().max(200).optional(),
  user: Id.optional(),
  /** Code of the error that it ended with. */
  error: z.string().max(100).optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  ended_from: Instant.optional(),
  ended_to: Instant.optional(),
})
export type DashboardJobsQuery = z.output<typeof DashboardJobsQuery>

/** First what would be done, with a token; then the token, which does it. */
const Step = z.union([
  z.strictObject({ dry_run: z.literal(true) }),
  z.strictObject({ token: z.string().min(1).max(100) }),
])

const Plan = z.object({
  /** For one call within 15 minutes, by the same administrator; it does what is listed and nothing else. */
  token: z.string(),
  results: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
})
const Outcome = z.object({
  done: Count,
  /** Listed, but no longer so when its turn came. */
  left: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type DashboardPlan = z.infer<typeof Plan>
export type DashboardOutcome = z.infer<typeof Outcome>

export const dashboards = {
  hourlyMetrics: endpoint({
    ...routes.dashboards.hourlyMetrics,
    access: 'admin',
    summary:
      'What happened by the hour, oldest first: jobs, images, waits, costs, credits, sign-ups and payments; the last day unless the query says otherwise, at most 31 days',
    query: z.object({
      from: Instant.optional(),
      to: Instant.optional(),
      kind: JobType.optional(),
      engine: z.string().max(200).optional(),
    }),
    response: z.object({ results: z.array(HourlyMetrics) }),
  }),
  inferenceJobs: endpoint({
    ...routes.dashboards.inferenceJobs,
    access: 'admin',
    summary: 'Jobs of everybody, newest first, by status, kind, engine, person, error and time',
    query: DashboardJobsQuery,
    response: page(AdminJob),
  }),
  seedControlnetModels: endpoint({
    ...routes.dashboards.seedControlnetModels,
    access: 'admin',
    summary:
      'Publish the ControlNet models that the engines have and explore does not: a dry run lists them, its token publishes them',
    body: Step,
    response: z.union([Plan, Outcome]),
    errors: ['conflict'],
  }),
  deleteInvalidModelVersions: endpoint({
    ...routes.dashboards.deleteInvalidModelVersions,
    access: 'admin',
    summary:
      'Delete versions of published models with which nothing can be done here: a dry run lists them, its token deletes them',
    body: Step,
    response: z.union([Plan, Outcome]),
    errors: ['conflict'],
  }),
}
