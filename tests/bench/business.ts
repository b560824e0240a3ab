import { Client } from 'pg'
import { api } from '#contract/index.ts'
import { seedBusiness } from '#server/cli/business/seed-business.ts'
import { newAdmin, type TestPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { median, percentile, timed } from './statistics.ts'

/** `BUSINESS_JOBS=5000000` takes a quarter of an hour to seed; `BUSINESS_DATA_DIR` keeps what was seeded for the next run. */
const JOBS = Number(process.env['BUSINESS_JOBS'] ?? 500_000)
const KEPT = process.env['BUSINESS_DATA_DIR']
const READS = 200
const WARM_UPS = 10
const PEOPLE = 400
const DAYS = 365
const DAY_MS = 86_400_000
/** Copies of every job that are made by one statement. */
const COPIES = 20

/** Lie in the order of their times, as they do where they were written one after the other: their BRIN indexes live on it. */
const ORDERED = ['inference_jobs', 'credit_entries']
/** Correlation of place and time from which rows are in order. */
const IN_ORDER = 0.99
/** Share of the jobs below which a kept folder was broken off while it was seeded. */
const WHOLE = 0.9

/** Copies jobs, their images and what was captured for them, at their own times. */
async function multiply(app: TestApp, seeded: number): Promise<void> {
  const client = new Client({ connectionString: app.db.url })
  await client.connect()
  try {
    await client.query(`
      set statement_timeout = 0;
      set session_replication_role = replica;
      create temp table first_jobs as select * from inference_jobs;
      create temp table first_images as select * from prediction_images;
      create temp table first_entries as select * from credit_entries where kind = 'capture'`)
    const times = Math.max(0, Math.round(JOBS / seeded) - 1)
    for (let done = 0; done < times; done += COPIES) {
      const many = Math.min(COPIES, times - done)
      await client.query(`
        create temp table copies as
          select job.id as old, gen_random_uuid() as id from first_jobs job, generate_series(1, ${many});
        insert into inference_jobs
          select copy.* from first_jobs job join copies on copies.old = job.id, jsonb_populate_record(
            null::inference_jobs, to_jsonb(job) || jsonb_build_object('id', copies.id, 'hold_id', null)) copy;
        insert into prediction_images
          select copy.* from first_images image join copies on copies.old = image.job_id, jsonb_populate_record(
            null::prediction_images, to_jsonb(image) || jsonb_build_object('id', gen_random_uuid(), 'job_id', copies.id)) copy;
        insert into credit_entries overriding system value
          select copy.* from first_entries entry join copies on copies.old = entry.job_id, jsonb_populate_record(
            null::credit_entries, to_jsonb(entry) || jsonb_build_object('id', nextval('credit_entries_id_seq'),
              'job_id', copies.id, 'image_id', null, 'external_id', gen_random_uuid())) copy;
        drop table copies`)
    }
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Also what was kept from before: a year that lies in another order is none that a site would have. */
async function putInOrder({ db }: TestApp): Promise<void> {
  const client = new Client({ connectionString: db.url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const table of ORDERED) {
      const { rows } = await client.query<{ correlation: number | null }>(
        `select correlation from pg_stats where tablename = $1 and attname = 'created_at'`,
        [table],
      )
      if ((rows[0]?.correlation ?? 0) > IN_ORDER) continue
      await client.query(`drop index if exists in_order`)
      await client.query(`create index in_order on ${table} (created_at)`)
      await client.query(`cluster ${table} using in_order`)
      await client.query('drop index in_order')
      await client.query(`analyze ${table}`)
    }
  } finally {
    await client.end()
  }
}

const countJobs = async ({ db }: TestApp): Promise<number> => {
  const { rows } = await db.pool.query<{ jobs: number }>(
    'select count(*)::int as jobs from inference_jobs',
  )
  return rows[0]!.jobs
}

/** Everything that the first page of the console asks for at once. */
const openPage = ({ call }: TestPerson, by: 'hour' | 'day' | 'month') =>
  Promise.all([
    call(api.adminBusiness.read, { query: { by } }),
    call(api.adminSetup.list, {}),
    call(api.examples.read, {}),
    call(api.admin.setAside, {}),
  ])

/** Opens the overview over each of its spans, of a year of business. */
export async function benchBusiness(): Promise<BenchResult[]> {
  const app = await startBenchApp({ keptDataDir: KEPT })
  try {
    const admin = await newAdmin(app)
    const from = new Date(Date.now() - DAYS * DAY_MS)
    let folded = 'what was kept is folded'
    const kept = await countJobs(app)
    if (kept > 0 && kept < WHOLE * JOBS)
      throw new Error(`${KEPT} has ${kept} jobs of ${JOBS}: remove it, or ask for as many`)
    if (kept === 0) {
      const { jobs } = await seedBusiness(app.db, { people: PEOPLE, days: DAYS, seed: 1 })
      await multiply(app, jobs)
    }
    await putInOrder(app)
    if (kept === 0) {
      const folding = await timed(() => app.context.admin.foldHours(from))
      folded = `folding all of it took ${(folding / 1000).toFixed(0)} s`
    }
    // As it is done once an hour, with the months into which money may still come back.
    const again = await timed(() => app.context.admin.foldHours())
    const jobs = await countJobs(app)
    const results: BenchResult[] = []
    for (const by of ['hour', 'day', 'month'] as const) {
      for (let count = 0; count < WARM_UPS; count++) await openPage(admin, by)
      const times: number[] = []
      for (let count = 0; count < READS; count++) times.push(await timed(() => openPage(admin, by)))
      results.push({
        name: `Overview of the business by the ${by}`,
        value: percentile(times, 0.99),
        unit: 'ms',
        target: { atMost: 300 },
        detail: `99 of 100 openings take no longer, of ${jobs} jobs in a year; p50 ${median(times).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms of ${READS}; ${folded}, once more what may still change ${(again / 1000).toFixed(1)} s`,
      })
    }
    return results
  } finally {
    await app.dispose()
  }
}
