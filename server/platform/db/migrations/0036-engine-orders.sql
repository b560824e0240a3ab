-- Which engine does a piece of work that several can do, where an administrator has said so.
create table engine_orders (
  -- drawing, model:ID or tool:NAME.
  work text primary key,
  -- auto: the one that will have it done soonest; listed: the first of these that can.
  mode text not null check (mode in ('auto', 'listed')),
  engines text[] not null default '{}'
);
