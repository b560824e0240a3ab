alter table subscriptions
  -- What a period of the planned change costs at the provider, without a promotion, and its price there: as it was agreed, whatever is
  -- asked for that plan since. Null: nothing is planned, or it was not read yet.
  add column scheduled_price integer check (scheduled_price > 0),
  add column scheduled_price_id text;

-- What stood in those settings when the change was planned, so that it changes only what it was to change; null: it was not planned.
alter table setting_changes add column planned_over jsonb;
