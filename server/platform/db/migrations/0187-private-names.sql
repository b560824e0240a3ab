-- Prompts that name models were published with the names of models that only their owners have. The sweep of publications goes through them
-- once; what is published from now on has none.
alter table community_images add column names_checked boolean not null default true;
update community_images set names_checked = false where image_id is not null and prompt like '%<lora:%';
create index community_images_names on community_images (id) where not names_checked;

-- What a decision about a link took was never given back: it withholds the image, and no more. From now on such a decision has `took`
-- where a ban ended while it stood: what explore shows of the image comes back with it.
update community_takedowns set took = null where kind = 'share';
