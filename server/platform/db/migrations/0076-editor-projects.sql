-- What somebody works on in the image editor, so that it can be gone on with on another device.
create table editor_projects (
  user_id uuid not null references users (id),
  -- Chosen by the page, so that a save that is sent twice makes one.
  id uuid not null,
  name text not null,
  -- Says its version; what follows from that is the contract's.
  document jsonb not null check (jsonb_typeof(document -> 'version') = 'number'),
  -- The document's names of files, each with the id of the uploaded image that has its pixels.
  files jsonb not null,
  -- Such an id.
  preview uuid,
  -- Of two devices that save over the same one, the second is refused.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- Can be brought back for an hour.
  deleted_at timestamptz,
  primary key (user_id, id)
);
create index editor_projects_deleted on editor_projects (deleted_at) where deleted_at is not null;

-- Files of projects are kept like what was uploaded, count as that, and stay as long as a project names them.
alter table uploaded_images drop constraint uploaded_images_purpose_check;
alter table uploaded_images add constraint uploaded_images_purpose_check check (purpose in ('picture', 'mask', 'photo', 'project'));
