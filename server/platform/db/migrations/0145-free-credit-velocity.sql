-- The range of network addresses of the verification (IPv4 /24, IPv6 /48), kept as long as the network.
alter table free_credits add column network_range text;
create index free_credits_range on free_credits (network_range, due_at) where network_range is not null;
create index free_credits_days on free_credits (due_at) where network is not null;
