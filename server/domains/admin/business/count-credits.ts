import { type RawBuilder, sql } from 'kysely'
import { creditEntries } from '#server/domains/credits/index.ts'
import { jobs, wordProposals } from '#server/domains/jobs/index.ts'
import type { Hours } from '../dashboards/count-hours.ts'
import type { Figure } from './figure.ts'
import { lotPrices } from './lot-prices.ts'

/**
 * SQL of what became of credits in these hours: how many of each kind changed what is outstanding, and what those that were
 * spent had been bought for, by the kind of work and its engine. A hold and its release change nothing of that.
 */
export const countCredits = ({ from, to }: Hours): RawBuilder<Figure> => sql`
  with entries as (
    select date_trunc('hour', created_at, 'UTC') as starts, e.* from ${creditEntries} e
    where created_at >= ${from} and created_at < ${to} and kind not in ('hold', 'release')
  ), moved as (
    select e.*, (part ->> 'lot')::uuid as lot, part ->> 'kind' as lot_kind, (part ->> 'amount')::integer as credits,
      case when e.kind = 'capture' then -1 else sign(e.amount)::integer end as direction
    from entries e cross join jsonb_array_elements(e.lots) as part
  ), prices as materialized (
    ${lotPrices(sql`l.id in (select lot from moved where kind = 'capture')`)}
  ), earned as (
    select m.starts, coalesce(j.type, w.task, 'training') as kind, coalesce(j.engine, '') as engine,
      sum(m.credits) as credits, sum(m.credits * coalesce(price.cents, 0)) as cents
    from moved m
    left join ${jobs} j on j.id = m.job_id
    left join ${wordProposals} w on m.job_id is null and w.hold_id = m.hold_id
    left join prices price on price.id = m.lot
    where m.kind = 'capture'
    group by 1, 2, 3
  )
  select starts, case
      when kind = 'grant' and payment is not null then 'sold' when kind = 'grant' then 'given'
      when kind = 'capture' then 'spent' when kind = 'expire' then 'expired' when kind = 'revoke' then 'revoked'
      when kind = 'refund' then 'given_back' else 'adjusted' end as figure,
    '' as part, sum(case when kind = 'adjust' then direction * credits else credits end)::float8 as value
  from moved group by 1, 2
  union all
  select starts, 'outstanding', lot_kind, sum(direction * credits)::float8 from moved group by starts, lot_kind
  union all
  select starts, 'earned_cents', kind || ' ' || engine, sum(cents)::float8 from earned group by starts, kind, engine
  having sum(cents) > 0
  union all
  -- Of what is no job, the table of jobs by the hour has nothing.
  select starts, 'credits_elsewhere', kind || ' ' || engine, sum(credits)::float8 from earned where engine = ''
  group by starts, kind, engine`
