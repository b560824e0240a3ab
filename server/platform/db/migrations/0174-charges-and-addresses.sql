-- What the provider said of a payment's charge: how it judged the risk, and which card paid.
create table payment_charges (
  payment_id uuid primary key references payments (id),
  -- A keyed hash of the card's fingerprint, for 90 days.
  card_hash bytea,
  -- As Stripe Radar names them; null where it did not look at the charge.
  risk_level text,
  risk_score integer,
  -- Such as `authorized` or `manual_review`, and the rule that decided.
  outcome text,
  outcome_reason text,
  read_at timestamptz not null default now()
);
create index payment_charges_card on payment_charges (card_hash) where card_hash is not null;

-- Public network addresses from which an account was opened or signed in to, as keyed hashes, for 90 days.
create table account_addresses (
  user_id uuid not null references users (id),
  address_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, address_hash)
);
create index account_addresses_hash on account_addresses (address_hash);
create index account_addresses_seen on account_addresses (last_seen_at);
