-- Whether the staff looks at an image before it is published, whatever the installation reviews: it shows somebody real, or more
-- than everybody may see, or was hidden once.
alter table community_images add column flagged boolean not null default false;

create index community_images_waiting on community_images (id) where state in ('scanning', 'hidden');
