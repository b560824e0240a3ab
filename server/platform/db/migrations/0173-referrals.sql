-- The code by which somebody invites others.
create table referral_codes (
  user_id uuid primary key references users (id),
  code text not null unique,
  created_at timestamptz not null default now()
);

-- An account that was opened by somebody's code, and what came of it. Kept with the books: it says why credits were given.
create table referrals (
  id uuid primary key default uuidv7(),
  inviter_id uuid not null references users (id),
  invited_id uuid not null unique references users (id),
  state text not null check (state in ('waiting', 'refused', 'granted', 'taking_back', 'taken_back')),
  -- Why it was refused or taken back.
  reason text,
  created_at timestamptz not null default now(),
  -- The first payment, and when it is seven days old by the billing clock.
  payment_id uuid references payments (id),
  due_at timestamptz,
  -- Credits that each side got.
  inviter_credits integer not null default 0,
  invited_credits integer not null default 0,
  decided_at timestamptz,
  check ((payment_id is null) = (due_at is null)),
  check ((state = 'waiting') = (decided_at is null))
);
create index referrals_inviter on referrals (inviter_id, due_at);
create index referrals_due on referrals (state, due_at) where due_at is not null;
create index referrals_payment on referrals (payment_id) where payment_id is not null;
