-- Last change of an announcement: what somebody else changed meanwhile is not written over.
alter table announcements add column changed_at timestamptz not null default now();
