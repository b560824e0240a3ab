-- What the attempts at a training cost its operator: the engine's time, and what its provider asks for it in millionths of a US
-- dollar; null where it names no price. `kept_as`: the name by which the engine keeps what was trained, and draws with it.
alter table lora_trainings
  add column engine_ms bigint,
  add column engine_cost bigint check (engine_cost >= 0),
  add column kept_as text;
