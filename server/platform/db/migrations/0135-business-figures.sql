-- What the business did, by the hour and by the day (UTC), folded once an hour. A figure that belongs to several things
-- (a kind of job and its engine, a cause of failure, a kind of credits) has a row for each, named by `part`.
create table business_figures (
  span text not null check (span in ('hour', 'day')),
  starts timestamptz not null,
  figure text not null,
  part text not null default '',
  value double precision not null,
  primary key (span, starts, figure, part)
);
-- A level, such as the credits that are outstanding, is the sum of all its changes.
create index business_figures_levels on business_figures (span, figure, starts) where figure in ('mrr', 'outstanding');

-- How far each group of figures is folded.
create table business_folds (
  figures text primary key,
  folded_until timestamptz not null,
  -- The last line of all statements that was seen: what is dated back and written after it is folded again.
  last_entry bigint not null default 0
);

-- Rows come about in the order of these times, so a small index of ranges finds an hour.
create index credit_entries_created on credit_entries using brin (created_at) with (autosummarize = on);
create index payments_paid on payments (paid_at) where status = 'paid';
create index subscriptions_ended on subscriptions (ended_at) where ended_at is not null;
create index users_created on users using brin (created_at) with (autosummarize = on);
create index users_verified on users (email_verified_at) where email_verified_at is not null;

-- What is wrong now and needs somebody: administrators are told once, when it begins.
create table operator_alerts (
  kind text primary key check (kind in ('queue', 'engines', 'disk', 'mail', 'payments')),
  text text not null,
  since timestamptz not null default now()
);
