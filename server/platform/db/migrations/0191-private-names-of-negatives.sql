-- Names of private models are taken out of negative prompts, too: these are looked at once more.
update community_images set names_checked = false
where image_id is not null and parameters ->> 'negative_prompt' like '%<lora:%';
