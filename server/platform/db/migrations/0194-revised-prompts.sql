-- The words that a service drew each image by, where it rewrote the prompt; null: it did not, or did not say so.
alter table prediction_images add column revised_prompt text;
