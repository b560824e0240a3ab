-- Photos that strangers try a tool on. Their files live for an hour; of one that an account claims, for a day, or until it is a job.
create table tool_trials (
  id uuid primary key default uuidv7(),
  -- SHA-256 of the secret that claims it.
  token_hash bytea not null unique,
  photo_key text not null unique,
  preview_key text not null unique,
  created_at timestamptz not null default money_now(),
  expires_at timestamptz not null,
  claimed_by uuid references users (id),
  claimed_at timestamptz,
  -- The photo as an upload of who claimed it, and the job that works on it.
  upload_id uuid,
  job_id uuid,
  -- When the job was last asked for in vain: credits or an engine were missing.
  attempted_at timestamptz,
  -- When its files were removed.
  removed_at timestamptz,
  check ((claimed_by is null) = (claimed_at is null)),
  check (job_id is null or claimed_by is not null)
);
create index tool_trials_due on tool_trials (expires_at) where removed_at is null;
create index tool_trials_claimed on tool_trials (claimed_by) where claimed_by is not null;
