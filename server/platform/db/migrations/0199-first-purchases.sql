-- The public network address (of IPv6 the /64) that a first purchase was begun from, as an HMAC under a key of the installation; null for
-- other purchases, for addresses that are not public, and two days later.
alter table checkouts add column first_network bytea;
create index checkouts_first_network on checkouts (first_network, created_at) where first_network is not null;
