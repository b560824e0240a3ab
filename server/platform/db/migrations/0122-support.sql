-- Questions of customers to the team, and what both wrote.
create table support_tickets (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  subject text not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- Of a plan with priority support when the customer last wrote.
  is_priority boolean not null default false,
  job_id uuid references inference_jobs (id) on delete set null,
  payment_id uuid references payments (id) on delete set null,
  -- The colleague who works on it.
  assigned_to uuid references users (id),
  -- Since when the customer waits; null: they do not.
  waiting_since timestamptz default now(),
  first_answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index support_tickets_user on support_tickets (user_id, id desc);
create index support_tickets_open on support_tickets (is_priority desc, waiting_since, id) where state = 'open';
create index support_tickets_state on support_tickets (state, id desc);
create index support_tickets_created on support_tickets (created_at);
create index support_tickets_job on support_tickets (job_id) where job_id is not null;
create index support_tickets_payment on support_tickets (payment_id) where payment_id is not null;
create index support_tickets_assigned on support_tickets (assigned_to) where assigned_to is not null;

create table support_messages (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  -- Null: a colleague whose account is deleted.
  author_id uuid references users (id),
  is_from_team boolean not null,
  text text not null,
  -- Credits that were given back with it, and by which adjustment.
  credits integer,
  adjustment_id uuid unique references credit_adjustments (id),
  created_at timestamptz not null default now()
);
create index support_messages_ticket on support_messages (ticket_id, id);
create index support_messages_author on support_messages (author_id) where author_id is not null;

alter table community_notifications add column ticket_id uuid references support_tickets (id) on delete cascade;
create index community_notifications_ticket on community_notifications (ticket_id) where ticket_id is not null;
-- Answers to one ticket are one until it is read.
create unique index community_notifications_tickets on community_notifications (user_id, ticket_id)
  where kind = 'ticket' and read_at is null;
