-- The first pictures of a calendar month are free of the watermark, whatever credits pay for them. A job reserves
-- places among them; when it ends it keeps those of delivered pictures only.
alter table inference_jobs
  add column free_month date,
  add column free_pictures integer not null default 0 check (free_pictures >= 0);

update inference_jobs job set
  free_month = date_trunc('month', created_at at time zone 'utc')::date,
  free_pictures = case
    when status in ('P', 'R') then num_images
    else (select count(*) from prediction_images image where image.job_id = job.id and image.status = 'S')
  end
where hold_id is not null and created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc';

create index inference_jobs_free_pictures on inference_jobs (user_id, free_month) include (free_pictures)
  where free_pictures > 0;
