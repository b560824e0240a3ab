-- Secrets of authenticator apps (RFC 6238), sealed. Until `confirmed_at` a factor is being set up and asks nobody for anything.
create table second_factors (
  user_id uuid primary key references users (id),
  secret bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: it, and those before it, are refused from then on.
  last_step bigint
);

-- Codes for who has lost the app, each for one login. A code is deleted when it is used.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
