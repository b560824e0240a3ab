-- Plans were strict priorities; now they are shares of a line. What waits and runs keeps the plan it was ordered with.
alter table inference_jobs add column weight integer not null default 1 check (weight > 0);
update inference_jobs set weight = greatest(1, case priority when 1 then 2 else priority end) where status in ('P', 'R');
-- Processes of the version before still write it while they are replaced.
alter table inference_jobs alter column priority set default 0;

-- The jobs that take turns: those of a lane, or of an engine whose lanes share a limit.
create table queue_lines (
  name text primary key,
  -- Start of the turn that was given last.
  turn double precision not null,
  -- Seconds of work of all that was begun.
  done double precision not null
);

-- Null: it has not been seen by the admission of its line yet.
alter table inference_jobs add column line text;
-- What it is expected to take, in seconds.
alter table inference_jobs add column turn_seconds double precision check (turn_seconds > 0);
-- Nobody younger goes before it when so much of its line is done.
alter table inference_jobs add column due double precision;
-- Start of its turn.
alter table inference_jobs add column turn double precision;

create index inference_jobs_due on inference_jobs (lane, due) where status = 'P' and admitted_at is null;
-- For admission: where the last turn of a person ended.
drop index inference_jobs_served;
create index inference_jobs_served on inference_jobs (user_id, line, turn) where admitted_at is not null and turn is not null;
