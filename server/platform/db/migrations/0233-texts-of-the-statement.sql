-- The text of a line, {"key", "values"}, beside its English sentence. JSON null: no text says it, as what the operator wrote.
-- Null: a line from before texts, or of a process of the version before, whose text is not looked for yet.
alter table credit_entries add column said jsonb;

-- Lines only grow, but the text of a line that has none yet is added to it once.
create function refuse_change_of_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.said is null and to_jsonb(new) - 'said' = to_jsonb(old) - 'said' then
    return new;
  end if;
  raise exception '% only grows', tg_table_name;
end $$;
drop trigger credit_entries_append_only on credit_entries;
create trigger credit_entries_append_only before update or delete on credit_entries
  for each row execute function refuse_change_of_entry();
