import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Business } from '#contract/admin-business.ts'
import { api } from '#contract/index.ts'
import { seedBusiness } from '#server/cli/business/seed-business.ts'
import { countBusiness, readRows } from '#tests/support/business-oracle.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let app: TestApp
let admin: TestPerson
let seeded: Awaited<ReturnType<typeof seedBusiness>>
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  admin = await newAdmin(app)
  seeded = await seedBusiness(app.db, { people: 160, days: 70, seed: 7 })
  await app.context.admin.foldHours(seeded.from)
}, 120_000)
afterAll(() => app.dispose())

type Query = { by: Business['by']; from?: string; to?: string }
const read = (query: Query) => admin.call(api.adminBusiness.read, { query })

/** Sums of parts of cents come out in another order. */
const near = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'number' ? Number(inner.toFixed(4)) : inner,
    ),
  )

async function check(answer: Business): Promise<void> {
  const counted = countBusiness(await readRows(app), answer, app.config.engineCentsPerHour)
  expect(near(answer.buckets)).toEqual(near(counted.buckets))
  expect(answer.failures).toEqual(counted.failures)
  expect(answer.outstanding).toEqual(counted.outstanding)
  const work = Object.fromEntries(counted.work)
  expect(
    near(Object.fromEntries(answer.work.map((row) => [`${row.kind} ${row.engine}`, row]))),
  ).toEqual(near(work))
}

/** Everything that is written down. */
const folded = async () =>
  (
    await sql`select span, starts, figure, part, round(value::numeric, 6) as value from business_figures
      where figure <> 'storage' order by 1, 2, 3, 4`.execute(app.db.kysely)
  ).rows

const span = (days: number, length: number): { from: string; to: string } => ({
  from: new Date(Date.now() - days * DAY_MS).toISOString(),
  to: new Date(Date.now() - (days - length) * DAY_MS).toISOString(),
})

test('the invented business is one whose books agree', async () => {
  expect(seeded.jobs).toBeGreaterThan(300)
  // How many there are depends on the day, for plans renew by the calendar.
  expect(seeded.payments).toBeGreaterThan(15)
  const { findings } = await app.context.admin.findDifferences(null)
  expect(findings).toEqual([])
})

test('every figure is what the rows say, by the hour and by the day', async () => {
  await check(await read({ by: 'hour', ...span(8, 7) }))
  await check(await read({ by: 'hour', ...span(40, 3) }))
  const whole = await read({ by: 'day', ...span(71, 71) })
  await check(whole)
  const total = (of: (bucket: Business['buckets'][number]) => number) =>
    whole.buckets.reduce((sum, bucket) => sum + of(bucket), 0)
  // Nothing of it is empty, or the comparison would say little.
  for (const value of [
    total(({ failed }) => failed),
    total(({ revenue }) => revenue.start),
    total(({ revenue }) => revenue.renewal),
    total(({ revenue }) => revenue.pack),
    total(({ credits }) => credits.expired),
    total(({ first_payments: first }) => first),
    whole.buckets.at(-1)!.mrr_cents,
    whole.buckets.at(-1)!.outstanding,
  ])
    expect(value).toBeGreaterThan(0)
  const accounts = (await readRows(app)).accounts
  expect(whole.buckets.at(-1)!.outstanding).toBe(
    accounts.reduce((sum, { balance, held }) => sum + balance + held, 0),
  )
  const { new: added, upgraded, lowered, churned } = whole.mrr_changes
  expect(added + upgraded + lowered + churned).toBe(whole.buckets.at(-1)!.mrr_cents)
})

test('months are their days together', async () => {
  const { buckets } = await read({ by: 'month' })
  const { from, to } = { from: buckets.at(-2)!.at, to: buckets.at(-1)!.at }
  const days = (await read({ by: 'day', from, to })).buckets
  const month = buckets.at(-2)!
  expect(month.images).toBe(days.reduce((sum, { images }) => sum + images, 0))
  expect(month.images).toBeGreaterThan(0)
  expect([month.mrr_cents, month.outstanding]).toEqual([
    days.at(-1)!.mrr_cents,
    days.at(-1)!.outstanding,
  ])
})

test('folded again, the figures are the same; the running hour is counted at every call', async () => {
  // Free credits that somebody's first look brought are dated back: they are folded now.
  await app.context.admin.foldHours()
  const before = await folded()
  await app.context.admin.foldHours()
  expect(await folded()).toEqual(before)
  await app.context.admin.foldHours(seeded.from)
  expect(await folded()).toEqual(before)
  const was = (await read({ by: 'hour' })).buckets.at(-1)!
  await waitForEnd(admin, await submit(admin))
  const now = (await read({ by: 'hour' })).buckets.at(-1)!
  expect([now.jobs, now.images, now.credits.spent]).toEqual([
    was.jobs + 1,
    was.images + 1,
    was.credits.spent + 1,
  ])
  await check(await read({ by: 'hour' }))
})

test('what comes late is folded into its hour: lines dated back, and payments told of late', async () => {
  const kysely = app.db.kysely
  // The first look after a start remembers the last line; the next one finds what came since.
  await app.context.admin.foldHours()
  const at = new Date(Date.now() - 20 * DAY_MS)
  const person = await newPerson(app)
  await sql`
    with lot as (
      insert into credit_lots (user_id, kind, granted, remaining, created_at)
      values (${person.id}, 'grant', 77, 77, ${at}) returning id
    ), account as (update credit_accounts set balance = balance + 77 where user_id = ${person.id} returning balance)
    insert into credit_entries (user_id, kind, external_id, amount, balance_after, lots, text, created_at)
    select ${person.id}, 'grant', 'late', 77, account.balance,
      jsonb_build_array(jsonb_build_object('lot', lot.id, 'kind', 'grant', 'amount', 77)), 'Late', ${at}
    from lot, account`.execute(kysely)
  await sql`
    insert into payments (user_id, provider, external_id, kind, reason, status, credits, amount, currency, created_at, paid_at)
    values (${person.id}, 'late', 'late', 'headshots', 'headshots', 'paid', 0, 4200, 'usd', ${at}, ${at})`.execute(
    kysely,
  )
  const range = { by: 'hour', ...span(20.5, 1) } as const
  const before = await read(range)
  await app.context.admin.foldHours()
  const after = await read(range)
  const sumOf = ({ buckets }: Business, of: (bucket: Business['buckets'][number]) => number) =>
    buckets.reduce((sum, bucket) => sum + of(bucket), 0)
  expect(sumOf(after, ({ credits }) => credits.given)).toBe(
    sumOf(before, ({ credits }) => credits.given) + 77,
  )
  expect(sumOf(after, ({ revenue }) => revenue.headshots)).toBe(4200)
  await check(after)
  await check(await read({ by: 'day', ...span(30, 30) }))
})

test('a fold that is broken off in the middle leaves whole hours, and the next one goes on', async () => {
  const whole = await folded()
  await sql`delete from business_figures`.execute(app.db.kysely)
  await sql`delete from business_folds`.execute(app.db.kysely)
  // The third part of the work cannot be written.
  const failing = new Date(Date.now() - 5 * DAY_MS)
  await sql`
    create function refuse_hour() returns trigger language plpgsql as $$
    begin raise exception 'broken off'; end $$`.execute(app.db.kysely)
  await sql`
    create trigger refuse_hour before insert on business_figures for each row
    when (new.figure = 'revenue' and new.starts >= ${sql.lit(failing.toISOString())}::timestamptz)
    execute function refuse_hour()`.execute(app.db.kysely)
  await expect(app.context.admin.foldHours()).rejects.toThrow('broken off')
  await sql`drop trigger refuse_hour on business_figures`.execute(app.db.kysely)
  await Promise.all([app.context.admin.foldHours(), app.context.admin.foldHours()])
  expect(await folded()).toEqual(whole)
  const { rows } = await sql<{ bytes: number }>`
    select sum(bytes)::float8 as bytes from prediction_images where files_removed_at is null`.execute(
    app.db.kysely,
  )
  const { storage } = await read({ by: 'hour' })
  expect(storage).toMatchObject({ images_bytes: rows[0]!.bytes, uploads_bytes: 0 })
  expect(storage!.images_bytes).toBeGreaterThan(0)
})

test('at most so many hours, days or months, from earlier to later', async () => {
  const refused = { code: 'invalid' }
  const call = (by: Business['by'], from: string, to: string) => read({ by, from, to })
  await expect(call('hour', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).rejects.toMatchObject(
    refused,
  )
  await expect(call('day', '2025-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).rejects.toMatchObject(
    refused,
  )
  await expect(call('month', '1900-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).rejects.toMatchObject(
    refused,
  )
  await expect(call('day', '2026-02-02T00:00:00Z', '2026-02-01T00:00:00Z')).rejects.toMatchObject(
    refused,
  )
})

test('alerts tell administrators once, until they are over', async () => {
  const mails = async () =>
    (await mailsTo(app, admin.email)).filter(({ subject }) => subject === 'An engine is away')
  const alerts = async () => (await read({ by: 'hour' })).alerts
  await app.context.admin.watchAlerts()
  expect((await alerts()).filter(({ kind }) => kind === 'engines')).toEqual([])
  await sql`insert into engine_incidents (engine, cause) values ('workshop', 'unreachable')`.execute(
    app.db.kysely,
  )
  await app.context.admin.watchAlerts()
  await app.context.admin.watchAlerts()
  expect(await alerts()).toMatchObject([{ kind: 'engines', text: 'An engine is away: workshop.' }])
  expect(await mails()).toHaveLength(1)
  await sql`update engine_incidents set ended_at = now()`.execute(app.db.kysely)
  await app.context.admin.watchAlerts()
  expect(await alerts()).toEqual([])
  await sql`
    update inference_jobs set status = 'P', created_at = now() - interval '20 minutes', admitted_at = null
    where id = (select id from inference_jobs where engine = 'workshop' and status = 'FL' limit 1)`.execute(
    app.db.kysely,
  )
  await app.context.admin.watchAlerts()
  expect(await alerts()).toMatchObject([{ kind: 'queue' }])
  expect(new Date((await alerts())[0]!.since).getTime()).toBeGreaterThan(Date.now() - HOUR_MS)
})
