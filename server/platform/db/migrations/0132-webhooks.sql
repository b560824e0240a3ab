-- Addresses of people's own programs that hear of what has ended.
create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  url text not null,
  events text[] not null
    check (events <@ array['job.ended', 'run.ended', 'training.ended', 'video.ended'] and cardinality(events) > 0),
  -- What messages are signed with, sealed with the key of the installation.
  secret bytea not null,
  -- The secret before it was changed, which signs too until then.
  old_secret bytea,
  old_secret_until timestamptz,
  created_at timestamptz not null default now(),
  -- Since when nothing could be delivered; null: the last message was.
  failing_since timestamptz,
  disabled_at timestamptz
);

create index webhook_endpoints_user on webhook_endpoints (user_id);

-- Messages to them, written in the transaction that ends what they tell of.
create table webhook_deliveries (
  id uuid primary key default uuidv7(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The header webhook-id: the same for all endpoints and at every attempt.
  message_id uuid not null,
  event text not null,
  -- Id of the job, run or training.
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  -- The body, written before the first attempt, so that every attempt sends the same.
  payload text,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When it is sent next; while it is being sent, when somebody else may. Null: not any more.
  next_at timestamptz,
  last_at timestamptz,
  -- Status of the last answer; null: none came.
  status smallint,
  error text
);

create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at);
