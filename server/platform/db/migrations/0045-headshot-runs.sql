-- Sets of headshots that a trained model draws: a training, and shots of it under one hold.
create table headshot_runs (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  lora_training_id uuid not null references lora_trainings (id) on delete cascade,
  -- training: its model is not there yet; drawing; done: every shot has ended; failed: nothing was drawn.
  status text not null default 'training' check (status in ('training', 'drawing', 'done', 'failed')),
  -- {gender, age_range, attire, backgrounds}
  choice jsonb not null,
  -- For the shots; the training has a hold of its own.
  hold_id uuid,
  -- Shots that were taken anew for free, of ten.
  redone integer not null default 0,
  error jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index headshot_runs_user on headshot_runs (user_id, id desc);
create index headshot_runs_open on headshot_runs (id) where status in ('training', 'drawing');
create unique index headshot_runs_one on headshot_runs (lora_training_id) where status in ('training', 'drawing');

create table headshot_shots (
  id uuid primary key default uuidv7(),
  run_id uuid not null references headshot_runs (id) on delete cascade,
  user_id uuid not null references users (id),
  place integer not null,
  attire text not null,
  background text not null,
  framing text not null,
  status text not null default 'waiting' check (status in ('waiting', 'drawing', 'ready', 'failed')),
  -- Times that it was drawn; the second one by itself, where the first was not like the person.
  tries integer not null default 0,
  job_id uuid,
  -- -1 to 1; null: nothing was drawn, or no engine compares faces.
  similarity real,
  unique (run_id, place)
);
create index headshot_shots_drawing on headshot_shots (run_id) where status = 'drawing';
create index headshot_shots_user on headshot_shots (user_id);
