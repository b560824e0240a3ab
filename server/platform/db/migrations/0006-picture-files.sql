-- Whose picture a file is: asked for every file that is shown without a signature.
create index prediction_images_file on prediction_images (storage_key) where storage_key is not null;
create index prediction_images_marked_file on prediction_images (marked_storage_key) where marked_storage_key is not null;
