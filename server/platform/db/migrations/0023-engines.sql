-- What its engine cost, in millionths of a US dollar: as its provider says, or by its time. Null: nothing is known.
alter table inference_jobs add column engine_cost bigint check (engine_cost >= 0);
-- The engine that it was sent to first, where another one took over.
alter table inference_jobs add column first_engine text;
create index inference_jobs_engine on inference_jobs (engine, id desc);

-- Most jobs that the lane takes at once, in all processes together; 0: none now, null: as many as there are slots.
alter table lane_workers add column most integer check (most >= 0);

-- Servers and services that administrators added.
create table engine_servers (
  -- Of the engine, as jobs carry it.
  name text primary key,
  kind text not null,
  -- What administrators call it.
  label text not null,
  -- Without credentials; null: the service's own address.
  url text,
  -- Sealed with the key of the installation; null: it wants none.
  credentials bytea,
  created_at timestamptz not null default now(),
  -- Grows with each change of what the engine is made from.
  version integer not null default 1
);

-- How each engine stands, whoever configured it. A row stays when its engine is removed.
create table engine_states (
  engine text primary key,
  mode text not null default 'active' check (mode in ('active', 'paused', 'draining', 'removed')),
  -- Most jobs at once; null: as many as the workers have slots.
  concurrency integer check (concurrency > 0),
  -- Millionths of a US dollar a day (UTC); null: none.
  daily_limit bigint check (daily_limit >= 0),
  -- The day on which it was reached.
  limit_reached_on date,
  -- While it is set the circuit is open, and half open when it has passed.
  circuit_until timestamptz,
  circuit_rest_ms integer,
  last_error text,
  last_error_at timestamptz
);

create table engine_spending (
  engine text not null,
  day date not null,
  -- Millionths of a US dollar.
  spent bigint not null default 0,
  warned_at timestamptz,
  primary key (engine, day)
);

-- Failures that tell of the engine; kept for a day.
create table engine_failures (
  id bigint generated always as identity primary key,
  engine text not null,
  code text not null,
  failed_at timestamptz not null default now()
);
create index engine_failures_recent on engine_failures (engine, failed_at);

-- Times in which an engine took no work although it should have; kept for 90 days.
create table engine_incidents (
  id uuid primary key default uuidv7(),
  engine text not null,
  cause text not null check (cause in ('failing', 'unreachable')),
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index engine_incidents_open on engine_incidents (engine) where ended_at is null;
create index engine_incidents_started on engine_incidents (started_at);
