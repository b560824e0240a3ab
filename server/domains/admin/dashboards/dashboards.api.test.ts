import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DashboardOutcome, DashboardPlan, HourlyMetrics } from '#contract/dashboards.ts'
import { api } from '#contract/index.ts'
import { SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newAdmin, newPerson, type TestPerson } from '#tests/support/people.ts'
import { insertPublications } from '#tests/support/publications.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let admin: TestPerson
let person: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp({ capabilities: { features: ['control_canny'] } }))
  admin = await newAdmin(app)
  person = await newPerson(app)
})
afterAll(() => app.dispose())

const hourOf = (time: Date) => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)
const metrics = async (query: { from?: string; to?: string; kind?: 'TTI'; engine?: string }) =>
  (await admin.call(api.dashboards.hourlyMetrics, { query })).results

/** Copies of a job that was made here, at these times. */
async function copyJob(id: string, changes: Record<string, unknown>): Promise<string> {
  const copy = randomUUID()
  await sql`
    insert into inference_jobs select (jsonb_populate_record(j, ${JSON.stringify({
      ...changes,
      id: copy,
      fingerprint: null,
    })}::jsonb)).* from inference_jobs j where id = ${id}`.execute(app.db.kysely)
  if (changes['status'] === 'S') {
    await sql`
      insert into prediction_images
      select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'job_id', ${copy}::text))).*
      from prediction_images i where job_id = ${id}`.execute(app.db.kysely)
  }
  return copy
}

interface Ended {
  created: Date
  started: Date | null
  finished: Date
  status: string
  engine: string
  type: string
  ms: number
  cost: number | null
}

/** What the rows of jobs say of one hour, kind and engine, counted without SQL. */
function counted(
  jobs: Ended[],
  { hour, kind, engine }: { hour: Date; kind: string; engine: string },
) {
  const of = jobs.filter((job) => job.type === kind && job.engine === engine)
  const ended = of.filter(({ finished }) => +hourOf(finished) === +hour)
  const withStatus = (status: string) => ended.filter((job) => job.status === status).length
  const waits = ended
    .flatMap(({ started, created }) => (started ? [(+started - +created) / 1000] : []))
    .toSorted((a, b) => a - b)
  const percentile = (share: number) => {
    if (waits.length === 0) return null
    const at = share * (waits.length - 1)
    const [low, high] = [waits[Math.floor(at)]!, waits[Math.ceil(at)]!]
    return low + (high - low) * (at - Math.floor(at))
  }
  const cents = app.config.engineCentsPerHour
  return {
    jobs: of.filter(({ created }) => +hourOf(created) === +hour).length,
    succeeded: withStatus('S'),
    failed: withStatus('FL'),
    canceled: withStatus('CD'),
    blocked: withStatus('B'),
    images: withStatus('S'),
    credits: withStatus('S'),
    wait_p50: percentile(0.5),
    wait_p95: percentile(0.95),
    engine_seconds: ended.reduce((sum, { ms }) => sum + ms / 1000, 0),
    cost_cents: ended.reduce(
      (sum, { ms, cost }) => sum + (cost === null ? (ms / HOUR_MS) * cents : cost / 10_000),
      0,
    ),
  }
}

const near = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toFixed(6)) : value,
    ]),
  )

describe('hourly metrics', () => {
  it('are what the rows say, before and after the hours are written down, and then stay', async () => {
    const job = await waitForEnd(person, await submit(person))
    const first = new Date(+hourOf(new Date()) - 30 * HOUR_MS)
    const jobs: Ended[] = []
    const ids: string[] = []
    for (const at of Array.from({ length: 40 }, (_, index) => index)) {
      const created = new Date(+first + ((at * 37) % 240) * 60_000)
      const started = at % 5 === 0 ? null : new Date(+created + (at % 7) * 11_000)
      const finished = new Date(+(started ?? created) + (at % 11) * 600_000)
      const one: Ended = {
        created,
        started,
        finished,
        status: ['S', 'S', 'FL', 'CD', 'B'][at % 5]!,
        engine: at % 3 === 0 ? 'another' : 'scripted',
        type: at % 4 === 0 ? 'ITI' : 'TTI',
        ms: at * 1234,
        cost: at % 2 === 0 ? at * 777 : null,
      }
      jobs.push(one)
      ids.push(
        await copyJob(job.id, {
          created_at: created,
          started_at: started,
          finished_at: finished,
          status: one.status,
          engine: one.engine,
          type: one.type,
          engine_ms: one.ms,
          engine_cost: one.cost,
        }),
      )
    }
    await sql`update users set created_at = ${first} where id = ${person.id}`.execute(app.db.kysely)
    const range = { from: first.toISOString(), to: new Date(+first + 8 * HOUR_MS).toISOString() }
    const check = (rows: HourlyMetrics[]) => {
      const ofJobs = rows.filter(({ kind }) => kind !== null)
      expect(ofJobs.reduce((sum, row) => sum + row.jobs, 0)).toBe(jobs.length)
      expect(ofJobs.reduce((sum, row) => sum + row.failed, 0)).toBe(8)
      for (const { hour, kind, engine, sign_ups, payments, revenue_cents, ...row } of ofJobs) {
        const of = { hour: new Date(hour), kind: kind!, engine: engine! }
        expect([hour, kind, engine, near(row)]).toEqual([
          hour,
          kind,
          engine,
          near(counted(jobs, of)),
        ])
        expect([sign_ups, payments, revenue_cents]).toEqual([0, 0, 0])
      }
      const ofPeople = rows.filter(({ kind }) => kind === null)
      expect(ofPeople.map(({ sign_ups: ups }) => ups)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    }
    const before = await metrics(range)
    check(before)
    await app.context.admin.foldHours()
    await app.context.admin.foldHours()
    expect(await metrics(range)).toEqual(before)
    await sql`update inference_jobs set engine_ms = 1 where id = any (${ids}::uuid[])`.execute(
      app.db.kysely,
    )
    expect(await metrics(range)).toEqual(before)
    const drawn = before.filter(({ kind, engine }) => kind === 'TTI' && engine === 'another')
    expect(await metrics({ ...range, kind: 'TTI', engine: 'another' })).toEqual(drawn)
    // The hour that runs is counted at every call.
    const now = () => metrics({ kind: 'TTI', engine: job.engine })
    const sum = (rows: HourlyMetrics[]) => rows.reduce((all, row) => all + row.succeeded, 0)
    const was = sum(await now())
    await waitForEnd(person, await submit(person, { seed: 7 }))
    expect(sum(await now())).toBe(was + 1)
  })

  it('are of 31 days at the most, from earlier to later', async () => {
    const call = (from: string, to: string) => metrics({ from, to })
    await expect(call('2026-01-01T00:00:00Z', '2026-02-01T00:00:01Z')).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(call('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z')).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await call('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z')).toEqual([])
  })
})

describe('the list of jobs', () => {
  it('takes every filter, and pages on with it', async () => {
    const owner = await newPerson(app)
    const job = await waitForEnd(owner, await submit(owner))
    const failed = await copyJob(job.id, {
      status: 'FL',
      type: 'OTR',
      engine: 'third',
      created_at: '2026-03-01T12:00:00Z',
      error: { code: 'engine_error', message: 'No' },
    })
    const list = async (query: object) =>
      (
        await admin.call(api.dashboards.inferenceJobs, { query: { user: owner.id, ...query } })
      ).results
        .map(({ id }) => id)
        .toSorted()
    expect(await list({})).toEqual([job.id, failed].toSorted())
    for (const query of [
      { status: 'FL' },
      { kind: 'OTR' },
      { engine: 'third' },
      { error: 'engine_error' },
      { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
    ]) {
      expect([query, await list(query)]).toEqual([query, [failed]])
    }
    expect(await list({ to: '2026-03-01T12:00:00Z' })).toEqual([])
    expect(await list({ user: 'none' })).toEqual([])
    const query = { user: owner.id, limit: '1', from: '2026-01-01T00:00:00Z' }
    const page = await admin.call(api.dashboards.inferenceJobs, { query })
    const next = new URLSearchParams(page.next!.split('?')[1])
    expect([next.get('user'), next.get('from')]).toEqual([owner.id, query.from])
    const cursor = next.get('cursor')!
    const rest = await admin.call(api.dashboards.inferenceJobs, { query: { ...query, cursor } })
    expect([...page.results, ...rest.results].map(({ id }) => id).toSorted()).toEqual(
      [job.id, failed].toSorted(),
    )
  })
})

type Action = 'seedControlnetModels' | 'deleteInvalidModelVersions'
const plan = async (action: Action, as = admin) =>
  (await as.call(api.dashboards[action], { body: { dry_run: true } })) as DashboardPlan
const run = async (action: Action, token: string, as = admin) =>
  (await as.call(api.dashboards[action], { body: { token } })) as DashboardOutcome

describe('ControlNet models', () => {
  const controlnets = async () =>
    (await app.call(api.civitModelVersions.list, { query: { type: 'Controlnet' } })).results

  it('are published as they were listed, once, by who was shown the list', async () => {
    const { token, results } = await plan('seedControlnetModels')
    expect(results).toEqual([
      {
        id: `canny:${SCRIPTED_MODEL}`,
        name: expect.stringContaining('edges'),
        reason: 'not_listed',
      },
    ])
    expect(await controlnets()).toEqual([])
    const second = await newAdmin(app)
    const refused = { code: 'conflict' }
    await expect(run('seedControlnetModels', token, second)).rejects.toMatchObject(refused)
    await expect(run('deleteInvalidModelVersions', token)).rejects.toMatchObject(refused)
    const other = await plan('seedControlnetModels', second)
    const both = await Promise.allSettled([
      run('seedControlnetModels', token),
      run('seedControlnetModels', token),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await controlnets()).toMatchObject([{ slug: 'controlnet-canny', type: 'Controlnet' }])
    expect(await run('seedControlnetModels', other.token, second)).toEqual({
      done: 0,
      left: [{ id: `canny:${SCRIPTED_MODEL}`, reason: 'listed' }],
    })
    expect((await plan('seedControlnetModels')).results).toEqual([])
    const { results: log } = await admin.call(api.admin.audit, { query: {} })
    expect(log.filter(({ action }) => action === 'controlnet_published')).toHaveLength(1)
  })

  it('are not published by a token that is too old', async () => {
    const { token } = await plan('seedControlnetModels')
    await sql`update dashboard_plans set expires_at = now()`.execute(app.db.kysely)
    await expect(run('seedControlnetModels', token)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('invalid versions of models', () => {
  it('are deleted while they are still invalid, with a model that has no other', async () => {
    const { model: gone } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const { model: mended } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const { model: fine } = await insertPublications(app.db.kysely, (await newPerson(app)).id)
    const draws = (model: string, query: string) =>
      app.db.kysely
        .updateTable('community_model_versions')
        .set({ create_query: query })
        .where('model_id', '=', model)
        .returning('id')
        .executeTakeFirstOrThrow()
    const { id: lost } = await draws(gone, 'style=oil&model=gone-model')
    const { id: back } = await draws(mended, 'model=gone-model')
    await draws(fine, `model=${SCRIPTED_MODEL}`)
    const { token, results } = await plan('deleteInvalidModelVersions')
    const reasons = new Map(results.map(({ id, reason }) => [id, reason]))
    expect([reasons.get(lost), reasons.get(back)]).toEqual(['model_gone', 'model_gone'])
    const versionOf = (model: string) =>
      app.db.kysely
        .selectFrom('community_model_versions')
        .select('id')
        .where('model_id', '=', model)
        .executeTakeFirst()
    expect(reasons.has((await versionOf(fine))!.id)).toBe(false)
    await draws(mended, `model=${SCRIPTED_MODEL}`)
    expect(await run('deleteInvalidModelVersions', token)).toEqual({
      done: results.length - 1,
      left: [{ id: back, reason: 'valid' }],
    })
    expect(await versionOf(gone)).toBeUndefined()
    expect(await versionOf(mended)).toBeDefined()
    const detail = (id: string) => app.call(api.civitModelVersions.detail, { params: { id } })
    await expect(detail(gone)).rejects.toMatchObject({ status: 404 })
    expect((await detail(mended)).id).toBe(mended)
  })
})
