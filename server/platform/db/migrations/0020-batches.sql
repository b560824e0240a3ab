-- Jobs that were ordered together share a batch and its hold.
alter table inference_jobs add column batch_id uuid;
create index inference_jobs_batch on inference_jobs (batch_id, id) where batch_id is not null;
-- Jobs of a hold: that of a batch is closed when the last of them ends.
create index inference_jobs_hold on inference_jobs (hold_id) where hold_id is not null;
