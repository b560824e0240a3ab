-- One row per user, locked first by every change of that user's credits: changes of one user are serial.
create table credit_accounts (
  user_id uuid primary key references users (id),
  balance integer not null default 0 check (balance >= 0),
  held integer not null default 0 check (held >= 0),
  -- Up to here everything that was due is written; the account's time never runs backwards.
  settled_at timestamptz,
  -- When something falls due next, or earlier; null: not known, look at every access.
  next_due_at timestamptz
);
create index credit_accounts_due on credit_accounts (next_due_at, user_id);

create table credit_lots (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('plan', 'pack', 'free', 'bonus', 'grant')),
  granted integer not null check (granted > 0),
  -- Where each granted credit is now. Spendable:
  remaining integer not null check (remaining >= 0),
  held integer not null default 0 check (held >= 0),
  captured integer not null default 0 check (captured >= 0),
  expired integer not null default 0 check (expired >= 0),
  revoked integer not null default 0 check (revoked >= 0),
  -- taken by an operator's adjustment
  adjusted integer not null default 0 check (adjusted >= 0),
  -- null: never expires
  expires_at timestamptz,
  -- The original expiry, set once when a failure of ours gave the lot seven more days.
  extended_from timestamptz,
  payment text,
  created_at timestamptz not null,
  check (remaining + held + captured + expired + revoked + adjusted = granted)
);
create index credit_lots_live on credit_lots (user_id, expires_at) where remaining > 0;
create index credit_lots_payment on credit_lots (user_id, payment) where payment is not null;

-- How many credits of a payment's lots are to be taken back in all, because its money was given back.
create table credit_revocations (
  user_id uuid not null references users (id),
  payment text not null,
  target integer not null check (target >= 0),
  primary key (user_id, payment)
);

create table credit_holds (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  external_id text not null,
  job_id uuid,
  amount integer not null check (amount > 0),
  captured integer not null default 0 check (captured >= 0),
  released integer not null default 0 check (released >= 0),
  created_at timestamptz not null,
  closed_at timestamptz,
  check (captured + released <= amount),
  check (closed_at is null or captured + released = amount),
  unique (user_id, external_id)
);
create index credit_holds_open on credit_holds (user_id) where closed_at is null;
create index credit_holds_job on credit_holds (job_id);

create table credit_hold_parts (
  hold_id uuid not null references credit_holds (id),
  lot_id uuid not null references credit_lots (id),
  amount integer not null check (amount > 0),
  captured integer not null default 0 check (captured >= 0),
  released integer not null default 0 check (released >= 0),
  check (captured + released <= amount),
  primary key (hold_id, lot_id)
);
create index credit_hold_parts_lot on credit_hold_parts (lot_id);

-- The statement. Only ever added to; the sum of amounts is the balance.
create table credit_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('grant', 'hold', 'capture', 'release', 'refund', 'expire', 'revoke', 'adjust')),
  external_id text not null,
  amount integer not null,
  captured integer not null default 0 check (captured >= 0),
  balance_after integer not null check (balance_after >= 0),
  -- [{lot, kind, amount}] which lots it touched
  lots jsonb not null default '[]',
  hold_id uuid references credit_holds (id),
  job_id uuid,
  image_id uuid,
  payment text,
  -- Of a refund: the capture that it gives back.
  reverses bigint references credit_entries (id),
  text text not null,
  created_at timestamptz not null,
  unique (user_id, kind, external_id)
);
create index credit_entries_reverses on credit_entries (reverses) where reverses is not null;
create index credit_entries_user on credit_entries (user_id, id desc);
create index credit_entries_job on credit_entries (job_id) where job_id is not null;

create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% only grows', tg_table_name; end $$;
create trigger credit_entries_append_only before update or delete on credit_entries
  for each row execute function refuse_change();

-- Free credits: one grant per normalised e-mail and month, remembered beyond a deleted account as a keyed hash.
create table free_grants (
  email_hash bytea not null,
  month date not null,
  user_id uuid not null,
  granted_at timestamptz not null,
  primary key (email_hash, month)
);
create index free_grants_month on free_grants (month);

-- One row per verified account. No foreign key: a network's three a day count also for accounts deleted since.
create table free_credits (
  user_id uuid primary key,
  -- When the first free credits come: at verification, or days later if the network had its share.
  due_at timestamptz not null,
  -- IPv4 address or IPv6 /64 of the verification, kept until its day is over; null: not counted.
  network text,
  -- The last month (its first day) that was granted or passed over.
  decided_through date
);
create index free_credits_network on free_credits (network, due_at) where network is not null;

create table quotes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  request_hash bytea not null,
  cost integer not null check (cost >= 0),
  lines jsonb not null,
  marked integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_by_job uuid
);
create index quotes_expires on quotes (expires_at) where used_by_job is null;
