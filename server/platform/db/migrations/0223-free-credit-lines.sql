-- Since when an account that waits for its first free credits takes no place among those of its network: it is limited, banned or
-- deleted. It gets a place again, the first that is free, once it is none of these. Its network is kept meanwhile, for 90 days.
alter table free_credits add column aside_since timestamptz;
