-- Searches of what is published. With a limit a planner takes reading the whole table until enough is found for cheap, whatever
-- that costs where little is found; inside these functions it reads the indexes of words and of spelling alone.

-- The newest of what has these words, of these ratings.
create function community_images_with(asked tsquery, levels smallint[], most integer) returns table (id uuid)
  language sql stable set enable_seqscan = off set enable_indexscan = off
  as $$
    select i.id from community_images i
    where i.words @@ asked and i.state = 'published' and i.rating = any (levels)
    order by i.published_at desc, i.id desc limit most
  $$;
create function community_models_with(asked tsquery, levels smallint[], most integer) returns table (id uuid)
  language sql stable set enable_seqscan = off set enable_indexscan = off
  as $$
    select m.id from community_models m
    where m.words @@ asked and m.state = 'published' and m.rating = any (levels)
    order by m.published_at desc, m.id desc limit most
  $$;

-- Some of what is spelled nearly so, of these ratings, and how near.
create function community_images_spelled(asked text, levels smallint[], most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set enable_indexscan = off
  as $$
    select i.id, word_similarity(asked, i.alt) from community_images i
    where i.alt %> asked and i.state = 'published' and i.rating = any (levels) limit most
  $$;
create function community_models_spelled(asked text, levels smallint[], most integer) returns table (id uuid, likeness real)
  language sql stable set enable_seqscan = off set enable_indexscan = off
  as $$
    select m.id, word_similarity(asked, m.name) from community_models m
    where m.name %> asked and m.state = 'published' and m.rating = any (levels) limit most
  $$;
