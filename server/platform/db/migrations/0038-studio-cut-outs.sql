-- What was cut out of the photos of a studio, for models whose drawings are led by images: [{photo, key}]
alter table lora_trainings add column cut_outs jsonb not null default '[]';
