import { type RawBuilder, sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { payments } from '#server/domains/billing/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'

export interface Hours {
  /** The beginning of an hour. */
  from: Date
  /** The beginning of the hour after the last one. */
  to: Date
}

/** A row of `hourly_metrics`, as numbers. */
export interface HourRow {
  hour: Date
  kind: string
  engine: string
  jobs: number
  succeeded: number
  failed: number
  canceled: number
  blocked: number
  images: number
  wait_p50: number | null
  wait_p95: number | null
  engine_seconds: number
  cost_cents: number
  credits: number
  sign_ups: number
  paid_count: number
  revenue_cents: string
}

const MICROS_PER_CENT = 10_000
const MS_PER_HOUR = 3_600_000

/**
 * SQL that counts these hours out of jobs, people and payments, in the columns of `hourly_metrics`. Jobs count as ordered
 * in the hour of their order, and with all that came of them in the hour of their end.
 * @param centsPerHour of engines whose provider names no price
 */
export const countHours = ({ from, to }: Hours, centsPerHour: number): RawBuilder<HourRow> => sql`
  with ordered as (
    select date_trunc('hour', created_at, 'UTC') as hour, type as kind, engine, count(*)::integer as jobs
    from ${jobs} j
    where created_at >= ${from} and created_at < ${to}
    group by 1, 2, 3
  ), ended as (
    select date_trunc('hour', finished_at, 'UTC') as hour, type as kind, engine,
      (count(*) filter (where status = 'S'))::integer as succeeded,
      (count(*) filter (where status = 'FL'))::integer as failed,
      (count(*) filter (where status = 'CD'))::integer as canceled,
      (count(*) filter (where status = 'B'))::integer as blocked,
      coalesce(sum(made.images), 0)::integer as images,
      percentile_cont(0.5) within group (order by extract(epoch from started_at - created_at)) as wait_p50,
      percentile_cont(0.95) within group (order by extract(epoch from started_at - created_at)) as wait_p95,
      coalesce(sum(engine_ms), 0)::float8 / 1000 as engine_seconds,
      coalesce(sum(coalesce(engine_cost::float8 / ${MICROS_PER_CENT},
        engine_ms::float8 / ${MS_PER_HOUR} * ${centsPerHour})), 0)::float8 as cost_cents,
      coalesce(sum(made.paid * unit_price), 0)::integer as credits
    from ${jobs} j
    cross join lateral (
      select count(*)::integer as images, (count(*) filter (where not i.is_free))::integer as paid from ${images} i where i.job_id = j.id and i.status = 'S'
    ) made
    where finished_at >= ${from} and finished_at < ${to} and status in ('S', 'FL', 'CD', 'B')
    group by 1, 2, 3
  ), signed_up as (
    select date_trunc('hour', created_at, 'UTC') as hour, count(*)::integer as sign_ups from ${people} p
    where created_at >= ${from} and created_at < ${to}
    group by 1
  ), paid as (
    select date_trunc('hour', paid_at, 'UTC') as hour, count(*)::integer as paid_count,
      sum(amount) as revenue_cents
    from ${payments} p
    where paid_at >= ${from} and paid_at < ${to} and status = 'paid'
    group by 1
  )
  select hour, kind, engine, coalesce(jobs, 0) as jobs, coalesce(succeeded, 0) as succeeded,
    coalesce(failed, 0) as failed, coalesce(canceled, 0) as canceled, coalesce(blocked, 0) as blocked,
    coalesce(images, 0) as images, wait_p50, wait_p95, coalesce(engine_seconds, 0) as engine_seconds,
    coalesce(cost_cents, 0) as cost_cents, coalesce(credits, 0) as credits,
    0 as sign_ups, 0 as paid_count, 0::bigint as revenue_cents
  from ordered full join ended using (hour, kind, engine)
  union all
  select hour, '', '', 0, 0, 0, 0, 0, 0, null, null, 0, 0, 0, coalesce(sign_ups, 0), coalesce(paid_count, 0),
    coalesce(revenue_cents, 0)
  from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 hour', interval '1 hour') as hour
    left join signed_up using (hour) left join paid using (hour)`
