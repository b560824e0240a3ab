-- Published images of others that people keep in their library, each in one of their collections or in none.
create table community_favorites (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  image_id uuid not null references community_images (id) on delete cascade,
  collection_id uuid references collections (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (user_id, image_id)
);
create index community_favorites_user on community_favorites (user_id, id desc);
create index community_favorites_image on community_favorites (image_id);
create index community_favorites_collection on community_favorites (collection_id, id desc) where collection_id is not null;
