-- How alike the last samples and the photos of a studio are, from 0 to 1; null where it is not measured. A studio that came out below
-- the limit is trained once more for free, in a studio of its own.
alter table lora_trainings add column likeness real check (likeness between 0 and 1);
alter table lora_trainings add column retrain_of uuid unique references lora_trainings (id) on delete set null;
-- Nothing is held or paid for it, and it takes none of the month's places.
alter table lora_trainings add column is_free boolean not null default false;
