-- Whether a job shows somebody real, whatever its inputs show: its kind does, or a model trained on a person. Its results are
-- judged by the lower threshold. Of older jobs it is known by their type alone; those have ended.
alter table inference_jobs add column shows_person boolean not null default false;
