-- What stopped a download, as a text: its sentence in problem is for the version before, which may run beside this one.
alter table model_downloads add column problem_text jsonb;
