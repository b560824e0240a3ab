-- Who is in photos and studios, as the person who uses them states it: an adult, or their own child. A child stays one.
create table age_statements (
  user_id uuid not null references users (id) on delete cascade,
  -- An upload, an image or a studio. What was stated outlives it, as a proof.
  about uuid not null,
  person text not null check (person in ('adult', 'own_child')),
  version text not null,
  text text not null,
  stated_at timestamptz not null default now(),
  primary key (user_id, about)
);

-- Whether a job shows a child: it starts from a photo or an image of one, or draws with a model of one. Its images are never public.
alter table inference_jobs add column shows_child boolean not null default false;

-- Version of the text that was stated; null: it was before texts had versions.
alter table lora_trainings add column consent_version text;
alter table lora_trainings drop constraint lora_trainings_consent_subject_check;
alter table lora_trainings add constraint lora_trainings_consent_subject_check
  check (consent_subject in ('self', 'other', 'none', 'child'));
