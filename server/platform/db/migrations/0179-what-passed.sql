-- What had been done in its line when a job came: from it and from what was begun since follows what has passed it.
-- Null: it was noted by a process of the version before, whose `due` nobody reads any more.
alter table inference_jobs add column came double precision;
drop index inference_jobs_due;

-- What came after a waiting job and was begun.
create index inference_jobs_begun on inference_jobs (line, id) where admitted_at is not null;
