-- What explore takes over from other sites.

-- How far each was read, so that an import that was cut off goes on there.
create table community_imports (
  -- The address of its first page.
  source text primary key,
  -- The next page; null: it was read to its end.
  next text,
  changed_at timestamptz not null default now()
);

-- What is not taken over, so that nothing that was made with it is either.
create table community_import_refusals (
  -- As `civitai:version:1`.
  source text primary key,
  reason text not null check (reason in ('person', 'minor', 'blocked'))
);

-- Of a version that was taken over: its name there.
alter table community_model_versions add column source text unique;

-- Pictures that are kept here: who asks for a file asks for one of these.
create index community_images_url on community_images (url) where source is not null;
create index community_model_samples_url on community_model_samples (url);

-- What is spelt otherwise is found too.
create extension if not exists pg_trgm;
create index community_models_name on community_models using gin (name gin_trgm_ops) where state = 'published';
create index community_images_alt on community_images using gin (alt gin_trgm_ops) where state = 'published';
create index community_creators_spelling on community_creators using gin (name gin_trgm_ops);
