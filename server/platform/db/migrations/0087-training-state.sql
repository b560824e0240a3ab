-- Where the newest state of a running training is stored, by which an engine on another machine goes on with it; null: nowhere.
alter table lora_trainings add column state_key text;
