alter table subscriptions
  -- An upgrade that waits for its payment has taken the schedule off: scheduled_* is set at the provider again.
  add column keeps_scheduled boolean not null default false,
  -- All money of the running period went back, so the provider was told to end it.
  add column returned boolean not null default false,
  -- That money did not go back after all: it runs to the end of what is paid, here alone.
  add column runs_out boolean not null default false;

-- Cents of refunds that the provider could not deliver; refunded is without them.
alter table payments add column refunds_failed integer not null default 0 check (refunds_failed >= 0);
