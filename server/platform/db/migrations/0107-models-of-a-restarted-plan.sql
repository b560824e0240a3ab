-- From when on trained models count in the first credit month of a plan that was changed from monthly to yearly: an upgrade keeps
-- the count of the month that it ended. Null: from the start of the credit month.
alter table subscriptions add column models_since timestamptz;
