-- Folders of one's images: an image may be in several.
create table collections (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name text not null,
  created_at timestamptz not null default now()
);
create unique index collections_name on collections (user_id, lower(name));

create table collection_images (
  collection_id uuid not null references collections (id) on delete cascade,
  image_id uuid not null references prediction_images (id) on delete cascade,
  added_at timestamptz not null default now(),
  primary key (collection_id, image_id)
);
create index collection_images_image on collection_images (image_id);

-- The link under which an image can be seen by whoever has it. Only a hash of the link's token is kept.
create table image_shares (
  id uuid primary key default gen_random_uuid(),
  image_id uuid not null unique references prediction_images (id) on delete cascade,
  user_id uuid not null references users (id),
  token_hash bytea not null unique,
  show_prompt boolean not null,
  created_at timestamptz not null default now()
);
create index image_shares_user on image_shares (user_id);

-- The trash of a person, newest first.
create index prediction_images_trash on prediction_images (user_id, id desc)
  where status = 'S' and deleted_at is not null and files_removed_at is null;
