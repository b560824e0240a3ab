-- What a sweep failed at too often: every process leaves it alone until `retry_at`, and the operator sees it. It goes when it succeeds.
create table set_aside_items (
  kind text not null,
  item text not null,
  error text not null,
  failures integer not null,
  since timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  retry_at timestamptz not null,
  primary key (kind, item)
);
