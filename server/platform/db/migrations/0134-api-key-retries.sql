-- How often the client had tried before the last call that belongs to this order: within one call the number only grows.
alter table api_key_requests add column retries integer not null default 0;
-- When it was refused for now, so that no job came of it.
alter table api_key_requests add column refused_at timestamptz;
