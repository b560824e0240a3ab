-- What people agreed to apart from the terms, each in its version and its words. What was withdrawn stays as a proof until the
-- account is deleted.
create table consents (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  version text not null,
  text text not null,
  given_at timestamptz not null default now(),
  withdrawn_at timestamptz
);
create unique index consents_standing on consents (user_id, kind, version) where withdrawn_at is null;
create index consents_of_user on consents (user_id);

-- Whether a training compares faces at its end; its owner may decline that.
alter table lora_trainings add column checks_likeness boolean not null default true;

-- What a face can be found by is in the memory of processes, which forget it with its photo.
create function forget_face_of_upload() returns trigger language plpgsql as $$
begin
  perform pg_notify('faces_forgotten', 'upload:' || old.id);
  return null;
end $$;
create trigger forget_face_of_upload after delete on uploaded_images
  for each row execute function forget_face_of_upload();
