-- Chosen by the author: a message that is sent again because its answer was lost is written once.
alter table support_messages add column request_key uuid;
create unique index support_messages_request on support_messages (author_id, request_key) where request_key is not null;
alter table announcements add column request_key uuid;
create unique index announcements_request on announcements (created_by, request_key) where request_key is not null;
