-- Pictures that people brought.
create table uploaded_images (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- A mask is kept like a picture, but is none that people look for in their list.
  purpose text not null check (purpose in ('picture', 'mask')),
  storage_key text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null,
  content_type text not null,
  created_at timestamptz not null default now(),
  -- The row comes before the file: null while the file is being written, so that a file whose writer was killed
  -- is found and removed.
  stored_at timestamptz,
  expires_at timestamptz not null,
  -- Hidden at once; the row goes once the file and its resized copies are gone.
  deleted_at timestamptz
);
create index uploaded_images_user on uploaded_images (user_id, id desc) where stored_at is not null and deleted_at is null;
create index uploaded_images_expiring on uploaded_images (expires_at);
create index uploaded_images_unfinished on uploaded_images (created_at) where stored_at is null or deleted_at is not null;
