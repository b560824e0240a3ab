-- The one live subscription of a user, as far as plans and limits need it.
create table subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  plan text not null check (plan in ('basic', 'starter', 'hobby', 'pro')),
  period text not null check (period in ('monthly', 'yearly')),
  status text not null check (status in ('active', 'past_due', 'ended')),
  -- Start of credit month 0.
  anchor timestamptz not null,
  -- End of the paid period.
  renews_at timestamptz not null,
  cancel_at timestamptz,
  -- Set when it ended, whatever the reason.
  ended_at timestamptz,
  -- How many credit months, from the anchor on, were granted.
  credit_months_granted integer not null default 0,
  provider text not null,
  created_at timestamptz not null
);
create unique index subscriptions_live on subscriptions (user_id) where status <> 'ended';
create index subscriptions_user on subscriptions (user_id, created_at);
