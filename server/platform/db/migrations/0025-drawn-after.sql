-- What each image was drawn after, as its engine said; null: it did not say, as for all images made before.
alter table prediction_images add column drawn_after jsonb;
