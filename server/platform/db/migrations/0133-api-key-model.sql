-- The model that calls of A1111's interface use which name none; null: the default model.
alter table api_keys add column sd_model text;
