-- What had passed a job already when it came to its line. Null: nothing, or it has not been seen there yet.
alter table inference_jobs add column passed_before double precision;

-- Of what waits in a lane, the oldest.
create index inference_jobs_oldest on inference_jobs (lane, id) where status = 'P' and admitted_at is null;
