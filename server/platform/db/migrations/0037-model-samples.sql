-- One image of each model, for the cards on the create page.
create table model_samples (
  -- As requests name it.
  model text primary key,
  -- Of the weights that drew it; null until it is drawn.
  hash text,
  state text not null default 'wanted' check (state in ('wanted', 'drawing', 'drawn', 'failed')),
  -- WebP.
  image bytea,
  wanted_at timestamptz not null default now(),
  -- Since when a process draws it; one that is silent for long has ended.
  taken_at timestamptz
);
