-- After a week, and with its owner's account, a proposal loses its words, its key and what was asked for: the rest is for the books.
alter table word_proposals alter column key drop not null;
drop index word_proposals_created;
create index word_proposals_created on word_proposals (created_at) where key is not null;
create index word_proposals_hold on word_proposals (hold_id);
