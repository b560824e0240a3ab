alter table site_pictures
  -- Of the process that draws it: one that was taken for ended changes nothing of the next one's drawing.
  add column claim uuid,
  -- Times that drawing it was begun since somebody asked for it.
  add column attempts integer not null default 0;
