-- The decision with which a copy was removed. That one may go with the account of its owner; what was decided about the copy stays.
alter table community_takedowns add column copy_of uuid references community_takedowns (id) on delete set null;
create index community_takedowns_copies on community_takedowns (copy_of) where copy_of is not null;

-- State that the decision took something from; what a comment or a link was, too, when everybody saw it. Null: it took nothing, or
-- has given it back. A decision that was taken back still has it while another one, or a ban, keeps the thing away.
alter table community_takedowns add column took text
  check (took in ('scanning', 'published', 'hidden', 'withdrawn'));

-- So far copies were known by the transaction that removed them and by their pixels.
update community_takedowns copy set copy_of = first.id
from community_takedowns first
join community_refused_images refused on refused.takedown_id = first.id
join community_images image on image.pixels_hash = refused.pixels_hash
where image.id = copy.item_id and copy.kind = 'image' and copy.action = 'remove'
  and copy.decided_at = first.decided_at and copy.id <> first.id;

-- So far what everybody saw before one of the decisions about it came back with the last of them: a removal, if there is one.
update community_takedowns decision set took = 'published'
where kind in ('image', 'model', 'comment', 'share') and action <> 'keep' and reversed_at is null
  and exists (
    select from community_takedowns other
    where other.item_id = decision.item_id and other.action <> 'keep' and other.was_shown)
  and not exists (
    select from community_takedowns after
    where after.item_id = decision.item_id and after.action <> 'keep' and after.reversed_at is null
      and (case when after.action = decision.action then after.id > decision.id
        else after.action = 'remove' end));
alter table community_takedowns drop column was_shown;
