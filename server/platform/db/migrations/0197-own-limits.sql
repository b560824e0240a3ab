-- Limits that an administrator set for one person in the place of those of their plan; null: as the plan has it.
create table own_limits (
  user_id uuid primary key references users (id),
  -- Jobs that wait or run, and those that run.
  queue integer check (queue > 0),
  running integer check (running > 0),
  -- Of uploads and editor projects.
  storage_mb integer check (storage_mb > 0),
  calls_per_minute integer check (calls_per_minute > 0),
  -- As the person reads it.
  reason text not null,
  changed_at timestamptz not null default date_trunc('milliseconds', now())
);
