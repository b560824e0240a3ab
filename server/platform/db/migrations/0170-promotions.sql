-- Promotions: what administrators take off the prices of plans and packs for whoever has the code.
create table promotions (
  id uuid primary key default uuidv7(),
  -- The payment provider where it is redeemed: ids of one mean nothing to another.
  provider text not null,
  -- In capitals, as customers type it or as a link brings it; never given twice.
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
  percent_off integer check (percent_off between 1 and 100),
  -- Cents of US dollars.
  amount_off integer check (amount_off > 0),
  applies_to text not null check (applies_to in ('all', 'plans', 'monthly_plans', 'yearly_plans', 'packs')),
  -- How long a plan has it: its first payment, the payments of so many months, or all.
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  months integer check (months between 1 and 36),
  -- Only for who has never paid.
  first_purchase boolean not null,
  max_redemptions integer check (max_redemptions > 0),
  -- By the clock of money.
  expires_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The provider's id of it; null: the provider does not know of it yet.
  external_id text,
  -- When the provider was told that it has ended.
  closed_at timestamptz,
  unique (provider, code),
  check ((percent_off is null) <> (amount_off is null)),
  check ((duration = 'repeating') = (months is not null)),
  check (closed_at is null or ended_at is not null)
);
create index promotions_to_tell on promotions (id) where external_id is null or (ended_at is not null and closed_at is null);

alter table checkouts add column promotion_id uuid references promotions (id);

-- What was off the list price, in the smallest unit of the currency; `amount` is what was paid.
alter table payments
  add column promotion_id uuid references promotions (id),
  add column discount integer not null default 0 check (discount >= 0);
create index payments_of_promotion on payments (promotion_id, user_id) where promotion_id is not null;

-- What is off the payments that are to come; without an end: all of them.
alter table subscriptions
  add column promotion_id uuid references promotions (id),
  add column discount_ends_at timestamptz;
