-- A plan is given as credits are: with a reason, once for a key, a large one by two persons.
alter table credit_adjustments
  add column plan text,
  -- Null for the free plan.
  add column period text check (period in ('monthly', 'yearly')),
  -- The subscription whose place the plan takes; null: none.
  add column instead_of uuid references subscriptions (id),
  drop constraint credit_adjustments_amount_check,
  add constraint credit_adjustments_wish check (plan is not null or (amount <> 0 and period is null));
