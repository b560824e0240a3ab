import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { expectCleanBooks, SMALL, startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Tables that an order with a quote and a key writes when its job may begin at once; `inference_jobs` is changed by its admission, too. */
const WRITTEN = [
  'credit_lots',
  'credit_holds',
  'credit_hold_parts',
  'credit_accounts',
  'credit_entries',
  'quotes',
  'inference_jobs',
  'prediction_images',
  'idempotency_keys',
  'queue_lines',
  'pgboss.job_common',
  'user_event_counters',
  'user_events',
]

/** Tables with the mails and webhook messages that an order would have sent. */
const TOLD = ['inbox_mails', 'webhook_deliveries']

let app: TestApp
let person: TestPerson
beforeAll(async () => {
  // Without workers nothing else writes, and what was admitted stays where it is.
  ;({ app } = await startGenerationApp({}, { env: { ROLES: 'web' } }))
  person = await newPerson(app, { credits: 1000, plan: 'pro' })
  await sql`create function fail_write() returns trigger language plpgsql as
    $$ begin raise exception 'this write was made to fail'; end $$`.execute(app.db.kysely)
  const { lane } = await order()
  // Workers that say they are there: every order is admitted with its own commit.
  await sql`insert into lane_workers (process_id, lane, slots, heartbeat_at)
    values (${randomUUID()}, ${lane}, 100, now() + interval '1 day')`.execute(app.db.kysely)
})
afterAll(() => app.dispose())

const newQuote = () => person.call(api.quotes.create, { body: SMALL })

/** Orders with a quote and a key, and ends the job so that the next one finds the same. */
async function order(quote?: string): Promise<{ lane: string; isAdmitted: boolean }> {
  const { id } = await person.call(
    api.inferenceJobs.create,
    { body: { ...SMALL, quote: quote ?? (await newQuote()).id } },
    { headers: { 'Idempotency-Key': randomUUID() } },
  )
  const job = await app.db.kysely
    .selectFrom('inference_jobs')
    .select(['lane', 'admitted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await person.call(api.inferenceJobs.cancel, { params: { id }, body: {} })
  return { lane: job.lane, isAdmitted: job.admitted_at !== null }
}

/** All that is in the tables that an order writes, and that people would be told of it by. */
async function readAll(): Promise<unknown[]> {
  return Promise.all(
    [...WRITTEN, ...TOLD].map(async (table) => {
      const { rows } = await sql`select * from ${sql.table(table)} t order by t::text`.execute(
        app.db.kysely,
      )
      return [table, rows]
    }),
  )
}

/** Has the next order fail, then sends one more with the same quote. Answers what the tables held around the failure. */
async function failOnce(trigger: string, table: string) {
  const { id: quote } = await newQuote()
  const before = await readAll()
  await sql.raw(trigger).execute(app.db.kysely)
  await expect(order(quote)).rejects.toMatchObject({ status: 500 })
  const after = await readAll()
  await sql.raw(`drop trigger fail on ${table}`).execute(app.db.kysely)
  // A quote that was not used is still good.
  const { isAdmitted } = await order(quote)
  await expectCleanBooks(app)
  return { before, after, isAdmitted }
}

test.each(WRITTEN)('an order whose write to %s fails leaves nothing behind', async (table) => {
  const { before, after, isAdmitted } = await failOnce(
    `create trigger fail before insert or update on ${table} for each row execute function fail_write()`,
    table,
  )
  expect(after).toEqual(before)
  expect(isAdmitted).toBe(true)
})

test('an order that cannot be committed leaves nothing behind', async () => {
  const { before, after, isAdmitted } = await failOnce(
    `create constraint trigger fail after insert on inference_jobs deferrable initially deferred
      for each row execute function fail_write()`,
    'inference_jobs',
  )
  expect(after).toEqual(before)
  expect(isAdmitted).toBe(true)
})
