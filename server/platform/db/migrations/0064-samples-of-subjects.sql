-- The four packs with a subject have samples since this version; of those that are there, none was given others.
update packs set samples = '[{"url": "/packs/city-portraits-1.webp", "alt": "A toy bear as an example, at night"}, {"url": "/packs/city-portraits-2.webp", "alt": "A toy bear as an example, at sunset"}]'
where seed_key = 'city-portraits' and samples = '[]';
update packs set samples = '[{"url": "/packs/four-seasons-1.webp", "alt": "A toy bear as an example, in the snow"}, {"url": "/packs/four-seasons-2.webp", "alt": "A toy bear as an example, in fall colors"}, {"url": "/packs/four-seasons-3.webp", "alt": "A toy bear as an example, in spring colors"}]'
where seed_key = 'four-seasons' and samples = '[]';
update packs set samples = '[{"url": "/packs/pet-of-the-month-1.webp", "alt": "A toy bird as an example, in the snow"}, {"url": "/packs/pet-of-the-month-2.webp", "alt": "A toy bird as an example, on the grass"}, {"url": "/packs/pet-of-the-month-3.webp", "alt": "A toy bird as an example, on red"}]'
where seed_key = 'pet-of-the-month' and samples = '[]';
update packs set samples = '[{"url": "/packs/product-shelf-1.webp", "alt": "A potted plant as an example, on white"}, {"url": "/packs/product-shelf-2.webp", "alt": "A potted plant as an example, at sunset"}]'
where seed_key = 'product-shelf' and samples = '[]';
