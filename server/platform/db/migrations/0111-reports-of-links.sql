-- An image that was shared by a link, and that explore does not show, can be reported and decided about, too.
alter table community_takedowns drop constraint community_takedowns_kind_check;
alter table community_takedowns add constraint community_takedowns_kind_check
  check (kind in ('image', 'model', 'comment', 'creator', 'share', 'address'));
alter table community_reports drop constraint community_reports_kind_check;
alter table community_reports add constraint community_reports_kind_check
  check (kind in ('image', 'model', 'comment', 'creator', 'share', 'address'));
