create table inference_jobs (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  type text not null,
  status text not null default 'P' check (status in ('B', 'CD', 'FL', 'P', 'R', 'S')),
  -- The request as asked for, every default filled in (seed null stays null here).
  parameters jsonb not null,
  -- The seed that is used, drawn at submit when none was asked for.
  seed bigint not null check (seed between 0 and 4294967295),
  fingerprint bytea,
  model_hash text not null,
  engine text not null,
  num_images integer not null,
  unit_price integer not null check (unit_price >= 0),
  cost_quoted integer not null check (cost_quoted >= 0),
  quote_id uuid references quotes (id),
  hold_id uuid references credit_holds (id),
  -- Larger goes first (by plan).
  priority integer not null default 0,
  running_limit integer not null,
  -- Some of the held credits were bonus ones of somebody who never paid: pictures get a marked copy too.
  may_mark boolean not null default false,
  attempt integer not null default 0,
  -- Attempts that a stopping worker gave back; they do not count as failed.
  handed_back integer not null default 0,
  admitted_at timestamptz,
  operation jsonb,
  progress jsonb not null default '{}',
  error jsonb,
  cancel_requested boolean not null default false,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  deadline_at timestamptz not null,
  -- Last sign of life of a running attempt.
  heartbeat_at timestamptz,
  engine_ms integer
);
create index inference_jobs_user on inference_jobs (user_id, id desc);
create index inference_jobs_user_open on inference_jobs (user_id, id) where status in ('P', 'R');
create index inference_jobs_waiting on inference_jobs (engine, user_id, id) where status = 'P' and admitted_at is null;
create index inference_jobs_admitted on inference_jobs (engine) where admitted_at is not null and status in ('P', 'R');
-- For admission: what a user has running, and when one was last served.
create index inference_jobs_busy on inference_jobs (user_id) where admitted_at is not null and status in ('P', 'R');
create index inference_jobs_served on inference_jobs (user_id, admitted_at) where admitted_at is not null;
create index inference_jobs_deadline on inference_jobs (deadline_at) where status in ('P', 'R');
create index inference_jobs_fingerprint on inference_jobs (user_id, fingerprint) where status in ('P', 'R', 'S');
create index inference_jobs_finished on inference_jobs (engine, finished_at) where status = 'S';

-- Who works on a lane now: one row per process and lane, refreshed every few seconds.
create table lane_workers (
  process_id uuid not null,
  lane text not null,
  slots integer not null check (slots > 0),
  heartbeat_at timestamptz not null default now(),
  primary key (process_id, lane)
);

create table prediction_images (
  id uuid primary key default uuidv7(),
  job_id uuid not null references inference_jobs (id),
  user_id uuid not null references users (id),
  index integer not null,
  status text not null default 'P' check (status in ('B', 'CD', 'FL', 'P', 'R', 'S')),
  seed bigint not null,
  width integer not null,
  height integer not null,
  storage_key text,
  -- The copy with the small corner mark, shown until the user pays.
  marked_storage_key text,
  bytes integer,
  content_type text,
  dominant_color text,
  blurhash text,
  rating text not null default 'PG',
  alt text not null default '',
  is_public boolean not null default false,
  is_favorite boolean not null default false,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Deleted by its owner: hidden at once, the files go when the time for undo is over.
  deleted_at timestamptz,
  files_removed_at timestamptz,
  unique (job_id, index)
);
create index prediction_images_user on prediction_images (user_id, id desc) where status = 'S' and deleted_at is null;
create index prediction_images_deleted on prediction_images (deleted_at) where deleted_at is not null and files_removed_at is null;

create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  body_hash bytea not null,
  job_id uuid not null references inference_jobs (id),
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
