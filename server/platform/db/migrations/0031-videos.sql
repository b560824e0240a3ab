-- The file of a video, beside its first frame in storage_key, and {duration, fps, bytes}; null: it is an image.
alter table prediction_images add column video_storage_key text;
alter table prediction_images add column video jsonb;
create index prediction_images_video_key on prediction_images (video_storage_key) where video_storage_key is not null;
