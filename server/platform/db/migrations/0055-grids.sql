-- Grids: what the jobs of a batch have in common, and the settings in which they differ.
create table grids (
  -- That of its batch.
  id uuid primary key,
  user_id uuid not null references users (id),
  request jsonb not null,
  x jsonb not null,
  y jsonb not null,
  z jsonb,
  -- Row by row, sheet by sheet.
  jobs uuid[] not null,
  created_at timestamptz not null default now()
);
create index grids_user on grids (user_id, id desc);
