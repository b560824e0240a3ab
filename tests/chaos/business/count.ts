import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { PACK_CREDITS } from '../storm.ts'
import type { Deed } from './deeds.ts'

/** Longer than the mail about a first image waits. */
const LATER = '2 hours'
/** Mails of the life cycle that a person may get in a run. */
const LIFECYCLE_KINDS = ['welcome', 'first_image']

async function withClient<T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Keeps every mail that is sent, for the inbox itself holds the last hundred only. */
export const keepMails = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query(`
      create table if not exists chaos_mails (recipient text, subject text, body text);
      create or replace function keep_chaos_mail() returns trigger language plpgsql as $$
        begin
          insert into chaos_mails values (new.recipient, new.subject, new.body_text);
          return new;
        end $$;
      create or replace trigger keep_chaos_mail after insert on inbox_mails
        for each row execute function keep_chaos_mail()`)
  })

/**
 * Has the mails that wait be due, and waits until each was sent, every withdrawal was paid back, every planned price whose time has
 * come is stored, and the payment provider was told of every promotion.
 * @param meanwhile is called once they are due
 */
export const waitForBusiness = (
  databaseUrl: string,
  timeoutMs: number,
  meanwhile: () => Promise<void>,
): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query(
      `update lifecycle_mails set created_at = created_at - $1::interval where state = 'waiting'`,
      [LATER],
    )
    await meanwhile()
    const deadline = Date.now() + timeoutMs
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select (select count(*) from lifecycle_mails where state in ('waiting', 'due') and kind = 'welcome'
             or state in ('waiting', 'due') and exists (
               select from prediction_images i where i.user_id = lifecycle_mails.user_id and i.status = 'S'))::int
           + (select count(*) from withdrawals where confirmed_at is not null and done_at is null)::int
           + (select count(*) from bans where stopped_at is null)::int
           + (select count(*) from setting_changes where applied_at is null and canceled_at is null
                and starts_at <= money_now())::int
           + (select count(*) from promotions where closed_at is null
                and (external_id is null or ended_at is not null))::int as open`,
      )
      // Mails and payments that are open by then are counted as differences.
      if (rows[0]?.open === 0 || Date.now() > deadline) return
      await sleep(300)
    }
  })

/** Says what is wrong about a deed; null: it is there just once. */
type CheckOf<D> = (client: Client, deed: D) => Promise<string | null>
type DeedOf<K extends Deed['kind']> = Extract<Deed, { kind: K }>

/** One row of facts about a deed. */
async function factsOf<T extends object>(
  client: Client,
  sql: string,
  values: unknown[],
): Promise<T> {
  const { rows } = await client.query<T>(sql, values)
  return (rows[0] ?? {}) as T
}

const differs = (wanted: object, found: object): string | null => {
  const seen = Object.fromEntries(
    Object.keys(wanted).map((name) => [name, (found as Record<string, unknown>)[name]]),
  )
  return JSON.stringify(wanted) === JSON.stringify(seen) ? null : JSON.stringify(found)
}

/** Adjustments by their key, how often they stand in the log as done, and the lines of the statement that they made. */
const ADJUSTED = `
  select count(*)::int as made, max(a.state) as state, max(a.amount)::int as amount,
    (select count(*)::int from audit_log where data->>'adjustment' = $3
       and action in ('adjustment_done', 'plan_given', 'debt_forgiven')) as logged,
    (select count(*)::int from credit_entries where external_id = 'adjustment:' || $3) as lines,
    (select coalesce(sum(amount), 0)::int from credit_entries where external_id = 'adjustment:' || $3) as moved
  from credit_adjustments a where requested_by = $1 and request_key = $2 and id = $3::uuid`

const adjustment: CheckOf<DeedOf<'adjustment' | 'credit_back'>> = async (client, deed) => {
  const { by, key, id, amount } = deed
  const found = await factsOf(client, ADJUSTED, [by, key, id])
  const wanted = { made: 1, state: 'done', amount, logged: 1, lines: 1, moved: amount }
  return differs(wanted, found)
}

const CHECKS: { [K in Deed['kind']]: CheckOf<DeedOf<K>> } = {
  adjustment,
  async credit_back(client, deed) {
    const wrong = await adjustment(client, deed)
    if (wrong !== null) return wrong
    const found = await factsOf(
      client,
      `select count(*)::int as messages, max(credits)::int as credits from support_messages where adjustment_id = $1`,
      [deed.id],
    )
    return differs({ messages: 1, credits: deed.amount }, found)
  },
  async forgiveness(client, { by, key, id, amount, user }) {
    const found = await factsOf<object>(client, ADJUSTED, [by, key, id])
    const books = await factsOf(
      client,
      `select coalesce(sum(r.forgiven), 0)::int as forgiven,
         (select count(*)::int from chaos_mails m join users u on u.email = m.recipient
          where u.id = $1 and m.subject like '%forgiven') as mails
       from credit_revocations r where r.user_id = $1`,
      [user],
    )
    const wanted = { made: 1, state: 'done', amount, logged: 1, lines: 0 }
    return differs({ ...wanted, forgiven: amount, mails: 1 }, { ...found, ...books })
  },
  async plan(client, { by, key, id }) {
    const found = await factsOf(client, ADJUSTED, [by, key, id])
    return differs({ made: 1, state: 'done', logged: 1 }, found)
  },
  async answer(client, { by, key, ticket }) {
    const found = await factsOf(
      client,
      `select count(*)::int as messages,
         (select count(*)::int from audit_log where action = 'ticket_answered' and subject = $3) as logged,
         (select count(*)::int from chaos_mails where subject = 'Re: ' || (
            select subject from support_tickets where id = $3::uuid)) as mails,
         (select count(*)::int from support_messages where ticket_id = $3::uuid and is_from_team) as said
       from support_messages where author_id = $1 and request_key = $2 and ticket_id = $3::uuid`,
      [by, key, ticket],
    )
    // The second mail tells of the credits that were given back.
    return differs({ messages: 1, logged: 1, mails: 2, said: 2 }, found)
  },
  async answer_with_credits(client, { user, ticket, amount, by, key }) {
    const found = await factsOf(
      client,
      `select count(*)::int as messages, max(m.credits)::int as credits, max(t.state) as state,
         (select string_agg(action, ' ' order by action) from audit_log
          where subject = $3 and action in ('ticket_answered', 'ticket_closed')) as logged,
         (select coalesce(sum(e.amount), 0)::int from credit_adjustments a
          join credit_entries e on e.user_id = a.user_id and e.external_id = 'adjustment:' || a.id
          where a.user_id = $4 and a.reference = 'ticket:' || $3) as moved,
         (select count(*)::int from chaos_mails where subject = 'Re: ' || (
            select subject from support_tickets where id = $3::uuid)) as mails
       from support_messages m join support_tickets t on t.id = m.ticket_id
       where m.author_id = $1 and m.request_key = $2 and m.ticket_id = $3::uuid`,
      [by, key, ticket, user],
    )
    const once = { messages: 1, credits: amount, state: 'closed' }
    const logged = 'ticket_answered ticket_closed'
    return differs({ ...once, logged, moved: amount, mails: 1 }, found)
  },
  async refund(client, { payment, amount, key }) {
    const found = await factsOf(
      client,
      `select p.refunded,
         (select coalesce(sum((data->>'amount')::int), 0)::int from test_payment_objects
          where kind = 'refund' and data->>'payment_intent' = p.payment_intent) as remote,
         (select count(*)::int from audit_log where action = 'refund_requested' and data->>'key' = $2) as logged
       from payments p where p.id = $1`,
      [payment, key],
    )
    return differs({ refunded: amount, remote: amount, logged: 1 }, found)
  },
  async withdrawal(client, { payment, user }) {
    const found = await factsOf(
      client,
      `select w.done_at is not null as done, w.granted,
         w.unspent = w.granted - (select sum(captured)::int from credit_lots l
           where l.user_id = w.user_id and l.payment = p.external_id) as counted,
         w.amount = floor(p.amount::numeric * w.unspent / w.granted) as share, p.refunded = w.amount as back,
         (select coalesce(sum((data->>'amount')::int), 0)::int from test_payment_objects
          where kind = 'refund' and data->>'payment_intent' = p.payment_intent) = w.amount as remote,
         (select sum(remaining)::int from credit_lots l
          where l.user_id = w.user_id and l.payment = p.external_id) as left,
         (select count(*)::int from chaos_mails m join users u on u.email = m.recipient
          where u.id = $2 and m.subject like 'We received your withdrawal%') as mails
       from withdrawals w join payments p on p.id = w.payment_id where w.payment_id = $1`,
      [payment, user],
    )
    const wanted = { done: true, granted: PACK_CREDITS, counted: true, share: true, back: true }
    return differs({ ...wanted, remote: true, left: 0, mails: 1 }, found)
  },
  async dispute(client, { payment, outcome }) {
    const found = await factsOf(
      client,
      `select p.dispute_status as outcome,
         (select (data->'evidence_details'->>'submission_count')::int from test_payment_objects
          where id = p.dispute_id) as submissions,
         (select count(*)::int from audit_log where action = 'dispute_evidence_sent'
          and subject = 'payment ' || p.id) as logged,
         (select sum(remaining)::int from credit_lots l
          where l.user_id = p.user_id and l.payment = p.external_id) as left
       from payments p where p.id = $1`,
      [payment],
    )
    const left = outcome === 'won' ? PACK_CREDITS : 0
    return differs({ outcome, submissions: 1, logged: 1, left }, found)
  },
  async ban(client, { user }) {
    const found = await factsOf(
      client,
      `select count(*)::int as bans, count(b.lifted_at)::int as lifted, bool_and(u.banned_at is null) as free,
         (select count(*)::int from audit_log where user_id = $1 and action in ('person_banned', 'person_unbanned')) as logged,
         (select count(*)::int from chaos_mails where recipient = max(u.email) and subject in (
            'Your account was disabled', 'Your account is enabled again')) as mails
       from bans b join users u on u.id = b.user_id where b.user_id = $1`,
      [user],
    )
    return differs({ bans: 1, lifted: 1, free: true, logged: 2, mails: 2 }, found)
  },
  async limit(client, { user }) {
    const found = await factsOf(
      client,
      `select (select count(*)::int from audit_log where user_id = $1
           and action in ('person_limited', 'person_unlimited')) as logged,
         (select count(*)::int from chaos_mails where recipient = u.email and subject in (
            'Your account is limited', 'Your account is no longer limited')) as mails
       from users u where u.id = $1`,
      [user],
    )
    return differs({ logged: 2, mails: 2 }, found)
  },
  async announcement(client, { by, key }) {
    const found = await factsOf(
      client,
      `select count(*)::int as made, (select count(*)::int from audit_log l
         where l.action = 'announcement_made' and l.subject = max(n.id::text)) as logged
       from announcements n where created_by = $1 and request_key = $2`,
      [by, key],
    )
    return differs({ made: 1, logged: 1 }, found)
  },
  // Each is overtaken by the next one: the last is looked at below.
  price: () => Promise.resolve(null),
  async planned_price(client, { id, value }) {
    const found = await factsOf(
      client,
      `select applied_at >= starts_at as applied, canceled_at is null as kept, changes->>'TOOL_PRICES' as value,
         (select count(*)::int from audit_log where action = 'setting_planned' and subject = $1) as logged
       from setting_changes where id = $1::uuid`,
      [id],
    )
    return differs({ applied: true, kept: true, value, logged: 1 }, found)
  },
  async promotion(client, { id, code }) {
    const found = await factsOf(
      client,
      `select ended_at is not null as ended, closed_at is not null as closed,
         (select string_agg(action, ' ' order by id) from audit_log
          where subject = $1 and action in ('promotion_made', 'promotion_ended')) as logged,
         (select count(*)::int from promotions where code = $2) as made,
         (select count(*)::int from test_payment_objects
          where kind = 'promotion_code' and data->>'code' = $2) <= 1 as remote,
         (select count(*)::int from test_payment_objects
          where kind = 'promotion_code' and data->>'code' = $2 and data->>'active' = 'true') as works
       from promotions where id = $1::uuid`,
      [id, code],
    )
    const logged = 'promotion_made promotion_ended'
    return differs({ ended: true, closed: true, logged, made: 1, remote: true, works: 0 }, found)
  },
  async cluster_decision(client, { user, partner, id, decision }) {
    const found = await factsOf(
      client,
      `select undone_at is not null as undone, kind,
         (select count(*)::int from audit_log where data->>'decision' = $1 and user_id = any($2::uuid[])) as logged,
         (select count(*)::int from audit_log where action = 'cluster_decision_undone' and subject = $1) as back,
         (select count(*)::int from cluster_decision_accounts where decision_id = $1::uuid) as accounts,
         (select count(*)::int from users where id = any($2::uuid[]) and limited_at is not null) as limited,
         (select count(*)::int from chaos_mails m join users u on u.email = m.recipient
          where u.id = any($2::uuid[]) and m.subject in (
            'Your account is limited', 'Your account is no longer limited')) as mails
       from cluster_decisions where id = $1::uuid`,
      [id, [user, partner]],
    )
    const wanted = { undone: true, kind: decision, accounts: 2, logged: 4, back: 1, limited: 0 }
    return differs({ ...wanted, mails: decision === 'limited' ? 4 : 0 }, found)
  },
}

async function checkPrice(client: Client, deeds: readonly Deed[]): Promise<string[]> {
  const last = deeds.findLast((deed) => deed.kind === 'price')
  if (last?.kind !== 'price') return []
  const { rows } = await client.query<{ value: string }>(
    `select value from installation_settings where name = 'PACK_PRICES'`,
  )
  const value = rows[0]?.value ?? null
  return value === last.value ? [] : [`packs cost ${value}, and were set to ${last.value}`]
}

/** The price that was planned last for the latest time holds. */
async function checkPlannedPrice(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ wanted: string; value: string | null }>(
    `select changes->>'TOOL_PRICES' as wanted,
       (select value from installation_settings where name = 'TOOL_PRICES') as value
     from setting_changes where applied_at is not null and changes ? 'TOOL_PRICES'
     order by starts_at desc, id desc limit 1`,
  )
  return rows
    .filter(({ wanted, value }) => wanted !== value)
    .map(({ wanted, value }) => `tools cost ${value}, and were planned to cost ${wanted}`)
}

/** No mail came twice, and everybody got those of the life cycle that they should. */
async function checkMails(client: Client): Promise<string[]> {
  const twice = await client.query<{ recipient: string; subject: string; times: number }>(
    `select recipient, subject, count(*)::int as times from chaos_mails
     group by recipient, subject, body having count(*) > 1`,
  )
  const lifecycle = await client.query(
    `select u.email, m.kind, m.state from lifecycle_mails m join users u on u.id = m.user_id
     where m.kind = any($1) and m.state in ('waiting', 'due') and u.closed_at is null
       and (m.kind = 'welcome' or exists (
         select from prediction_images i where i.user_id = u.id and i.status = 'S'))`,
    [LIFECYCLE_KINDS],
  )
  const welcomes = await client.query(
    `select u.email, count(m.*)::int as mails from lifecycle_mails l join users u on u.id = l.user_id
       left join chaos_mails m on m.recipient = u.email and m.subject like 'Welcome to %'
     where l.kind = 'welcome' and l.state = 'sent' group by u.email having count(m.*) <> 1`,
  )
  return [
    ...twice.rows.map((row) => `a mail came more than once: ${JSON.stringify(row)}`),
    ...lifecycle.rows.map((row) => `a mail was never sent: ${JSON.stringify(row)}`),
    ...welcomes.rows.map((row) => `not one welcome: ${JSON.stringify(row)}`),
  ]
}

/** Looks for every deed in the books. @returns how many of each kind were done, and a line for each that is not there just once */
export const countBusiness = (
  databaseUrl: string,
  deeds: readonly Deed[],
): Promise<{ done: Record<string, number>; differences: string[] }> =>
  withClient(databaseUrl, async (client) => {
    const differences: string[] = []
    const done: Record<string, number> = {}
    for (const deed of deeds) {
      done[deed.kind] = (done[deed.kind] ?? 0) + 1
      const wrong = await (CHECKS[deed.kind] as CheckOf<Deed>)(client, deed)
      if (wrong !== null) differences.push(`${JSON.stringify(deed)} is ${wrong}`)
    }
    differences.push(
      ...(await checkPrice(client, deeds)),
      ...(await checkPlannedPrice(client)),
      ...(await checkMails(client)),
    )
    return { done, differences }
  })
