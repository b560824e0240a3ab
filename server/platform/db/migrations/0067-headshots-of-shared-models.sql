-- A set may be of a model that somebody else shares: its guest keeps it when the studio's owner deletes the account. What is not drawn
-- by then is given back by the sweep, which finds no studio.
alter table headshot_runs drop constraint headshot_runs_lora_training_id_fkey;
create index headshot_runs_training on headshot_runs (lora_training_id);
