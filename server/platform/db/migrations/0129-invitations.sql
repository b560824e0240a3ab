-- Links by which an administrator lets somebody open an account. The link itself is stored nowhere.
create table invitations (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  -- The only address that it opens an account for; null: any.
  email text,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references users (id),
  revoked_at timestamptz,
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or revoked_at is null)
);

create index invitations_created_by on invitations (created_by);
create index invitations_used_by on invitations (used_by);
