-- Orders by API key of the last minutes, so that one that is sent again joins the first.
create table api_key_requests (
  id uuid primary key default uuidv7(),
  key_id uuid not null references api_keys (id) on delete cascade,
  body_hash bytea not null,
  -- The header Idempotency-Key; null where none came.
  idempotency_key text,
  job_id uuid,
  created_at timestamptz not null default now()
);

create index api_key_requests_body on api_key_requests (key_id, body_hash);
create index api_key_requests_key on api_key_requests (key_id, idempotency_key) where idempotency_key is not null;
create index api_key_requests_age on api_key_requests (created_at);
