-- Images of the site that administrators replaced: by a copy of an image of their library, or by one that a model drew again.
create table site_pictures (
  -- As the program names it; for a file that comes with it, its path.
  place text primary key,
  -- Hash, words and model of what is shown; null: the file that comes with the program.
  shown jsonb,
  -- Shown before the last change, for one step back; meaningless before there was one.
  previous jsonb,
  changed_at timestamptz,
  -- Of drawing it again; null: nobody asked, or it is done.
  redraw text check (redraw in ('wanted', 'drawing', 'failed')),
  wanted_at timestamptz,
  -- When the process that draws it was last heard of.
  seen_at timestamptz
);
create index site_pictures_redraw on site_pictures (wanted_at) where redraw in ('wanted', 'drawing');

-- The files of these, copies of their own: an image that is deleted from the library stays on the pages.
create table site_picture_files (
  hash text primary key,
  -- WebP.
  image bytea not null,
  created_at timestamptz not null default now()
);
