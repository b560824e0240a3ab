-- The language that somebody reads: emails are written in it, and pages that name none are shown in it. Null in older accounts
-- and in those that the operator opens: emails are in English, pages follow the browser. No list of languages is checked, since
-- the operator chooses which are offered; who has another one gets English.
alter table users add column language text;
