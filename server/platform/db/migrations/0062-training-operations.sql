-- What an engine does for a training, where it does it elsewhere: another worker goes on following it after a restart, instead of
-- ordering and paying the same training again. `key` is that of the start it belongs to.
alter table lora_trainings add column operation jsonb;
