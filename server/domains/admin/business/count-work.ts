import { type RawBuilder, sql } from 'kysely'
import { people } from '#server/domains/accounts/index.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import { trainingCosts } from '#server/domains/studios/index.ts'
import type { Hours } from '../dashboards/count-hours.ts'
import type { Figure } from './figure.ts'

const MICROS_PER_CENT = 10_000
const MS_PER_HOUR = 3_600_000

/**
 * SQL of what came of jobs and of people in these hours, beside what `hourly_metrics` has: causes of failure, waits over all
 * jobs, people on their way to the first image, and trainings.
 * @param centsPerHour of engines whose provider names no price
 */
export const countWork = ({ from, to }: Hours, centsPerHour: number): RawBuilder<Figure> => sql`
  with ended as (
    select date_trunc('hour', finished_at, 'UTC') as starts, user_id, status, finished_at,
      coalesce(error ->> 'code', 'unknown') as cause, extract(epoch from started_at - created_at) as wait
    from ${jobs} j
    where finished_at >= ${from} and finished_at < ${to} and status in ('S', 'FL', 'CD', 'B')
  ), trained as (
    select date_trunc('hour', finished_at, 'UTC') as starts, count(*)::float8 as jobs,
      coalesce(sum(engine_ms), 0)::float8 / 1000 as seconds,
      coalesce(sum(coalesce(engine_cost::float8 / ${MICROS_PER_CENT},
        engine_ms::float8 / ${MS_PER_HOUR} * ${centsPerHour})), 0)::float8 as cents
    from ${trainingCosts} t where finished_at >= ${from} and finished_at < ${to}
    group by 1
  ), first as (
    select user_id, min(starts) as starts from ended e where status = 'S' and not exists (
      select from ${jobs} j where j.user_id = e.user_id and j.status = 'S' and j.finished_at < ${from})
    group by user_id
  )
  select starts, 'failures' as figure, cause as part, count(*)::float8 as value
  from ended where status = 'FL' group by starts, cause
  union all
  select starts, 'wait_p50', '', percentile_cont(0.5) within group (order by wait)
  from ended where wait is not null group by starts
  union all
  select starts, 'wait_p95', '', percentile_cont(0.95) within group (order by wait)
  from ended where wait is not null group by starts
  union all
  select starts, 'first_images', '', count(*)::float8 from first group by starts
  union all
  select date_trunc('hour', email_verified_at, 'UTC'), 'confirmed', '', count(*)::float8
  from ${people} p where email_verified_at >= ${from} and email_verified_at < ${to} group by 1
  union all
  select starts, figure, 'training ', value from trained
  cross join lateral (values ('jobs', jobs), ('engine_seconds', seconds), ('cost_cents', cents)) as of (figure, value)`

/** SQL of the waits of whole days, which those of their hours do not say. */
export const countWaits = ({ from, to }: Hours): RawBuilder<Figure> => sql`
  select starts, figure, '' as part, value from (
    select date_trunc('day', finished_at, 'UTC') as starts,
      percentile_cont(0.5) within group (order by extract(epoch from started_at - created_at)) as wait_p50,
      percentile_cont(0.95) within group (order by extract(epoch from started_at - created_at)) as wait_p95
    from ${jobs} j
    where finished_at >= ${from} and finished_at < ${to} and status in ('S', 'FL', 'CD', 'B')
      and started_at is not null
    group by 1
  ) days
  cross join lateral (values ('wait_p50', wait_p50), ('wait_p95', wait_p95)) as of (figure, value)`
