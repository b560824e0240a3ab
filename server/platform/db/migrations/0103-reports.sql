-- What people report, what is decided about it, and what people are told of.

-- An image that strangers may not see for now, by whatever address: it was reported, hidden or removed.
alter table prediction_images add column withheld_at timestamptz;

-- Of the pixels: the same image, and one that looks the same (a 256-bit difference hash; null where an image shows too little).
alter table community_images add column pixels_hash text;
alter table community_images add column looks_hash bit(256);
create index community_images_pixels on community_images (pixels_hash) where pixels_hash is not null;

create table community_takedowns (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('image', 'model', 'comment', 'creator', 'address')),
  -- Null: an address.
  item_id uuid,
  url text not null,
  -- Whose it is.
  creator_id uuid references community_creators (id) on delete cascade,
  action text not null check (action in ('remove', 'hide', 'keep')),
  ground text not null,
  -- As the owner and the reporters read it.
  reason text not null,
  -- What was hidden before anybody looked.
  automated boolean not null default false,
  -- Whether everybody saw it before; a decision that is taken back shows it again.
  was_shown boolean not null default false,
  -- Of a creator: what was there.
  before jsonb,
  -- By which the owner reads it and objects, also without a session.
  owner_key uuid not null unique default gen_random_uuid(),
  decided_at timestamptz not null default now(),
  reversed_at timestamptz
);
create index community_takedowns_creator on community_takedowns (creator_id);

create table community_reports (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('image', 'model', 'comment', 'creator', 'address')),
  item_id uuid,
  url text not null,
  creator_id uuid references community_creators (id) on delete set null,
  reason text not null,
  text text not null,
  name text,
  -- Who reported it; both null: nobody who can be reached.
  user_id uuid references users (id),
  email text,
  language text not null,
  state text not null default 'open' check (state in ('open', 'decided')),
  -- When it was hidden because of this report.
  hidden_at timestamptz,
  -- Since when a copy is kept as evidence.
  sealed_at timestamptz,
  -- By which the reporter reads the decision.
  reporter_key uuid not null unique default gen_random_uuid(),
  takedown_id uuid references community_takedowns (id) on delete set null,
  due_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index community_reports_open on community_reports (due_at, id) where state = 'open';
create index community_reports_item on community_reports (item_id) where state = 'open';
create index community_reports_creator on community_reports (creator_id);
create index community_reports_user on community_reports (user_id);
create index community_reports_takedown on community_reports (takedown_id);
create index community_reports_sealed on community_reports (sealed_at) where sealed_at is not null;

create table community_appeals (
  id uuid primary key default uuidv7(),
  takedown_id uuid not null references community_takedowns (id) on delete cascade,
  -- Null: the owner objects; else who reported it.
  report_id uuid references community_reports (id) on delete cascade,
  text text not null,
  -- Name and address of a counter-notice.
  signer jsonb,
  state text not null default 'open' check (state in ('open', 'upheld', 'reversed')),
  reason text,
  due_at timestamptz not null,
  created_at timestamptz not null default now()
);
create unique index community_appeals_once on community_appeals (takedown_id, report_id) nulls not distinct;
create index community_appeals_report on community_appeals (report_id);
create index community_appeals_state on community_appeals (state, id);

create table community_strikes (
  id uuid primary key default uuidv7(),
  creator_id uuid not null references community_creators (id) on delete cascade,
  takedown_id uuid not null unique references community_takedowns (id) on delete cascade,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
create index community_strikes_creator on community_strikes (creator_id);

-- Images that are not published again, by whoever. Nothing in it names a person.
create table community_refused_images (
  id uuid primary key default uuidv7(),
  takedown_id uuid not null,
  pixels_hash text not null,
  looks_hash bit(256),
  created_at timestamptz not null default now()
);
create index community_refused_images_pixels on community_refused_images (pixels_hash);
create index community_refused_images_takedown on community_refused_images (takedown_id);

create table community_notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  kind text not null,
  actor_id uuid references community_creators (id) on delete cascade,
  image_id uuid references community_images (id) on delete cascade,
  comment_id uuid references community_comments (id) on delete cascade,
  takedown_id uuid references community_takedowns (id) on delete cascade,
  report_id uuid references community_reports (id) on delete cascade,
  -- Of likes: those since then; null: all.
  since timestamptz,
  at timestamptz not null default now(),
  read_at timestamptz
);
create index community_notifications_user on community_notifications (user_id, id desc);
create index community_notifications_actor on community_notifications (actor_id);
create index community_notifications_image on community_notifications (image_id);
create index community_notifications_comment on community_notifications (comment_id);
create index community_notifications_takedown on community_notifications (takedown_id);
create index community_notifications_report on community_notifications (report_id);
-- Likes of an image are one until it is read; somebody who follows again is told of once.
create unique index community_notifications_likes on community_notifications (user_id, image_id)
  where kind = 'like' and read_at is null;
create unique index community_notifications_follows on community_notifications (user_id, actor_id)
  where kind = 'follow';
