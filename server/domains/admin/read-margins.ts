import { sql } from 'kysely'
import type { z } from 'zod'
import type { Margin } from '#contract/admin.ts'
import { creditCaptures } from '#server/domains/credits/index.ts'
import { engineSpending } from '#server/domains/engines/index.ts'
import { images, jobs, wordProposals } from '#server/domains/jobs/index.ts'
import { trainingCosts } from '#server/domains/studios/index.ts'
import type { Reader } from '#server/platform/db/index.ts'
import { lotPrices } from './business/lot-prices.ts'

const MICROS_PER_CENT = 10_000

/**
 * What each kind of job, each kind of words, trainings and samples of models brought and cost in the last days. A captured credit brought its share of the payment
 * that its lot was bought with; a lot that nobody paid for brought nothing.
 *
 * @param centsPerHour of engines whose provider names no price
 */
export async function readMargins(
  from: Reader,
  days: number,
  centsPerHour: number,
): Promise<z.infer<typeof Margin>[]> {
  const { rows } = await sql<Record<keyof z.infer<typeof Margin>, string>>`
    with lot_prices as (
      ${lotPrices()}
    ),
    captures as (
      select c.job_id, case when c.job_id is null then c.hold_id end as hold_id,
        sum((part ->> 'amount')::integer) as credits,
        sum((part ->> 'amount')::integer * coalesce(price.cents, 0)) as cents
      from ${creditCaptures} c
      cross join jsonb_array_elements(c.lots) as part
      left join lot_prices price on price.id = (part ->> 'lot')::uuid
      where c.created_at > money_now() - make_interval(days => ${days})
      group by 1, 2
    ),
    work as (
      select j.type as kind, count(*) as jobs, sum(captures.credits) as credits, sum(captures.cents) as revenue,
        sum((select count(*) from ${images} i where i.job_id = j.id and i.status = 'S')) as pictures,
        coalesce(sum(j.engine_ms), 0)::numeric / 1000 as engine_seconds,
        -- Of jobs of before their cost was written down: by their time.
        sum(j.engine_ms::numeric / 3600000 * ${centsPerHour}) filter (where j.engine_cost is null) as cost
      from captures join ${jobs} j on j.id = captures.job_id
      group by j.type
      union all
      select w.task, count(*), sum(captures.credits), sum(captures.cents), 0, 0, 0
      from captures join ${wordProposals} w on w.hold_id = captures.hold_id
      group by w.task
      union all
      -- Those that brought nothing are told, too: free ones, and those that failed. Of one that was deleted what it brought stays.
      select 'training', count(t.id), sum(captures.credits), sum(captures.cents), 0,
        coalesce(sum(t.engine_ms), 0)::numeric / 1000,
        sum(t.engine_ms::numeric / 3600000 * ${centsPerHour}) filter (where t.engine_cost is null)
      from (
        select id, hold_id, engine_ms, engine_cost from ${trainingCosts} t
        where t.finished_at > money_now() - make_interval(days => ${days})
      ) as t full join (
        select * from captures where hold_id is not null
          and not exists (select from ${wordProposals} w where w.hold_id = captures.hold_id)
      ) as captures on captures.hold_id = t.hold_id
      having count(*) > 0
    ),
    -- Also of what failed, was refused or deleted, and of what nobody pays for.
    spending as (
      select kind, sum(spent)::numeric / ${MICROS_PER_CENT} as cost from ${engineSpending} s
      where day > (now() at time zone 'utc')::date - ${days}::integer
      group by kind
    )
    select kind as type, coalesce(jobs, 0)::text as jobs, coalesce(pictures, 0)::text as pictures,
      coalesce(credits, 0)::text as credits, coalesce(round(revenue), 0)::text as revenue,
      coalesce(engine_seconds, 0)::text as engine_seconds,
      round(coalesce(work.cost, 0) + coalesce(spending.cost, 0))::text as cost
    from work full join spending using (kind)
    order by 1`.execute(from)
  return rows.map((row) => ({
    type: row.type,
    jobs: Number(row.jobs),
    pictures: Number(row.pictures),
    credits: Number(row.credits),
    revenue: Number(row.revenue),
    engine_seconds: Number(row.engine_seconds),
    cost: Number(row.cost),
  }))
}
