-- What an engine proposes in words: a better prompt, or what an image shows. Kept for a week, so that a repeated request is
-- answered and not made again.
create table word_proposals (
  id uuid primary key,
  user_id uuid not null references users (id),
  key text not null,
  body_hash bytea not null,
  task text not null,
  engine text not null,
  -- Of the model, as people read it.
  model text not null,
  credits integer not null check (credits > 0),
  hold_id uuid not null,
  -- R: being written, S: written and paid, FL: not written, nothing was charged.
  status text not null default 'R' check (status in ('R', 'S', 'FL')),
  text text,
  failure jsonb,
  -- Millionths of a US dollar.
  cost bigint,
  created_at timestamptz not null default now(),
  -- One that is still being written by then has lost its process.
  deadline_at timestamptz not null,
  unique (user_id, key)
);
create index word_proposals_open on word_proposals (engine) where status = 'R';
create index word_proposals_created on word_proposals (created_at);
