-- What a whole period of the plan costs that a payment is for, with what is off it for good, in the smallest unit of the currency: of an
-- upgrade `amount` is only a part of it. As it was agreed then, whatever is asked since. Null: not known, or no plan.
alter table payments add column period_price integer check (period_price >= 0);
-- Of an upgrade after which the plan was not changed again, the subscription still knows.
update payments p set period_price = s.price
from subscriptions s
where p.subscription_id = s.id and p.reason = 'upgrade' and p.plan = s.plan and p.period = s.period and s.price is not null
  and not exists (
    select from payments later where later.subscription_id = s.id and later.reason = 'upgrade' and later.created_at > p.created_at
  );

-- Spent credits of a payment that went back which are missed no more: an administrator forgave them.
alter table credit_revocations add column forgiven integer not null default 0 check (forgiven >= 0);
-- Not credits given or taken, but missing ones forgiven; `amount` is how many.
alter table credit_adjustments add column forgives boolean not null default false check (not forgives or (plan is null and amount > 0));
