-- State of the app's own payment provider for tests (server/test-payments); empty where a Stripe key is set.

-- Objects as the API answers them, references by id. `seq` is the order in which they were made.
create table test_payment_objects (
  seq bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  -- Unix seconds of money time.
  created bigint not null,
  data jsonb not null,
  -- What the provider knows and does not tell, such as how a card behaves.
  hidden jsonb not null default '{}'
);
create index test_payment_objects_kind on test_payment_objects (kind, seq);
create index test_payment_objects_data on test_payment_objects using gin (data jsonb_path_ops);

-- What happens by itself: renewals, attempts, expiries. Unix seconds of money time.
create table test_payment_timers (
  object_id text not null references test_payment_objects (id) on delete cascade,
  task text not null,
  due_at bigint not null,
  primary key (object_id, task)
);
create index test_payment_timers_due on test_payment_timers (due_at);

-- Events, written in the transaction of the change that they tell of; delivered until answered 2xx.
create table test_payment_events (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  created bigint not null,
  data json not null,
  attempts integer not null default 0,
  -- By the real clock. Null: delivered, or given up.
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz
);
create index test_payment_events_undelivered on test_payment_events (next_attempt_at) where next_attempt_at is not null;
create index test_payment_events_type on test_payment_events (type, seq);

-- Answers to requests that carried an Idempotency-Key.
create table test_payment_requests (
  key text primary key,
  fingerprint bytea not null,
  status integer not null,
  body text not null,
  request_id text not null,
  created_at timestamptz not null default now()
);
create index test_payment_requests_created on test_payment_requests (created_at);
