-- A consumer's withdrawal from a purchase, at most one of each payment. The row is made with the receipt, whose link it knows by the
-- hash of its token, or when the withdrawal begins.
create table withdrawals (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  payment_id uuid not null unique references payments (id),
  token_hash bytea unique,
  -- The first of two steps, and the second, which counts as its receipt.
  started_at timestamptz,
  confirmed_at timestamptz,
  -- What its credits came to when they were taken, and so what is paid back, in the smallest unit of the payment's currency.
  taken_at timestamptz,
  granted integer,
  unspent integer,
  amount integer,
  -- What had been paid back before.
  given_before integer,
  done_at timestamptz,
  check (confirmed_at is null or started_at is not null),
  check ((taken_at is null) = (amount is null)),
  check (done_at is null or taken_at is not null)
);

create index withdrawals_of_user on withdrawals (user_id);
create index withdrawals_open on withdrawals (id) where confirmed_at is not null and done_at is null;

-- Which wording on beginning at once and on withdrawal stood beside the button that pays.
alter table checkouts add column terms_version text;
