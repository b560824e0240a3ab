-- What a quote promises in money, in cents; null: it is paid in credits.
alter table quotes add column cents integer check (cents >= 0);

-- Credits that are held for a training as it was started; null: none.
alter table lora_trainings add column price integer;
update lora_trainings set price = 1000 where hold_id is not null;

-- Credits of each shot as they were when the set was ordered.
alter table headshot_runs add column shot_price integer not null default 2;
alter table headshot_runs alter column shot_price drop default;

-- [{job, similarity}] of every image that was delivered for a shot, the first one first; job_id is the one that is drawn or was drawn last.
alter table headshot_shots add column takes jsonb not null default '[]';
-- The take that is shown; null: nothing was delivered.
alter table headshot_shots add column shown_job_id uuid;
-- Whether what is being drawn counts as one of the free redos.
alter table headshot_shots add column is_redo boolean not null default false;
update headshot_shots
set takes = jsonb_build_array(jsonb_build_object('job', job_id, 'similarity', similarity)), shown_job_id = job_id
where status = 'ready' and job_id is not null;
