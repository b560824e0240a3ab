-- Whether the staff looks at a model before it is published, whatever the installation reviews: it was hidden once.
alter table community_models add column flagged boolean not null default false;
update community_models set flagged = true
  where state = 'hidden'
    or id::text in (select subject from audit_log where action = 'publication_hidden');
-- So far only what the review hid was flagged, not what was hidden after a report.
update community_images set flagged = true where state = 'hidden' and not flagged;

-- Whether a decision about something stands is asked each time that it might be shown again.
create index community_takedowns_item on community_takedowns (item_id) where item_id is not null;
