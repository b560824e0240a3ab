-- Until when a training that came out too unlike its photos may be done once more for free: a week after its end, by the clock of
-- money. Null: it has not ended with a model.
alter table lora_trainings add column retrain_until timestamptz;

update lora_trainings set retrain_until = coalesce(slot_at, finished_at) + interval '7 days' where status = 'Successful';
