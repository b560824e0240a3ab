
-- Most jobs have none. An index that held them too was taken for counting a user's open jobs while the tables were small.
drop index inference_jobs_fingerprint;
create index inference_jobs_fingerprint on inference_jobs (user_id, fingerprint)
  where fingerprint is not null and status in ('P', 'R', 'S');
