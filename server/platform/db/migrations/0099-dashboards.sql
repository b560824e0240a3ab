-- What happened by the hour, written once an hour is over; figures of hours that are over stay as they were.
create table hourly_metrics (
  hour timestamptz not null,
  -- Both empty: sign-ups and payments, which belong to no job. Every hour that was written has this row.
  kind text not null default '',
  engine text not null default '',
  -- Ordered in this hour; what follows is of jobs that ended in it.
  jobs integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  canceled integer not null default 0,
  blocked integer not null default 0,
  images integer not null default 0,
  -- Seconds from the order to the start.
  wait_p50 double precision,
  wait_p95 double precision,
  engine_seconds double precision not null default 0,
  cost_cents double precision not null default 0,
  credits integer not null default 0,
  sign_ups integer not null default 0,
  paid_count integer not null default 0,
  revenue_cents bigint not null default 0,
  primary key (hour, kind, engine)
);

-- Rows come in the order of these times, so a small index of ranges finds an hour.
create index inference_jobs_created on inference_jobs using brin (created_at) with (autosummarize = on);
create index inference_jobs_ended on inference_jobs using brin (finished_at) with (autosummarize = on);

-- A list that an administrator was shown, and may have done once.
create table dashboard_plans (
  token_hash bytea primary key,
  admin_id uuid not null references users (id),
  action text not null,
  -- As they were shown: id, name and reason.
  items jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index dashboard_plans_expiring on dashboard_plans (expires_at);
create index dashboard_plans_admin on dashboard_plans (admin_id);
