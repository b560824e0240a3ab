-- The words of a shot are judged once, when they are ordered: its job is not judged again while the hash is the same. Null: ordered before
-- this, or never judged.
alter table run_shots add column judged_hash bytea;
