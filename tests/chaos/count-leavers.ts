import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ChaosUser } from './state.ts'

const LAST_CALLS = '121 seconds'

/** Each finds what must not be left of the accounts in $1, and says what it is. */
const CHECKS: { what: string; sql: string }[] = [
  {
    what: 'a deleted account that is not done with, or still tells whose it was',
    sql: `select id, email, closing_at, closed_at from users where id = any($1)
      and (closed_at is null or password_hash is not null or first_name <> '' or email_verified_at is not null
        or email <> id || '@deleted.invalid')`,
  },
  { what: 'a session', sql: 'select user_id, created_at from sessions where user_id = any($1)' },
  {
    what: 'credits of a deleted account',
    sql: `select user_id, balance, held from credit_accounts where user_id = any($1) and (balance <> 0 or held <> 0)`,
  },
  {
    what: 'words that were asked for',
    sql: `select id, parameters->>'prompt' as prompt from inference_jobs
      where user_id = any($1) and parameters->>'prompt' <> ''`,
  },
  {
    what: 'a key of a request',
    sql: 'select user_id, key from idempotency_keys where user_id = any($1)',
  },
  {
    what: 'an image whose files are not removed',
    sql: `select id, user_id, storage_key from prediction_images
      where user_id = any($1) and status = 'S' and (files_removed_at is null or deleted_at is null)`,
  },
  { what: 'an upload', sql: 'select id, user_id from uploaded_images where user_id = any($1)' },
  {
    what: 'a plan that goes on here',
    sql: `select id, user_id, plan, status from subscriptions where user_id = any($1) and status <> 'ended'`,
  },
  {
    what: 'a plan that goes on at the provider',
    sql: `select s.id, c.user_id, s.data->>'status' as status from test_payment_objects s
      join billing_customers c on c.customer_id = s.data->>'customer'
      where c.user_id = any($1) and s.kind = 'subscription' and s.data->>'status' <> 'canceled'`,
  },
  {
    what: 'a page on which could still be paid',
    sql: `select s.id, c.user_id from test_payment_objects s
      join billing_customers c on c.customer_id = s.data->>'customer'
      where c.user_id = any($1) and s.kind = 'checkout.session' and s.data->>'status' = 'open'`,
  },
  {
    what: 'money for nothing that did not go back whole',
    sql: `select p.id, p.user_id, p.amount, p.refunded, c.data->>'amount_refunded' as at_the_provider from payments p
      left join test_payment_objects c on c.kind = 'charge' and c.data->>'payment_intent' = p.payment_intent
        and c.data->>'paid' = 'true'
      where p.user_id = any($1) and p.status = 'rejected'
        and (p.refunded <> p.amount or (c.data->>'amount_refunded')::int is distinct from p.amount)`,
  },
  {
    what: 'money that is still owed',
    sql: `select id, user_id, amount from payments where user_id = any($1) and status = 'open'`,
  },
]

/** What they had and bought = what was captured + what expired with the account. */
const SUMS = `select a.user_id, e.captured, e.expired, e.all, p.packs,
    (select coalesce(sum(granted), 0)::int from credit_lots l join payments b on b.external_id = l.payment
     where l.user_id = a.user_id and b.kind = 'pack' and b.status = 'rejected') as granted_for_nothing
  from credit_accounts a,
    lateral (select coalesce(sum(captured), 0)::int as captured, coalesce(sum(amount), 0)::int as all,
               coalesce(-sum(amount) filter (where kind = 'expire'), 0)::int as expired
             from credit_entries where user_id = a.user_id) e,
    lateral (select coalesce(sum(credits), 0)::int as packs from payments
             where user_id = a.user_id and kind = 'pack' and status = 'paid') p
  where a.user_id = any($1)`

interface Sums {
  user_id: string
  captured: number
  expired: number
  all: number
  packs: number
  granted_for_nothing: number
}

/**
 * Waits until deleted accounts are done with. That no call can be under way any more is known here, so nobody waits for
 * the minutes after which the program takes it for granted.
 */
export async function waitForLeavers(databaseUrl: string, timeoutMs: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const deadline = Date.now() + timeoutMs
  try {
    await client.query(
      `update users set closing_at = closing_at - $1::interval where closing_at is not null and closed_at is null`,
      [LAST_CALLS],
    )
    for (;;) {
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::int as open from users u where closing_at is not null and (closed_at is null or exists (
           select from prediction_images i where i.user_id = u.id and i.status = 'S' and i.files_removed_at is null))`,
      )
      // What is not done with by then is counted as a difference.
      if (rows[0]?.open === 0 || Date.now() > deadline) return
      await sleep(300)
    }
  } finally {
    await client.end()
  }
}

/** Everything that is left of deleted accounts and should not be; empty when they are gone and their books agree. */
export async function countLeavers(
  client: Client,
  mediaFolder: string,
  leavers: readonly ChaosUser[],
): Promise<string[]> {
  const ids = leavers.map(({ id }) => id)
  const differences: string[] = []
  for (const { what, sql } of CHECKS) {
    const { rows } = await client.query(sql, [ids])
    for (const row of rows)
      differences.push(`left of a deleted account: ${what}: ${JSON.stringify(row)}`)
  }
  const { rows: sums } = await client.query<Sums>(SUMS, [ids])
  for (const user of leavers) {
    const sum = sums.find(({ user_id: id }) => id === user.id)
    const isEven =
      sum?.all === 0 &&
      sum.granted_for_nothing === 0 &&
      sum.captured + sum.expired === user.credits + sum.packs
    if (!isEven) {
      differences.push(`deleted account ${user.email} had ${user.credits}: ${JSON.stringify(sum)}`)
    }
  }
  const files = existsSync(mediaFolder)
    ? readdirSync(mediaFolder, { recursive: true, withFileTypes: true })
    : []
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    if (file.isFile() && ids.some((id) => path.includes(id))) {
      differences.push(`left of a deleted account: the file ${path}`)
    }
  }
  return differences
}
