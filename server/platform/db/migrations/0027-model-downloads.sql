-- Models that administrators have fetched by their names.
create table model_downloads (
  -- Of the model, and the name of its folder.
  id text primary key,
  -- As it was written: owner/name@revision, an address, civitai:VERSION.
  source text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'canceled')),
  done bigint not null default 0,
  total bigint,
  speed bigint,
  problem text,
  -- Of the process that fetches it; a new one for each try.
  runner uuid,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now()
);
