-- Browsers that have signed in to an account. The cookie of such a one holds a secret of which only the hash is here; its
-- failed logins are counted by themselves, so that nobody else's lock its owner out.
create table devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);
create index devices_user on devices (user_id);
