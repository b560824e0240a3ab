-- Why somebody may do nothing, and what it hid. `users.banned_at` says that a ban holds now.
create table bans (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- As the person reads it.
  reason text not null,
  -- Null: until somebody lifts it.
  until timestamptz,
  -- Published images, models and comments that it hid, which come back with its end.
  hidden jsonb not null default '[]',
  -- When all that ran was stopped; null: not yet.
  stopped_at timestamptz,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
create unique index bans_open on bans (user_id) where lifted_at is null;
create index bans_user on bans (user_id);
create index bans_ending on bans (until) where lifted_at is null and until is not null;
