-- Decisions of administrators about accounts that share something: all of them were limited, or are fine.
create table cluster_decisions (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('limited', 'fine')),
  reason text not null,
  decided_at timestamptz not null default now(),
  undone_at timestamptz
);
-- The accounts that a decision was about. `limit_id`: the limit that it set; null where it set none.
create table cluster_decision_accounts (
  decision_id uuid not null references cluster_decisions (id) on delete cascade,
  user_id uuid not null references users (id),
  limit_id uuid references account_limits (id) on delete set null,
  primary key (decision_id, user_id)
);
create index cluster_decision_accounts_user on cluster_decision_accounts (user_id);
create index cluster_decision_accounts_limit on cluster_decision_accounts (limit_id) where limit_id is not null;
