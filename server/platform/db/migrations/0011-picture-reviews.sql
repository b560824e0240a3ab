-- Pictures that the classifier found sensitive or blocked, for the staff to look at.
create table picture_reviews (
  id uuid primary key default uuidv7(),
  image_id uuid not null unique references prediction_images (id),
  user_id uuid not null references users (id),
  verdict text not null check (verdict in ('sensitive', 'blocked')),
  -- Of each kind, 0 to 1; null: it could not be classified.
  scores jsonb,
  state text not null default 'open' check (state in ('open', 'allowed', 'confirmed')),
  decided_by uuid references users (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'open') = (decided_at is null))
);
create index picture_reviews_open on picture_reviews (id) where state = 'open';
