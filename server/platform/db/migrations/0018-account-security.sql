-- Sessions are listed for their owner, who ends one by its id: the hash of its token stays inside.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column user_agent text,
  add column last_used_at timestamptz not null default now();
update sessions set last_used_at = created_at;
create unique index sessions_id on sessions (id);

alter table one_time_tokens
  drop constraint one_time_tokens_purpose_check,
  add constraint one_time_tokens_purpose_check
    check (purpose in ('verify_email', 'reset_password', 'change_email')),
  -- The new address of a change of e-mail; the link that was sent there confirms it.
  add column email text,
  add constraint one_time_tokens_email_check check ((purpose = 'change_email') = (email is not null));
