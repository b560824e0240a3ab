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
  provider text not null,
  created_at timestamptz not null
);
create unique index subscriptions_live on subscriptions (user_id) where status <> 'ended';
