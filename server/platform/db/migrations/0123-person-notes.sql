-- What the team notes about a person, for itself.
create table person_notes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- Null: a colleague whose account is deleted.
  author_id uuid references users (id),
  text text not null,
  created_at timestamptz not null default now()
);
create index person_notes_user on person_notes (user_id, id desc);
create index person_notes_author on person_notes (author_id) where author_id is not null;
