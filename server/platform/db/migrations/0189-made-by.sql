-- The networks and ways by which a tool or a video made each image, as its engine said; null: it did not say, as for all images
-- made before.
alter table prediction_images add column made_by jsonb;
