-- Lists that prompts draw words from, as `__name__`.
create table wildcard_lists (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name text not null,
  -- A choice a line; blank lines are none.
  text text not null,
  lines integer not null,
  -- Names of the lists that its lines draw from.
  draws_from jsonb not null,
  changed_at timestamptz not null default now(),
  unique (user_id, name)
);

-- The words of a request as they were written, where words were drawn; null: they are those of `parameters`.
alter table inference_jobs add column template jsonb;
