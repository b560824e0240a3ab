-- What was published before, for one step back.
alter table packs add column previous_id uuid references pack_versions (id) on delete set null;

-- Of public studios: the name that is shown in the place of their own, and whether the list has them.
alter table lora_trainings
  add column shown_as text,
  add column is_unlisted boolean not null default false,
  -- Both before the last change, for one step back; null: nothing was changed.
  add column shown_before jsonb;
