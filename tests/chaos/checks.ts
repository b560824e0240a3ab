import { MAX_ATTEMPTS } from '#server/domains/jobs/run/requeue-job.ts'

/** Each finds the rows that must not be, and says what they are. */
export const CHECKS: { what: string; sql: string }[] = [
  {
    what: 'account: entries, lots and balance differ, or something is still held',
    sql: `select a.user_id, a.balance, a.held, e.sum as entries, l.remaining, l.held as held_in_lots, h.open
      from credit_accounts a,
        lateral (select coalesce(sum(amount), 0) as sum from credit_entries where user_id = a.user_id) e,
        lateral (select coalesce(sum(remaining), 0) as remaining, coalesce(sum(held), 0) as held
                 from credit_lots where user_id = a.user_id) l,
        lateral (select coalesce(sum(amount - captured - released), 0) as open
                 from credit_holds where user_id = a.user_id) h
      where a.balance <> e.sum or a.balance <> l.remaining or a.held <> l.held or a.held <> h.open or a.held <> 0`,
  },
  {
    what: 'hold still open',
    sql: `select id, job_id, amount, captured, released from credit_holds where closed_at is null`,
  },
  {
    what: 'job that never ended',
    sql: `select id, status from inference_jobs where status in ('P', 'R')`,
  },
  {
    what: 'image without exactly one capture, or a capture without an image',
    // A headshot taken again for free holds nothing, and a drawing without its main thing is given away.
    sql: `select i.id, i.job_id, i.status, count(e.id) as captures
      from prediction_images i join inference_jobs j on j.id = i.job_id
        left join credit_entries e on e.kind = 'capture' and e.image_id = i.id
      group by i.id, j.id
      having count(e.id) <> case when i.status = 'S' and j.unit_price > 0 and not i.is_free then 1 else 0 end`,
  },
  {
    what: 'job that was not paid by its delivered pictures',
    sql: `select j.id, j.type, j.status, j.unit_price, d.delivered, c.captured, h.amount, h.captured as of_hold, h.released
      from inference_jobs j left join credit_holds h on h.id = j.hold_id,
        lateral (select count(*) as delivered, count(*) filter (where not is_free) as charged
                 from prediction_images where job_id = j.id and status = 'S') d,
        lateral (select coalesce(sum(captured), 0) as captured from credit_entries
                 where job_id = j.id and kind = 'capture') c,
        -- A batch has one hold for all of its jobs.
        lateral (select sum(unit_price * num_images) as price from inference_jobs where hold_id = h.id) a
      where j.status <> 'B' and ((h.id is null and j.unit_price > 0) or c.captured <> j.unit_price * d.charged
        or h.amount <> h.captured + h.released
        -- The hold of a run is for all of its shots, however often each was tried.
        or (h.amount <> a.price and h.external_id not like 'pack_run:%' and h.external_id not like 'headshots:%')
        or (j.status = 'S') <> (d.delivered > 0 and j.status <> 'CD'))`,
  },
  {
    what: 'captured credits that no entry shows',
    sql: `select h.id, h.captured, e.captured as in_entries from credit_holds h,
        lateral (select coalesce(sum(captured), 0) as captured from credit_entries
                 where hold_id = h.id and kind = 'capture') e
      where h.captured <> e.captured`,
  },
  {
    what: 'job without a key of its own',
    sql: `select j.id, count(k.key) as keys from inference_jobs j left join idempotency_keys k on k.job_id = j.id
      where j.batch_id is null and j.user_id not in (select id from users where closing_at is not null)
      group by j.id having count(k.key) <> 1`,
  },
  {
    what: 'batch without a key of its own',
    // Sets of headshots, of which some were deleted, are known by their quotes.
    sql: `select j.batch_id, count(k.key) as keys from inference_jobs j left join idempotency_keys k on k.job_id = j.id
        join credit_holds h on h.id = j.hold_id
      where j.batch_id is not null and j.batch_id not in (select id from pack_runs)
        and h.external_id not like 'headshots:%'
        and j.user_id not in (select id from users where closing_at is not null)
      group by j.batch_id having count(k.key) <> 1`,
  },
  {
    what: 'run without a key of its own, with a shot made twice, or not paid by its shots',
    sql: `select r.id, r.idempotency_key, s.shots, s.price, s.delivered, s.due, i.images, h.amount, h.captured, h.released
      from pack_runs r,
        lateral (select count(*) as shots, sum(price) as price, count(d.id) as delivered,
                   coalesce(sum(price) filter (where d.id is not null), 0) as due
                 from run_shots x left join inference_jobs d on d.id = x.job_id and d.status = 'S'
                 where x.run_id = r.id) s,
        lateral (select count(*) as images from prediction_images p join inference_jobs j on j.id = p.job_id
                 where j.batch_id = r.id and p.status = 'S') i,
        lateral (select sum(amount) as amount, sum(captured) as captured, sum(released) as released
                 from credit_holds where external_id like 'pack_run:' || r.id || ':%') h
      where r.idempotency_key is null or s.delivered <> i.images or h.amount <> s.price
        or h.captured <> s.due or h.amount <> h.captured + h.released`,
  },
  {
    what: 'training that never ended, or has not paid just what it delivered',
    sql: `select t.id, t.status, t.cost, h.amount, h.captured, h.released
      from lora_trainings t left join credit_holds h on h.id = t.hold_id
      where t.deleted_at is null and (t.status in ('Pending', 'Running', 'Downloading')
        or h.captured <> case when t.status = 'Successful' then t.cost else 0 end)`,
  },
  {
    what: 'hold of a training that is not one of its starts, or was not closed whole',
    sql: `select h.id, h.external_id, t.starts, h.amount, h.captured, h.released
      from credit_holds h left join lora_trainings t on h.external_id like 'training:' || t.id || ':%'
      where h.external_id like 'training:%' and (h.amount <> h.captured + h.released
        -- Of a deleted account nothing is left.
        or (t.id is not null and split_part(h.external_id, ':', 3)::int not between 1 and t.starts))`,
  },
  {
    what: 'set of headshots that never ended, with a take that is not its job, or whose holds are not closed by what was delivered',
    sql: `select r.id, r.status, s.open, s.strange, h.amount, h.captured, h.released, d.due
      from headshot_runs r,
        lateral (select count(*) filter (where status in ('waiting', 'drawing') and r.status <> 'failed') as open,
                   count(*) filter (where exists (
                     select from jsonb_array_elements(takes) t
                     left join inference_jobs j on j.id = (t->>'job')::uuid and j.status = 'S' and j.batch_id = r.id
                     where j.id is null)) as strange
                 from headshot_shots where run_id = r.id) s,
        lateral (select coalesce(sum(amount), 0) as amount, coalesce(sum(captured), 0) as captured,
                   coalesce(sum(released), 0) as released
                 from credit_holds where external_id = 'headshots:' || r.id or external_id in (
                   select 'headshots:' || s.id || ':' || n from headshot_shots s, generate_series(1, s.tries) n
                   where s.run_id = r.id)) h,
        lateral (select coalesce(sum(j.unit_price), 0) as due from inference_jobs j
                 where j.batch_id = r.id and j.status = 'S') d
      where r.status not in ('done', 'failed') or s.open > 0 or s.strange > 0
        or h.amount <> h.captured + h.released or h.captured <> d.due`,
  },
  {
    what: 'proposal that never ended, or was not paid by what was written',
    sql: `select p.id, p.status, p.credits, h.amount, h.captured, h.released
      from word_proposals p left join credit_holds h on h.external_id = 'proposal:' || p.id
      where p.status = 'R' or h.id is null or h.amount <> p.credits or h.amount <> h.captured + h.released
        or h.captured <> case when p.status = 'S' then p.credits else 0 end`,
  },
  {
    what: 'promotion code that an account used more than once',
    sql: `select user_id, promotion_id, count(*) as uses from payments
      where status = 'paid' and kind = 'pack' and promotion_id is not null
      group by user_id, promotion_id having count(*) > 1`,
  },
  {
    what: 'job that failed although it had attempts left',
    sql: `select id, attempt, handed_back, error from inference_jobs
      where status = 'FL' and attempt - handed_back < ${MAX_ATTEMPTS}
        -- The engine looked at its own result and refused it, which is the same at every attempt, whatever is killed.
        and error->>'code' not in ('picture_failed', 'no_improvement', 'quality_check')`,
  },
]
