-- What somebody says of a prompt in the list of past ones, which is made of the jobs.
create table prompt_marks (
  user_id uuid not null references users (id),
  -- SHA-256 of the person's id, a space, and the prompt as it was written.
  hash bytea not null,
  -- Only of a pinned one, which outlives its jobs.
  prompt text,
  pinned_at timestamptz,
  -- Left out of the list until it is drawn with after that.
  hidden_at timestamptz,
  primary key (user_id, hash),
  check (pinned_at is null or prompt is not null)
);

create index prompt_marks_hidden on prompt_marks (hidden_at) where prompt is not null;
