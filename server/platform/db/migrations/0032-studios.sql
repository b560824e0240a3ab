-- Photos of studios are uploads too, which are in no list of uploaded images.
alter table uploaded_images drop constraint uploaded_images_purpose_check;
alter table uploaded_images add constraint uploaded_images_purpose_check check (purpose in ('picture', 'mask', 'photo'));

-- Studios: photos of one subject and the LoRA that is trained on them.
create table lora_trainings (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  project_name text not null,
  training_type text not null check (training_type in ('General', 'Hairstyle', 'Professional Headshots', 'Showcase')),
  object_type text not null check (object_type in ('person', 'pet', 'style', 'object')),
  original_model_version text not null,
  engine text not null,
  -- The statement of whose face it is, as it was made.
  consent_subject text not null check (consent_subject in ('self', 'other', 'none')),
  consent_text text not null,
  consent_at timestamptz not null default now(),
  status text not null default 'Not Started'
    check (status in ('Not Started', 'Pending', 'Running', 'Failed', 'Downloading', 'Successful')),
  seed bigint not null,
  -- Times that it was started; each has a hold of its own.
  starts integer not null default 0,
  hold_id uuid,
  -- When it took one of the month's places, by the clock of billing; null: none, or it was given back.
  slot_at timestamptz,
  attempt integer not null default 0,
  -- Attempts that failed since its start.
  failures integer not null default 0,
  -- Null: nobody works on it.
  heartbeat_at timestamptz,
  -- {step, steps, loss, eta}
  progress jsonb,
  curve jsonb not null default '[]',
  -- [{step, key, prompt}]
  samples jsonb not null default '[]',
  -- What the last checkpoint left; of a training that succeeded it is the model.
  checkpoint_key text,
  checkpoint_step integer,
  -- Stopped by its owner: the checkpoint is what is delivered and paid.
  is_stopped boolean not null default false,
  created_model_version text unique,
  lora_hash text,
  cost integer,
  error jsonb,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Hidden at once; what was removed is in the receipt, and files are gone when it says so.
  deleted_at timestamptz,
  receipt jsonb
);
create index lora_trainings_user on lora_trainings (user_id, id desc) where deleted_at is null;
create index lora_trainings_open on lora_trainings (heartbeat_at) where status in ('Pending', 'Running', 'Downloading');
create index lora_trainings_showcase on lora_trainings (id desc) where training_type = 'Showcase' and status = 'Successful' and deleted_at is null;
create index lora_trainings_slots on lora_trainings (user_id, slot_at) where slot_at is not null;
create index lora_trainings_removing on lora_trainings (deleted_at) where deleted_at is not null and receipt ->> 'completed_at' is null;

create table lora_training_images (
  id uuid primary key default uuidv7(),
  lora_training_id uuid not null references lora_trainings (id) on delete cascade,
  user_id uuid not null references users (id),
  upload_id uuid not null unique references uploaded_images (id) on delete cascade,
  -- What was seen in it, without anything by which a face could be found again.
  look jsonb not null,
  -- {image id: how alike the faces of the two are}, of images that were there before it.
  alike jsonb not null default '{}',
  crop jsonb not null,
  caption text not null,
  created_at timestamptz not null default now()
);
create index lora_training_images_training on lora_training_images (lora_training_id, id);
create index lora_training_images_user on lora_training_images (user_id);
