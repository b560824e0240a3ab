-- Where the parts of an upload were put together: each attempt writes a file of its own, and the first that is whole counts.
alter table community_model_uploads add column storage_key text;
update community_model_uploads set storage_key = 'lora-files/' || user_id || '/' || id || '.safetensors'
where state <> 'open';
