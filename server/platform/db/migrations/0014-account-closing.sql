-- An account that its owner deleted: its row stays, without anything about him, for the books name it.
alter table users
  add column closing_at timestamptz,
  -- Everything is removed and ended.
  add column closed_at timestamptz;
create index users_closing on users (closing_at) where closing_at is not null and closed_at is null;
