-- Keys by which a person's own programs call the API.
create table api_keys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  name text not null,
  -- How the key begins; the key itself is stored nowhere.
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (scopes <@ array['generate', 'read', 'account'] and cardinality(scopes) > 0),
  -- Credits a day; null: no limit.
  daily_credits integer check (daily_credits > 0),
  calls_per_minute integer not null check (calls_per_minute > 0),
  images_at_once integer not null check (images_at_once > 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index api_keys_user on api_keys (user_id);

-- The latest calls of each key.
create table api_key_calls (
  id bigint generated always as identity primary key,
  key_id uuid not null references api_keys (id) on delete cascade,
  at timestamptz not null default now(),
  method text not null,
  path text not null,
  status smallint not null
);

create index api_key_calls_key on api_key_calls (key_id, id);

-- What was ordered by a key in the last days, for its limits.
create table api_key_orders (
  hold_id uuid primary key,
  key_id uuid not null references api_keys (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index api_key_orders_key on api_key_orders (key_id);
create index api_key_orders_age on api_key_orders (created_at);
