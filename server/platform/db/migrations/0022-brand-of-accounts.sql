-- The brand where the account was opened: mails come from it and lead to it. Null in older accounts and in those that the
-- operator opens: the first brand. No list of names is checked, since a brand may go; its people then get the first one's.
alter table users add column brand text;

-- The name that a mail comes from.
alter table inbox_mails add column sender text not null default '';
alter table inbox_mails alter column sender drop default;
