import { type RawBuilder, sql } from 'kysely'
import { PAID_PLANS, payments, priceOf, subscriptions } from '#server/domains/billing/index.ts'
import type { Hours } from '../dashboards/count-hours.ts'
import type { Figure } from './figure.ts'

/** Today's list prices, for old upgrades without a recorded price: their payment covered only a part of the period. */
const listPrices = () =>
  sql.join(
    PAID_PLANS.flatMap((plan) =>
      (['monthly', 'yearly'] as const).map(
        (period) => sql`(${plan}::text, ${period}::text, ${priceOf(plan, period)}::integer)`,
      ),
    ),
  )

/** Cents a month that a payment `of` keeps up. */
const aMonth = (of: 'p' | 'q') => {
  const row = sql.raw(of)
  return sql`round(case when ${row}.reason = 'upgrade'
    then coalesce(${row}.period_price,
      (select cents from list where list.plan = ${row}.plan and list.period = ${row}.period))
    else ${row}.amount end / case when ${row}.period = 'yearly' then 12.0 else 1.0 end)`
}

const isOfPlan = sql`status = 'paid' and kind = 'plan' and subscription_id is not null`

/**
 * SQL of what was paid in these hours, by its reason, and of what it changes in the revenue that comes every month: what a
 * subscription brings a month begins, rises and falls with its payments, and is gone when it ends.
 */
export const countMoney = ({ from, to }: Hours): RawBuilder<Figure> => sql`
  with list (plan, period, cents) as (values ${listPrices()}),
  paid as (
    select date_trunc('hour', paid_at, 'UTC') as starts, p.* from ${payments} p
    where paid_at >= ${from} and paid_at < ${to} and status = 'paid'
  ), plans as (
    select p.starts, p.reason, ${aMonth('p')} as cents, before.cents as before
    from paid p left join lateral (
      select ${aMonth('q')} as cents from ${payments} q
      where q.subscription_id = p.subscription_id and ${isOfPlan} and (q.paid_at, q.id) < (p.paid_at, p.id)
      order by q.paid_at desc, q.id desc limit 1
    ) before on true
    where p.kind = 'plan' and p.subscription_id is not null
  ), ended as (
    select date_trunc('hour', s.ended_at, 'UTC') as starts, last.cents
    from ${subscriptions} s join lateral (
      select ${aMonth('q')} as cents from ${payments} q
      where q.subscription_id = s.id and ${isOfPlan}
      order by q.paid_at desc, q.id desc limit 1
    ) last on true
    where s.ended_at >= ${from} and s.ended_at < ${to}
  ), changes as (
    select starts, case
      when before is null then 'new' when cents > before then 'upgraded' else 'lowered' end as part,
      cents - coalesce(before, 0) as cents
    from plans
    union all
    select starts, 'churned', -cents from ended
  )
  select starts, 'revenue' as figure, reason as part, sum(amount)::float8 as value from paid group by starts, reason
  union all
  select starts, 'paid_count', '', count(*)::float8 from paid group by starts
  union all
  select starts, 'refunded', '', sum(refunded + disputed)::float8 from paid
  group by starts having sum(refunded + disputed) > 0
  union all
  select starts, 'first_payments', '', count(*)::float8 from paid p
  where amount > 0 and not exists (
    select from ${payments} q where q.user_id = p.user_id and q.status = 'paid' and q.amount > 0
      and (q.paid_at, q.id) < (p.paid_at, p.id))
  group by starts
  union all
  select starts, 'churned', '', count(*)::float8 from ended group by starts
  union all
  select starts, 'mrr', part, sum(cents)::float8 from changes where cents <> 0 group by starts, part`
