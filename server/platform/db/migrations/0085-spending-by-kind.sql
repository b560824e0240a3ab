-- What engines cost by kind of work: a type of job, a task in words, `training` or `model_sample`. The rows of what was made go with
-- their owners or after a week; these stay. Millionths of a US dollar.
create table engine_spending_by_kind (
  engine text not null,
  day date not null,
  kind text not null,
  spent bigint not null,
  primary key (engine, day, kind)
);
create index engine_spending_by_kind_day on engine_spending_by_kind (day);

insert into engine_spending_by_kind (engine, day, kind, spent)
select engine, day, kind, sum(cost) from (
  select engine, (coalesce(finished_at, created_at) at time zone 'utc')::date as day, type as kind, engine_cost as cost
  from inference_jobs where engine_cost > 0
  union all
  select engine, (created_at at time zone 'utc')::date, task, cost from word_proposals where cost > 0
  union all
  select engine, (coalesce(finished_at, created_at) at time zone 'utc')::date, 'training', engine_cost
  from lora_trainings where engine_cost > 0
) as known group by 1, 2, 3;
