-- How a delivered picture came to be, as its file says it (IPTC digital source type). Null: before this was kept, when
-- every file was labelled as drawn by a model.
alter table prediction_images add column source_type text check (source_type in
  ('trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'composite', 'algorithmicallyEnhanced'));
