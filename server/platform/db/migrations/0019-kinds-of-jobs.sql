-- A job waits in a lane: the queue of one pool of its engine. Every job of before waited for the drawing of its engine,
-- whose lane has the engine's name. The default is there for one moment: it spares writing every row.
alter table inference_jobs add column lane text not null default 'builtin';
update inference_jobs set lane = engine where engine <> 'builtin';
alter table inference_jobs alter column lane drop default;

-- Units of work of the whole job, in the unit of its kind. Null in older jobs: the steps of all pictures.
alter table inference_jobs add column work integer check (work > 0);

-- Not every kind of job has a seed and weights.
alter table inference_jobs alter column seed drop not null;
alter table inference_jobs alter column model_hash drop not null;
alter table prediction_images alter column seed drop not null;

drop index inference_jobs_waiting;
create index inference_jobs_waiting on inference_jobs (lane, user_id, id) where status = 'P' and admitted_at is null;
drop index inference_jobs_admitted;
create index inference_jobs_admitted on inference_jobs (lane) where admitted_at is not null and status in ('P', 'R');
drop index inference_jobs_finished;
create index inference_jobs_finished on inference_jobs (lane, finished_at) where status = 'S';
