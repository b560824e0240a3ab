import { sql } from 'kysely'
import type { Finding } from '#contract/admin.ts'
import { payments, subscriptions, withdrawals } from '#server/domains/billing/index.ts'
import { referrals } from '#server/domains/referrals/index.ts'
import { creditCaptures, creditHolds, creditLots } from '#server/domains/credits/index.ts'
import { images, jobs } from '#server/domains/jobs/index.ts'
import { cardHeadshots } from '#server/domains/headshots/index.ts'
import { runHolds } from '#server/domains/packs/index.ts'
import type { Reader } from '#server/platform/db/index.ts'

/**
 * The credits against what they were taken for and bought with: pictures and captures, jobs and holds, payments and
 * lots. The sums inside the credits are `credits.reconcile`'s.
 * @returns what does not agree
 */
export async function checkBooks(from: Reader): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with pictures as (
      select i.id, i.user_id, j.unit_price, i.status, i.is_free,
        count(c.id) as captures, coalesce(sum(c.captured), 0) as captured
      from ${images} i
      join ${jobs} j on j.id = i.job_id
      left join ${creditCaptures} c on c.image_id = i.id and c.user_id = i.user_id
      where j.hold_id is not null
      group by i.id, i.user_id, j.unit_price, i.status, i.is_free
    ),
    job_holds as (
      -- A hold that several jobs share closes with the last of them.
      select j.id, j.user_id, j.status, j.unit_price, h.id as hold_id, h.closed_at, exists (
        select from ${jobs} o where o.hold_id = h.id and o.status in ('P', 'R')
      ) as is_used
      from ${jobs} j left join ${creditHolds} h on h.id = j.hold_id
      where not (j.keeps_hold and j.status not in ('P', 'R'))
    ),
    bought as (
      select user_id, payment, sum(granted) as granted, sum(revoked) as revoked
      from ${creditLots} lot where payment is not null and kind <> 'bonus' group by user_id, payment
    ),
    findings as (
      select 'a delivered picture was paid once' as "check", 'picture ' || id as subject, user_id as "user",
        unit_price || ' in 1 capture' as expected, captured || ' in ' || captures as actual
      from pictures where status = 'S' and not is_free and (captures <> 1 or captured <> unit_price)
      union all
      select 'only delivered pictures were paid', 'picture ' || id, user_id,
        'no capture', captured || ' in ' || captures
      from pictures where (status <> 'S' or is_free) and captures > 0
      union all
      select 'a capture has its picture', 'entry ' || c.id, c.user_id, 'a picture', 'none'
      from ${creditCaptures} c where c.image_id is not null
        and not exists (select from ${images} i where i.id = c.image_id and i.user_id = c.user_id)
      union all
      select 'the hold of an ended job is closed', 'job ' || id, user_id, 'closed', 'open'
      from job_holds where not is_used and status not in ('P', 'R') and hold_id is not null and closed_at is null
      union all
      select 'an open job has an open hold', 'job ' || id, user_id, 'open',
        case when hold_id is null then 'none' else 'closed' end
      from job_holds where status in ('P', 'R') and unit_price > 0 and (hold_id is null or closed_at is not null)
      union all
      select 'what is held for a run of a pack ends', 'run ' || r.run_id, h.user_id, 'closed', 'open'
      from ${runHolds} r join ${creditHolds} h on h.id = r.hold_id
      where h.closed_at is null
        and (r.closed_at is not null or r.ends_at < money_now() - interval '1 hour')
      union all
      select 'a bought pack was granted', 'payment ' || p.external_id, p.user_id,
        p.credits::text, coalesce(b.granted, 0)::text
      from ${payments} p left join bought b on b.user_id = p.user_id and b.payment = p.external_id
      where p.kind = 'pack' and p.status = 'paid' and coalesce(b.granted, 0) <> p.credits
      union all
      select 'what was not paid granted nothing', 'payment ' || p.external_id, p.user_id,
        '0', b.granted::text
      from ${payments} p join bought b on b.user_id = p.user_id and b.payment = p.external_id
      where p.status in ('open', 'void', 'rejected') and b.granted > 0
      union all
      select 'bought credits have their payment', 'payment ' || b.payment, b.user_id, 'a payment', 'none'
      from bought b where not exists (
        select from ${payments} p where p.user_id = b.user_id and p.external_id = b.payment)
      union all
      select 'a granted month of a plan has its lot', 'subscription ' || s.id, s.user_id,
        s.credit_months_granted::text, count(l.id)::text
      from ${subscriptions} s
      join ${payments} p on p.provider = s.provider and p.external_id = s.paid_by
        and p.reason in ('start', 'renewal')
      left join ${creditLots} l on l.user_id = s.user_id and l.payment = s.paid_by and l.kind = 'plan'
      group by s.id, s.user_id, s.credit_months_granted having count(l.id) <> s.credit_months_granted
      union all
      select 'a card payment is of its set', 'payment ' || p.external_id, p.user_id,
        'set ' || r.id, coalesce(r.status, 'none')
      from ${payments} p join ${cardHeadshots} r on r.id = p.reference
      where p.status = 'paid' and (r.payment_id is distinct from p.id or r.user_id <> p.user_id)
      union all
      select 'a set that is made by card has its payment', 'set ' || r.id, r.user_id,
        'paid', coalesce(p.status, 'none')
      from ${cardHeadshots} r left join ${payments} p on p.id = r.payment_id and p.kind = 'headshots'
      where r.payment_id is not null and p.status is distinct from 'paid'
      union all
      select 'money goes back for a set that was not kept', 'set ' || r.id, r.user_id,
        coalesce(r.verdict, 'open'), coalesce(p.return_reason, 'none')
      from ${cardHeadshots} r join ${payments} p on p.id = r.payment_id
      where (r.verdict is distinct from 'returned' and p.return_reason is not null)
        or (r.verdict = 'returned' and p.return_reason is null and p.refunded + p.disputed < p.amount)
      union all
      select 'a set by card is judged within a day', 'set ' || r.id, r.user_id, 'kept or returned', 'open'
      from ${cardHeadshots} r
      where r.verdict is null and r.paid_at < money_now() - interval '26 hours'
      union all
      select 'a withdrawal is paid back', 'withdrawal ' || w.id, w.user_id,
        w.amount || ' back', p.refunded + p.refunds_failed - w.given_before || ' back'
      from ${withdrawals} w join ${payments} p on p.id = w.payment_id
      where w.done_at is not null and p.disputed = 0
        and p.refunded + p.refunds_failed - w.given_before < w.amount
      union all
      select 'a withdrawal is settled within 14 days', 'withdrawal ' || w.id, w.user_id, 'done', 'open'
      from ${withdrawals} w
      where w.confirmed_at < money_now() - interval '14 days' and w.done_at is null
      union all
      select 'a referral brought what it says', 'referral ' || referral.id, side.user_id,
        side.credits::text, coalesce(sum(lot.granted), 0)::text
      from ${referrals} referral
        cross join lateral (values
          (referral.inviter_id, referral.inviter_credits), (referral.invited_id, referral.invited_credits)
        ) side (user_id, credits)
        left join ${creditLots} lot
          on lot.user_id = side.user_id and lot.payment = 'referral:' || referral.id
      group by referral.id, side.user_id, side.credits
      having side.credits <> coalesce(sum(lot.granted), 0)
      union all
      select 'no more was given back than paid', 'payment ' || external_id, user_id,
        'at most ' || amount, (refunded + disputed)::text
      from ${payments} p where refunded + disputed > amount
    )
    select * from findings order by "check", subject`.execute(from)
  return rows
}
