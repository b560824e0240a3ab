import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/index.ts'
import type { Difference } from './types.ts'

/**
 * Every sum of the books against every other one, for all users at one moment: entries, lots and account; holds,
 * their parts and lots; the line-by-line balance; what was given back or is disputed. Whoever changes how credits move adds the check that would notice.
 * @returns what does not agree
 */
export async function reconcile(from: Reader): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with users_of as (
      select user_id from credit_accounts union select user_id from credit_lots
      union select user_id from credit_entries union select user_id from credit_holds
    ),
    account as (
      select u.user_id, coalesce(a.balance, 0) as balance, coalesce(a.held, 0) as held
      from users_of u left join credit_accounts a using (user_id)
    ),
    lots as (
      select user_id, sum(remaining) as remaining, sum(held) as held from credit_lots group by user_id
    ),
    entries as (
      select user_id, sum(amount) as amount from credit_entries group by user_id
    ),
    holds as (
      select user_id, sum(amount - captured - released) as rest
      from credit_holds where closed_at is null group by user_id
    ),
    moves as (
      select e.user_id, e.kind, e.payment, e.hold_id, (part ->> 'lot')::uuid as lot_id,
        (part ->> 'amount')::integer as amount, sign(e.amount)::integer as direction
      from credit_entries e, jsonb_array_elements(e.lots) as part
    ),
    lot_moves as (
      select lot_id, sum(direction * amount) as remaining,
        coalesce(sum(amount) filter (where kind = 'capture'), 0)
          - coalesce(sum(amount) filter (where kind = 'refund'), 0) as captured,
        coalesce(sum(amount) filter (where kind = 'expire'), 0) as expired,
        coalesce(sum(amount) filter (where kind = 'revoke'), 0)
          - coalesce(sum(amount) filter (where kind = 'adjust' and payment is not null), 0) as revoked
      from moves group by lot_id
    ),
    lot_parts as (
      select lot_id, sum(amount - captured - released) as held from credit_hold_parts group by lot_id
    ),
    hold_parts as (
      select hold_id, sum(amount) as amount, sum(captured) as captured, sum(released) as released
      from credit_hold_parts group by hold_id
    ),
    hold_moves as (
      select hold_id, coalesce(sum(captured), 0) as captured,
        coalesce(sum(amount) filter (where kind = 'release'), 0) as released
      from credit_entries where hold_id is not null group by hold_id
    ),
    chain as (
      select user_id, balance_after, sum(amount) over (partition by user_id order by id) as sum_so_far
      from credit_entries
    ),
    payment_lots as (
      select user_id, payment, sum(granted) as granted, sum(remaining) as remaining
      from credit_lots where payment is not null group by user_id, payment
    ),
    line_totals as (
      select e.user_id, abs(e.amount) + e.captured as stated,
        (select coalesce(sum((part ->> 'amount')::integer), 0) from jsonb_array_elements(e.lots) as part) as of_lots
      from credit_entries e
    ),
    checks as (
      select user_id, 'sum of entries = balance' as "check", balance as expected,
        coalesce(amount, 0) as actual from account left join entries using (user_id)
      union all
      select user_id, 'sum of lots = balance', balance, coalesce(remaining, 0)
        from account left join lots using (user_id)
      union all
      select user_id, 'held in lots = held', a.held, coalesce(l.held, 0)
        from account a left join lots l using (user_id)
      union all
      select user_id, 'rest of open holds = held', held, coalesce(rest, 0)
        from account left join holds using (user_id)
      union all
      select user_id, 'balance is not negative', greatest(balance, 0), balance from account
      union all
      select user_id, 'no more is forgiven than is to be taken', least(forgiven, target), forgiven
        from credit_revocations
      union all
      select user_id, 'places of a lot = granted', granted,
        remaining + held + captured + expired + revoked + adjusted from credit_lots
      union all
      select user_id, 'entries of a lot = remaining', l.remaining, coalesce(m.remaining, 0)
        from credit_lots l left join lot_moves m on m.lot_id = l.id
      union all
      select user_id, 'captures of a lot = captured', l.captured, coalesce(m.captured, 0)
        from credit_lots l left join lot_moves m on m.lot_id = l.id
      union all
      select user_id, 'expiries of a lot = expired', l.expired, coalesce(m.expired, 0)
        from credit_lots l left join lot_moves m on m.lot_id = l.id
      union all
      select user_id, 'revocations of a lot = revoked', l.revoked, coalesce(m.revoked, 0)
        from credit_lots l left join lot_moves m on m.lot_id = l.id
      union all
      select user_id, 'parts of holds in a lot = held', l.held, coalesce(p.held, 0)
        from credit_lots l left join lot_parts p on p.lot_id = l.id
      union all
      select user_id, 'parts of a hold = amount', h.amount, coalesce(p.amount, 0)
        from credit_holds h left join hold_parts p on p.hold_id = h.id
      union all
      select user_id, 'captured parts of a hold = captured', h.captured, coalesce(p.captured, 0)
        from credit_holds h left join hold_parts p on p.hold_id = h.id
      union all
      select user_id, 'released parts of a hold = released', h.released, coalesce(p.released, 0)
        from credit_holds h left join hold_parts p on p.hold_id = h.id
      union all
      select user_id, 'captures of a hold = captured', h.captured, coalesce(m.captured, 0)
        from credit_holds h left join hold_moves m on m.hold_id = h.id
      union all
      select user_id, 'releases of a hold = released', h.released, coalesce(m.released, 0)
        from credit_holds h left join hold_moves m on m.hold_id = h.id
      union all
      select user_id, 'a hold is closed when nothing is left', (amount = captured + released)::integer,
        (closed_at is not null)::integer from credit_holds
      union all
      select h.user_id, 'lines of a hold are of its owner', 0, count(*)
        from credit_holds h join credit_entries e on e.hold_id = h.id and e.user_id <> h.user_id group by h.user_id
      union all
      select user_id, 'balance after each line', sum_so_far, balance_after from chain
      union all
      select user_id, 'lots of a line = its amount', stated, of_lots from line_totals
      union all
      select r.user_id, 'to take back = share of the money given back', r.target,
        coalesce(l.granted, 0)::bigint * r.refunded / r.paid
        from credit_revocations r left join payment_lots l using (user_id, payment) where r.paid > 0
      union all
      select f.user_id, 'nothing to spend of a disputed payment', 0, coalesce(l.remaining, 0)
        from credit_freezes f left join payment_lots l using (user_id, payment)
        where f.ended_at is null
    )
    select user_id as "userId", "check", expected::integer as expected, actual::integer as actual
    from checks where expected <> actual order by user_id, "check"`.execute(from)
  return rows
}
