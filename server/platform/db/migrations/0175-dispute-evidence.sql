-- What was sent to the payment provider about a disputed payment, once for each dispute.
create table dispute_evidence (
  provider text not null,
  dispute_id text not null,
  payment_id uuid not null references payments (id),
  -- Fields by their names at the provider; null once the account was deleted.
  evidence jsonb,
  sent_by uuid references users (id),
  requested_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Why the provider did not take it.
  refused text,
  primary key (provider, dispute_id)
);
create index dispute_evidence_payment on dispute_evidence (payment_id);
create index dispute_evidence_waiting on dispute_evidence (requested_at) where sent_at is null and refused is null;
create index payments_disputed on payments (id) where dispute_id is not null;
