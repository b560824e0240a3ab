-- By itself: each migration is a transaction of its own, and this one lets statements be read while it runs.
create index credit_entries_without_text on credit_entries (id) where said is null;
