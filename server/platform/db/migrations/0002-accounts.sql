create table users (
  id uuid primary key default uuidv7(),
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  email_verified_at timestamptz,
  is_staff boolean not null default false,
  is_admin boolean not null default false,
  banned_at timestamptz,
  google_subject text unique,
  facebook_id text unique,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);

create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
