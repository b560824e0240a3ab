-- Sets of headshots that are paid once by card.
alter table checkouts drop constraint checkouts_kind_check;
alter table checkouts add constraint checkouts_kind_check check (kind in ('plan', 'pack', 'headshots'));
-- What it pays for where that is another domain's: the set of headshots; and its price in cents, as it was when it was ordered.
alter table checkouts add column reference uuid;
alter table checkouts add column amount integer;
alter table checkouts add constraint checkouts_headshots check ((kind = 'headshots') = (reference is not null and amount is not null));
create index checkouts_reference on checkouts (reference) where reference is not null;

alter table payments drop constraint payments_kind_check;
alter table payments add constraint payments_kind_check check (kind in ('plan', 'pack', 'headshots'));
alter table payments drop constraint payments_reason_check;
alter table payments add constraint payments_reason_check check (reason in ('start', 'renewal', 'upgrade', 'pack', 'headshots'));
alter table payments add column reference uuid;
-- Why all of it is to go back; written once, in the transaction that decides it. The money follows.
alter table payments add column return_reason text check (return_reason in ('few_passed', 'not_made', 'canceled'));
create index payments_owed on payments (created_at) where return_reason is not null;

-- unpaid: waits for a card; paid: its training begins next; expired: nobody paid.
alter table headshot_runs drop constraint headshot_runs_status_check;
alter table headshot_runs add constraint headshot_runs_status_check
  check (status in ('unpaid', 'expired', 'paid', 'training', 'drawing', 'done', 'failed'));
-- Of billing; null: paid by credits, or not yet. Cents, where it is by card.
alter table headshot_runs add column price integer;
alter table headshot_runs add column payment_id uuid;
alter table headshot_runs add column paid_at timestamptz;
-- Whether enough shots passed in time for the card payment to stay; written once.
alter table headshot_runs add column verdict text check (verdict in ('kept', 'returned'));
alter table headshot_runs add constraint headshot_runs_paid check ((payment_id is null) = (paid_at is null));
drop index headshot_runs_one;
create unique index headshot_runs_one on headshot_runs (lora_training_id) where status in ('paid', 'training', 'drawing');
create unique index headshot_runs_unpaid on headshot_runs (lora_training_id) where status = 'unpaid';
create index headshot_runs_undecided on headshot_runs (id) where payment_id is not null and verdict is null;

-- When a shot was first like the person, by the clock of billing; stays when it is taken anew.
alter table headshot_shots add column passed_at timestamptz;
-- Its owner ended it.
alter table headshot_shots add column canceled boolean not null default false;
