-- What people say to what is published: likes, comments, whom they follow and whom they block.

create table community_likes (
  image_id uuid not null references community_images (id) on delete cascade,
  user_id uuid not null references users (id),
  created_at timestamptz not null default now(),
  primary key (user_id, image_id)
);
create index community_likes_image on community_likes (image_id);

-- A like is a row here, added to the image's count every few seconds: many at once wait for nothing.
create table community_like_deltas (
  id bigint generated always as identity primary key,
  image_id uuid not null references community_images (id) on delete cascade,
  delta smallint not null check (delta in (-1, 1))
);
create index community_like_deltas_image on community_like_deltas (image_id) include (delta);

create table community_comments (
  id uuid primary key default uuidv7(),
  image_id uuid not null references community_images (id) on delete cascade,
  creator_id uuid not null references community_creators (id) on delete cascade,
  -- The comment that this one answers, which answers none itself.
  parent_id uuid references community_comments (id) on delete cascade,
  -- Empty: it was deleted, and stays while it has answers.
  text text not null,
  state text not null default 'shown' check (state in ('shown', 'deleted', 'removed')),
  created_at timestamptz not null default now(),
  changed_at timestamptz
);
create index community_comments_image on community_comments (image_id, id desc) where parent_id is null;
create index community_comments_parent on community_comments (parent_id, id) where parent_id is not null;
create index community_comments_creator on community_comments (creator_id);

create table community_follows (
  user_id uuid not null references users (id),
  creator_id uuid not null references community_creators (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, creator_id)
);
create index community_follows_creator on community_follows (creator_id);

create table community_blocks (
  user_id uuid not null references users (id),
  creator_id uuid not null references community_creators (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, creator_id)
);
create index community_blocks_creator on community_blocks (creator_id);

create index community_creators_name on community_creators using gin (to_tsvector('simple', name));
