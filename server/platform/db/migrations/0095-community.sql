-- What people publish for everybody: images and models, found by lists that are each one range of an index.

-- A person as others see them. The id is random: nothing of the account is in it.
create table community_creators (
  id uuid primary key default gen_random_uuid(),
  -- Null: came with the app, or was imported.
  user_id uuid unique references users (id),
  -- Of one that is no account: its name in the seed data or in the source of an import.
  source text unique,
  name text not null,
  about text not null default '',
  -- Root-relative address.
  avatar text,
  created_at timestamptz not null default now()
);

create table community_models (
  id uuid primary key default uuidv7(),
  slug text not null unique,
  creator_id uuid not null references community_creators (id) on delete cascade,
  -- Of one that came with the app or was imported: its name there.
  source text unique,
  state text not null default 'draft'
    check (state in ('draft', 'scanning', 'published', 'hidden', 'withdrawn', 'removed')),
  -- Level: None 0, PG 1, PG13 2, Soft 3, Mature 4, X 5, Blocked 6; null: not known.
  rating smallint,
  name text not null,
  description text not null default '',
  type text not null,
  base_model text not null,
  licence text not null default '',
  tags text[] not null default '{}',
  likes integer not null default 0,
  downloads integer not null default 0,
  views integer not null default 0,
  -- What a search finds: only what is shown.
  words tsvector not null default '',
  -- 64 numbers of 8 bits, of its words, made once.
  vector bytea,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index community_models_creator on community_models (creator_id);
create index community_models_words on community_models using gin (words) where state = 'published';

create table community_model_versions (
  id uuid primary key default uuidv7(),
  model_id uuid not null references community_models (id) on delete cascade,
  -- From 0, the newest has the highest.
  place integer not null,
  name text not null,
  base_model text not null,
  trained_words text[] not null default '{}',
  -- Of the page of text to image; null: nothing here draws with it.
  create_query text,
  created_at timestamptz not null default now(),
  unique (model_id, place)
);

create table community_model_files (
  id uuid primary key default uuidv7(),
  version_id uuid not null references community_model_versions (id) on delete cascade,
  name text not null,
  bytes bigint not null,
  sha256 text not null,
  -- Null: it cannot be downloaded here.
  url text,
  unique (version_id, name)
);

create table community_model_samples (
  version_id uuid not null references community_model_versions (id) on delete cascade,
  place integer not null,
  url text not null,
  width integer not null,
  height integer not null,
  blurhash text,
  alt text not null default '',
  primary key (version_id, place)
);

create table community_images (
  id uuid primary key default uuidv7(),
  creator_id uuid not null references community_creators (id) on delete cascade,
  source text unique,
  -- What was published; null: it is no image of this app.
  image_id uuid unique references prediction_images (id),
  state text not null default 'draft'
    check (state in ('draft', 'scanning', 'published', 'hidden', 'withdrawn', 'removed')),
  rating smallint,
  -- Root-relative, of the public copy.
  url text not null,
  width integer not null,
  height integer not null,
  blurhash text,
  alt text not null default '',
  -- Of its job.
  type text not null,
  -- Both only where they are shown.
  prompt text,
  parameters jsonb,
  tags text[] not null default '{}',
  credit text,
  remix_of uuid references community_images (id) on delete set null,
  likes integer not null default 0,
  words tsvector not null default '',
  vector bytea,
  created_at timestamptz not null default now(),
  published_at timestamptz
);
create index community_images_creator on community_images (creator_id);
create index community_images_remix on community_images (remix_of) where remix_of is not null;
create index community_images_words on community_images using gin (words) where state = 'published';

create table community_image_models (
  image_id uuid not null references community_images (id) on delete cascade,
  version_id uuid not null references community_model_versions (id) on delete cascade,
  primary key (image_id, version_id)
);
create index community_image_models_version on community_image_models (version_id);

-- The lists: a row for each list that a published thing is in, as 'all', 'tag:cat', 'creator:ID'. What is not published
-- has none. A page is the merge of one range of an index for each rating that its reader may see.
create table community_image_lists (
  list text not null,
  rating smallint not null,
  image_id uuid not null references community_images (id) on delete cascade,
  creator_id uuid not null,
  published_at timestamptz not null,
  likes integer not null,
  primary key (image_id, list)
);
create index community_image_lists_new
  on community_image_lists (list, rating, published_at, image_id) include (creator_id);
create index community_image_lists_liked
  on community_image_lists (list, rating, likes, image_id) include (creator_id);

create table community_model_lists (
  list text not null,
  rating smallint not null,
  model_id uuid not null references community_models (id) on delete cascade,
  creator_id uuid not null,
  published_at timestamptz not null,
  downloads integer not null,
  -- Likes a view.
  score real not null,
  primary key (model_id, list)
);
create index community_model_lists_new
  on community_model_lists (list, rating, published_at, model_id) include (creator_id);
create index community_model_lists_downloaded
  on community_model_lists (list, rating, downloads, model_id) include (creator_id);
create index community_model_lists_rated
  on community_model_lists (list, rating, score, model_id) include (creator_id);
