-- Settings that administrators changed in the console, by their names in the environment, which comes before them. Secrets are sealed.
create table installation_settings (
  name text primary key,
  value text,
  sealed bytea,
  changed_at timestamptz not null default now(),
  check ((value is null) <> (sealed is null))
);

-- What administrators changed of a brand's file; `previous` is what stood here before the last change, for one step back.
create table brand_overrides (
  brand text primary key,
  content jsonb not null,
  previous jsonb,
  changed_at timestamptz not null default now()
);

-- Logos by the hash of their file, as PNG.
create table brand_logos (
  hash text primary key,
  png bytea not null,
  created_at timestamptz not null default now()
);

-- The one token that opens /setup while there is no administrator.
create table setup_tokens (
  id boolean primary key default true check (id),
  token_hash bytea not null,
  created_at timestamptz not null default now()
);

-- Steps of /setup that are done or were passed over.
create table setup_steps (
  step text primary key,
  state text not null check (state in ('done', 'skipped')),
  changed_at timestamptz not null default now()
);
