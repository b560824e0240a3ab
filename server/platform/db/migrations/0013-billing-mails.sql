-- Mails that are sent once for something, such as a period that is about to renew.
create table billing_notices (
  user_id uuid not null references users (id),
  kind text not null,
  key text not null,
  sent_at timestamptz not null,
  primary key (user_id, kind, key)
);
alter table users add column mail_low_credits boolean not null default true;
