-- What a subscription keeps of the plan it was begun with, while the price of that plan changes for others.
alter table subscriptions
  -- Credits of each of its credit months.
  add column monthly_credits integer check (monthly_credits > 0),
  -- What its period costs without a promotion, in the smallest unit of the currency; null: nobody pays for it, or it was not read yet.
  add column price integer check (price > 0);
update subscriptions set monthly_credits = case plan
  when 'basic' then 2000 when 'starter' then 5000 when 'hobby' then 10000 else 25000 end;
alter table subscriptions alter column monthly_credits set not null;

-- Changes of settings, each of some together: what was changed, and what is to change at a time of the clock of money. No secrets.
create table setting_changes (
  id uuid primary key default uuidv7(),
  starts_at timestamptz not null,
  -- By name, as texts; null goes back to the default.
  changes jsonb not null,
  -- What stood there before; null until it is applied.
  previous jsonb,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  canceled_at timestamptz,
  check (applied_at is null or canceled_at is null),
  check ((applied_at is null) = (previous is null))
);
create index setting_changes_open on setting_changes (starts_at) where applied_at is null and canceled_at is null;
