-- When an engine first answered: the days before it are no days of the page /status, and one that never did is not on it.
alter table engine_states add column first_ready_at timestamptz;

-- An incident that ended: the engine was there before it, or is back since.
update engine_states s set first_ready_at =
  (select min(i.started_at) from engine_incidents i where i.engine = s.engine and i.ended_at is not null);
