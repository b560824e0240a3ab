-- A drawing in which what its prompt is about cannot be made out is delivered and not paid.
alter table prediction_images add column is_free boolean not null default false;
