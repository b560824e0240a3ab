-- A job that is paid from the hold of another domain, which gives back what is not spent of it.
alter table inference_jobs add column keeps_hold boolean not null default false;

-- Titled sets of shots; a pack of photos or of videos.
create table packs (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('photo', 'video')),
  -- Its author; null: it came with the app, or its author left.
  user_id uuid references users (id),
  -- Of one that came with the app: its name in the seed data.
  seed_key text unique,
  state text not null default 'draft' check (state in ('draft', 'offered', 'published', 'withdrawn')),
  -- What everybody sees; null before the first is published.
  version_id uuid,
  -- What its author works on; null: nothing was changed since.
  draft_id uuid,
  -- [{url, alt}]
  samples jsonb not null default '[]',
  runs integer not null default 0,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index packs_published on packs (kind, id desc) where state = 'published';
create index packs_offered on packs (kind, id desc) where state = 'offered';
create index packs_user on packs (user_id, id desc) where user_id is not null;

create table pack_versions (
  id uuid primary key default uuidv7(),
  pack_id uuid not null references packs (id) on delete cascade,
  number integer not null,
  title text not null,
  description text not null,
  tags text[] not null,
  subject text not null check (subject in ('person', 'pet', 'object', 'none')),
  -- Since it was published or run it never changes.
  frozen_at timestamptz,
  created_at timestamptz not null default now(),
  unique (pack_id, number)
);

create table pack_shots (
  id uuid primary key default uuidv7(),
  version_id uuid not null references pack_versions (id) on delete cascade,
  place integer not null,
  prompt text not null,
  negative_prompt text not null,
  width integer,
  height integer,
  style text,
  seed bigint,
  motion text,
  duration integer,
  unique (version_id, place)
);

create function refuse_change_of_frozen_pack() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'pack_versions' then
    if old.frozen_at is not null then
      raise exception 'version % of pack % is frozen', old.number, old.pack_id;
    end if;
  elsif exists (select from pack_versions where id = old.version_id and frozen_at is not null) then
    raise exception 'the shots of version % are frozen', old.version_id;
  end if;
  return new;
end $$;
create trigger pack_versions_frozen before update on pack_versions
  for each row execute function refuse_change_of_frozen_pack();
create trigger pack_shots_frozen before update on pack_shots
  for each row execute function refuse_change_of_frozen_pack();

create table pack_favorites (
  user_id uuid not null references users (id),
  pack_id uuid not null references packs (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, pack_id)
);

create table pack_runs (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  pack_id uuid not null references packs (id),
  version_id uuid not null references pack_versions (id),
  kind text not null check (kind in ('photo', 'video')),
  training_id uuid,
  -- Since its owner stopped it.
  stopped_at timestamptz,
  -- What made a repeated order the same one.
  idempotency_key text,
  body_hash bytea,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);
create index pack_runs_user on pack_runs (user_id, kind, id desc);
create index pack_runs_pack on pack_runs (pack_id, id desc);

-- What was held for a run: at its start, and for shots that were made again for new credits.
create table run_holds (
  hold_id uuid primary key,
  run_id uuid not null references pack_runs (id) on delete cascade,
  -- By the clock of billing: what is left then is given back.
  ends_at timestamptz not null,
  closed_at timestamptz
);
create index run_holds_run on run_holds (run_id);
create index run_holds_open on run_holds (run_id) where closed_at is null;

create table run_shots (
  id uuid primary key default uuidv7(),
  run_id uuid not null references pack_runs (id) on delete cascade,
  shot_id uuid not null references pack_shots (id),
  place integer not null,
  -- That of the pack, or what its owner put in its place.
  prompt text not null,
  -- `begun`: its job says how it stands. `failed`: it could not be ordered.
  status text not null default 'waiting' check (status in ('waiting', 'begun', 'failed', 'skipped')),
  job_id uuid,
  -- The job that delivered before it was made again.
  delivered_job_id uuid,
  hold_id uuid not null references run_holds (hold_id) deferrable initially deferred,
  -- Most that is captured for it.
  price integer not null,
  error jsonb,
  unique (run_id, place)
);
create index run_shots_waiting on run_shots (run_id) where status = 'waiting';
create index run_shots_hold on run_shots (hold_id);
create index run_shots_job on run_shots (job_id) where job_id is not null;
