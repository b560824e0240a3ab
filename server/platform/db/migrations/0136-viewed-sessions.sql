-- A session in which an administrator sees the site as its owner does, and can change nothing.
alter table sessions add column viewer_id uuid references users (id);
create index sessions_viewer on sessions (viewer_id) where viewer_id is not null;
