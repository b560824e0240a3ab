-- A plan that the operator gave; nobody pays for it, and it ends with its period.
update subscriptions set provider = 'operator' where provider = 'test';
alter table subscriptions
  -- The provider's id; null for a plan that the operator gave.
  add column external_id text,
  add column period_start timestamptz,
  -- The payment of the paid period; its lots carry it.
  add column paid_by text,
  -- When that payment was applied: a month that was paid late is granted then.
  add column paid_at timestamptz,
  add column end_reason text,
  -- What begins at renews_at instead of the same plan once more.
  add column scheduled_plan text check (scheduled_plan in ('basic', 'starter', 'hobby', 'pro')),
  add column scheduled_period text check (scheduled_period in ('monthly', 'yearly')),
  add column schedule_id text,
  -- An upgrade was paid, so what was scheduled before is to be taken away at the provider.
  add column clears_scheduled boolean not null default false,
  -- A dispute of the payment of this period is open.
  add column grants_paused boolean not null default false,
  -- Somebody is changing it at the provider; over by itself if that process dies.
  add column changing_until timestamptz,
  -- Grows with every change that was read from the provider: what was read before it is out of date.
  add column version integer not null default 0;
update subscriptions set period_start = anchor;
alter table subscriptions alter column period_start set not null;
comment on column subscriptions.credit_months_granted is 'Of the paid period that began at period_start.';
create unique index subscriptions_external on subscriptions (provider, external_id) where external_id is not null;
create index subscriptions_renewing on subscriptions (renews_at) where status <> 'ended' and external_id is not null;

create table billing_customers (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  provider text not null,
  -- Null until the provider has answered.
  customer_id text,
  -- The account is deleted: what is paid after is given back.
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (provider, user_id)
);
create unique index billing_customers_customer on billing_customers (provider, customer_id) where customer_id is not null;

create table checkouts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  provider text not null,
  kind text not null check (kind in ('plan', 'pack')),
  plan text,
  period text,
  quantity integer,
  -- Where the buyer comes back to.
  origin text not null,
  status text not null check (status in ('open', 'paid', 'expired')),
  -- Null until the provider has answered.
  session_id text,
  url text,
  created_at timestamptz not null,
  check ((kind = 'plan') = (plan is not null and period is not null)),
  check ((kind = 'pack') = (quantity is not null))
);
create unique index checkouts_open on checkouts (user_id) where status = 'open';
create unique index checkouts_session on checkouts (provider, session_id) where session_id is not null;

-- What was paid, or is to be paid: one row for each invoice of a plan and each checkout of a pack.
create table payments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  provider text not null,
  -- Invoice or checkout session; credit_lots.payment names it.
  external_id text not null,
  kind text not null check (kind in ('plan', 'pack')),
  reason text not null check (reason in ('start', 'renewal', 'upgrade', 'pack')),
  -- rejected: paid, but not for something that can be had; given back in full, nothing granted.
  status text not null check (status in ('open', 'paid', 'void', 'rejected')),
  subscription_id uuid references subscriptions (id),
  plan text,
  period text,
  -- Credits a month of the plan, or of the pack.
  credits integer not null,
  amount integer not null check (amount >= 0),
  currency text not null,
  -- Given back so far; a lost dispute is told apart.
  refunded integer not null default 0 check (refunded >= 0),
  disputed integer not null default 0 check (disputed >= 0),
  dispute_id text,
  dispute_status text check (dispute_status in ('open', 'won', 'lost')),
  payment_intent text,
  number text,
  url text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (provider, external_id)
);
create index payments_user on payments (user_id, created_at desc);
create index payments_intent on payments (provider, payment_intent) where payment_intent is not null;
create index payments_subscription on payments (subscription_id) where subscription_id is not null;
create index payments_rejected on payments (created_at) where status = 'rejected';

-- Events as the provider told them. Each is stored before it is answered, and worked on after.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text,
  api_version text,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  attempts integer not null default 0,
  done_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);
create index provider_events_waiting on provider_events (received_at) where done_at is null;

-- What an operator should look at. One row a case, whatever reports it how often.
create table billing_cases (
  id uuid primary key default uuidv7(),
  key text not null unique,
  kind text not null,
  user_id uuid references users (id),
  reference text,
  text text not null,
  created_at timestamptz not null,
  resolved_at timestamptz
);
create index billing_cases_open on billing_cases (created_at) where resolved_at is null;

-- The original expiry while the lot lives on because the renewal is not decided.
alter table credit_lots add column grace_from timestamptz;

-- Money given back and paid, in cents: lots that are granted later follow it too.
alter table credit_revocations
  add column refunded integer not null default 0,
  add column paid integer not null default 0;

-- While a payment is disputed its unspent credits are held.
create table credit_freezes (
  user_id uuid not null references users (id),
  payment text not null,
  key text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, key)
);
create index credit_freezes_open on credit_freezes (user_id, payment) where ended_at is null;
