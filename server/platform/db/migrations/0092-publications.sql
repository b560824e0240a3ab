-- A public image is published under an address of its own, which ends with its publication. Words and settings are hidden
-- unless its owner shows them; what was public before hid nothing and now does.
alter table prediction_images add column publication_id uuid;
alter table prediction_images add column shows_prompt boolean not null default false;
-- Whether a face was found in it; null: nobody has looked yet. Looked at when strangers may see it.
alter table prediction_images add column has_face boolean;
update prediction_images set publication_id = gen_random_uuid() where is_public;
create unique index prediction_images_publication on prediction_images (publication_id) where publication_id is not null;
