-- A video that its owner removed is not found any more, also one that was cancelled or failed and has no file.
alter table inference_jobs add column removed_at timestamptz;
