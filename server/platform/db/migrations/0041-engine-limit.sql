-- A proposal counts among what its engine does at once from when it is asked for; it begins when the engine has room.
alter table word_proposals add column started_at timestamptz;
