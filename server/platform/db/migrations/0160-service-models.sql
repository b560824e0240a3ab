-- Models that administrators added to a service by the id that the service has for them.
create table service_models (
  -- Of the engine, such as fal.
  engine text not null,
  -- As requests name it.
  id text not null,
  -- How an order becomes a request, as in the catalogues of the program.
  entry jsonb not null,
  -- The inputs that the entry was made for, as the service published them; null: it has not been asked.
  inputs jsonb,
  -- What the service asked for then; null: it publishes no price.
  price jsonb,
  -- Percent of the price that is to be left.
  margin integer not null check (margin between 0 and 95),
  state text not null default 'draft' check (state in ('draft', 'offered', 'paused')),
  paused_by text check (paused_by in ('admin', 'changed', 'ended')),
  -- What the last look found to be otherwise.
  changes jsonb not null default '[]',
  looked_at timestamptz,
  -- When it is looked at next.
  look_at timestamptz not null default now() + interval '1 day',
  trial_state text not null default 'none' check (trial_state in ('none', 'wanted', 'running', 'made', 'failed')),
  -- Why it failed, for administrators.
  trial_problem text,
  -- WebP.
  trial_image bytea,
  trial_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (engine, id),
  check ((state = 'paused') = (paused_by is not null))
);
create index service_models_look on service_models (look_at);
create index service_models_trial on service_models (trial_at) where trial_state in ('wanted', 'running');
