-- Searches of what is published. With a limit a planner takes reading the whole table until enough is found for cheap, whatever
-- that costs where little is found; inside these functions it reads the index of words alone.

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

-- What is spelled nearly so is looked for in what is newest, without an index: that of spelling read millions for what a few
-- letters have in common.
drop index community_images_alt;
drop index community_models_name;
