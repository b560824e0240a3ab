-- Mails that a person can do without, beside the reminder of few credits: what to do next and what is new, and that a model is ready.
alter table users
  add column mail_tips boolean not null default true,
  add column mail_training_ready boolean not null default true,
  -- The last visit, to the day: sessions end after a week, so they do not tell of it.
  add column seen_at timestamptz not null default now();
update users u set seen_at = greatest(
  u.created_at,
  (select max(d.last_used_at) from devices d where d.user_id = u.id),
  (select max(s.last_used_at) from sessions s where s.user_id = u.id and s.viewer_id is null)
);
create index users_seen on users (seen_at) where closing_at is null;

-- Mails that come once: one row a person, kind and occasion, made when the occasion is there and ended when the mail goes out.
create table lifecycle_mails (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('welcome', 'first_image', 'training_ready', 'back')),
  -- What tells two occasions of a kind apart: the training, or the last visit. Empty: there is one in a life.
  key text not null,
  -- `waiting`: not yet due; `skipped`: the person does not want it, or may not get it.
  state text not null check (state in ('waiting', 'due', 'sent', 'skipped')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (user_id, kind, key),
  check ((state in ('sent', 'skipped')) = (ended_at is not null))
);
create index lifecycle_mails_open on lifecycle_mails (state, created_at) where state in ('waiting', 'due');

-- Texts of these mails that administrators wrote, in both languages; an empty object: those of the program.
create table mail_wordings (
  kind text primary key,
  content jsonb not null,
  -- What stood there before.
  previous jsonb not null,
  changed_at timestamptz not null default now()
);
