-- Settings of the create page under a name.
create table presets (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name text not null,
  -- Says its version; what follows from that is the contract's.
  settings jsonb not null check (jsonb_typeof(settings -> 'version') = 'number'),
  uses integer not null default 0,
  used_at timestamptz,
  changed_at timestamptz not null default now(),
  -- Can be brought back for an hour.
  deleted_at timestamptz
);

create unique index presets_names on presets (user_id, lower(name)) where deleted_at is null;
create index presets_deleted on presets (deleted_at) where deleted_at is not null;
