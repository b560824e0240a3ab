-- Whether the person in the photos agreed that the model is shared with other accounts; it was not asked before.
alter table consent_links add column allows_sharing boolean not null default false;

-- A model that its owner offers to another account; used by that account only while the state is `accepted`.
create table model_shares (
  id uuid primary key default uuidv7(),
  lora_training_id uuid not null references lora_trainings (id) on delete cascade,
  -- Who offers it: the owner of the studio.
  user_id uuid not null references users (id),
  -- The address as it was typed; whether it has an account is nowhere said to the owner.
  email text not null,
  -- Who answered; null before.
  guest_id uuid references users (id),
  -- offered -> accepted | declined | withdrawn | expired; accepted -> withdrawn. Nothing else.
  state text not null default 'offered' check (state in ('offered', 'accepted', 'declined', 'withdrawn', 'expired')),
  -- Of one that is withdrawn: its owner, the guest, the person in the photos, or the deletion of the studio.
  ended_by text check (ended_by in ('owner', 'guest', 'consent', 'deleted')),
  expires_at timestamptz not null,
  -- When the account of the address was written to; null: it was not, or there is none.
  told_at timestamptz,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  ended_at timestamptz,
  check ((state = 'withdrawn') = (ended_by is not null)),
  check (state <> 'accepted' or guest_id is not null)
);
create index model_shares_training on model_shares (lora_training_id, id desc);
create index model_shares_user on model_shares (user_id);
create index model_shares_guest on model_shares (guest_id) where guest_id is not null;
create index model_shares_email on model_shares (lower(email));
create index model_shares_offered on model_shares (expires_at) where state = 'offered';
create unique index model_shares_one_offer on model_shares (lora_training_id, lower(email)) where state in ('offered', 'accepted');
create unique index model_shares_one_guest on model_shares (lora_training_id, guest_id) where state = 'accepted';
