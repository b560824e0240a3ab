-- The trouble that the last failure tells of, which the console read out of the line for the log before.
alter table engine_states add column last_trouble text;
update engine_states set last_trouble = case
  when last_error ~ 'answered 402'
    or last_error ~ 'answered 403' and last_error ~* '\m(locked|balance|exhausted)\M' then 'no_money'
  when last_error ~ 'answered 40[13]' then 'refuses_credentials'
  when last_error ~ 'answered 404' then 'no_such_server'
  when last_error ~ 'answered (429|503)' then 'too_busy'
  when last_error ~ 'answered \d{3}' then 'answers_with_error'
  when last_error ~ 'in time' then 'silent'
  when last_error ~ 'could not be reached|no public address' then 'unreachable'
  when last_error ~ 'has no model|is no model' then 'no_model'
  when last_error ~ 'something else than expected' then 'other_kind'
  when last_error ~ 'times in a minute|rests after' then 'rests'
  else 'unknown'
end
where last_error is not null;
