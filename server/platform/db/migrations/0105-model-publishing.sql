-- Models that people publish: those that they trained here, and files that they upload in parts.

create table community_model_uploads (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  filename text not null,
  bytes bigint not null,
  sha256 text not null,
  -- Numbers of those that came.
  parts integer[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'finished', 'published')),
  created_at timestamptz not null default now()
);
create index community_model_uploads_user on community_model_uploads (user_id);
create index community_model_uploads_old on community_model_uploads (created_at) where state <> 'published';

-- What requests and prompts name it by, where this version can be drawn with.
alter table community_model_versions add column lora text unique;
-- The model of the engines that it is for.
alter table community_model_versions add column lora_model text;
-- The studio that it was trained in; once that is deleted, the model is withdrawn.
alter table community_model_versions add column training_id uuid;
create index community_model_versions_training on community_model_versions (training_id) where training_id is not null;

-- Of a file that is kept here; each only once.
alter table community_model_files add column storage_key text unique;
create unique index community_model_files_sha256 on community_model_files (sha256) where storage_key is not null;

-- The published image that a sample is, as long as that is published.
alter table community_model_samples add column image_id uuid references community_images (id) on delete cascade;
create index community_model_samples_image on community_model_samples (image_id) where image_id is not null;

-- Of the examples: when an administrator said whether they stay.
alter table community_creators add column settled_at timestamptz;
