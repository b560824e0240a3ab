-- A studio of another person may wait for that person's own answer instead of its owner's statement.
alter table lora_trainings add column needs_consent boolean not null default false;

-- The link under which that person answers, and withdraws later: one of a studio, which also holds for the studio that is trained of it
-- once more for free.
create table consent_links (
  lora_training_id uuid primary key references lora_trainings (id) on delete cascade,
  -- Who asks: the owner of the studio.
  user_id uuid not null references users (id),
  -- SHA-256; the token itself is kept nowhere.
  token_hash bytea not null unique,
  -- Until when it can be answered; who has answered can withdraw as long as there is something to withdraw from.
  expires_at timestamptz not null,
  answer text check (answer in ('agreed', 'declined', 'withdrawn')),
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create index consent_links_user on consent_links (user_id);
