-- Why somebody may not order, publish or buy. `users.limited_at` says that a limit holds now.
create table account_limits (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- As the person reads it.
  reason text not null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
create unique index account_limits_open on account_limits (user_id) where lifted_at is null;
create index account_limits_user on account_limits (user_id);
alter table users add column limited_at timestamptz;

-- The limit that somebody asks to have lifted: once.
alter table support_tickets add column limit_id uuid unique references account_limits (id) on delete set null;
