-- News of the operator, shown in the app to people who are signed in.
create table announcements (
  id uuid primary key default uuidv7(),
  -- In each language the text and, where there is a link, its words.
  content jsonb not null,
  -- What stood there before the last change, with link, times and audience; null: it was never changed.
  previous jsonb,
  -- A page of the site, or another address.
  link text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Only people of this plan, or on this brand's site; null: everybody.
  plan text,
  brand text,
  created_by uuid references users (id),
  created_at timestamptz not null default now(),
  check (starts_at < ends_at)
);
create index announcements_end on announcements (ends_at);

-- Who closed which.
create table announcement_dismissals (
  announcement_id uuid not null references announcements (id) on delete cascade,
  user_id uuid not null references users (id),
  dismissed_at timestamptz not null default now(),
  primary key (user_id, announcement_id)
);
create index announcement_dismissals_announcement on announcement_dismissals (announcement_id);
