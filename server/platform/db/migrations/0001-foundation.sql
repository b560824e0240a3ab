-- Clock, secrets, rate limits, outgoing mail, events to browsers.

-- Money time = the database's clock + this offset (zero in production).
create table clock_offset (
  singleton boolean primary key default true check (singleton),
  amount interval not null default '0'
);
insert into clock_offset default values;

create function money_now() returns timestamptz language sql stable as
  $$ select date_trunc('milliseconds', now() + (select amount from clock_offset)) $$;

create table app_secrets (
  name text primary key,
  value bytea not null
);

-- The shape that rate-limiter-flexible's PostgreSQL store works on.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- The app's own inbox, used while no SMTP_URL is set.
create table inbox_mails (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  links text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- Events to a user's browsers; seq grows by one a user, so a browser can resume.
create table user_event_counters (
  user_id uuid primary key,
  last_seq bigint not null default 0
);
create table user_events (
  user_id uuid not null,
  seq bigint not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
create index user_events_created on user_events (created_at);
