import { type RawBuilder, sql } from 'kysely'
import { payments } from '#server/domains/billing/index.ts'
import { creditLots } from '#server/domains/credits/index.ts'

/**
 * SQL of the cents that a credit of a lot was bought for, in columns `id` and `cents`; a lot that nobody paid for has no row.
 * @param only which lots `l`; all of them unless given
 */
export const lotPrices = (only: RawBuilder<unknown> = sql`true`) => sql`
  select l.id, p.amount::numeric / nullif(bought.granted, 0) as cents
  from ${creditLots} l
  join ${payments} p on p.user_id = l.user_id and p.external_id = l.payment and p.status = 'paid'
  join lateral (
    -- A plan's payment buys the credits of every month that it pays for, also those still to come.
    select case
      when p.kind = 'pack' or p.reason = 'upgrade'
        then (select sum(granted) from ${creditLots} o where o.user_id = p.user_id and o.payment = p.external_id)
      when p.period = 'yearly' then 12 * p.credits
      else p.credits end as granted
  ) bought on true
  where ${only}`
