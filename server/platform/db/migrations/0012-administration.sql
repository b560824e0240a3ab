-- Who did what, and why. Only ever added to.
create table audit_log (
  id uuid primary key default uuidv7(),
  -- Null: the operator at the command line.
  actor_id uuid references users (id),
  action text not null,
  user_id uuid references users (id),
  subject text,
  reason text,
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_user on audit_log (user_id, id desc) where user_id is not null;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();

create table credit_adjustments (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  amount integer not null check (amount <> 0),
  reason text not null,
  reference text,
  state text not null check (state in ('waiting', 'done', 'refused')),
  requested_by uuid not null references users (id),
  -- The same request with the same key is made once.
  request_key uuid not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  unique (requested_by, request_key)
);
create index credit_adjustments_waiting on credit_adjustments (id) where state = 'waiting';
