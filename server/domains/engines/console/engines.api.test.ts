import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import type { AdminEngine } from '#contract/admin-engines.ts'
import { api } from '#contract/index.ts'
import { createAppContext } from '#server/app/context.ts'
import { createEngineControl } from '#server/domains/engines/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { createLogger } from '#server/platform/log.ts'
import { type A1111Double, startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import {
  createScriptedEngine,
  hang,
  finishAll,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  expectCleanBooks,
  readJob,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const SECRET = 'operator:hunter2-very-secret'
const BASIC = `Basic ${Buffer.from(SECRET).toString('base64')}`

let app: TestApp
let scripted: ScriptedEngine
let first: TestPerson
let second: TestPerson
let person: TestPerson
let double: A1111Double
const log: string[] = []

beforeAll(async () => {
  scripted = createScriptedEngine()
  app = await startTestApp({
    overrides: { engines: [scripted], classifier: scripted, pages: false, drainMs: 2000 },
    env: { ENGINE_CENTS_PER_HOUR: '1000000' },
    onLog: (line) => log.push(line),
  })
  first = await newPerson(app)
  second = await newPerson(app)
  for (const { email } of [first, second])
    await app.context.accounts.setUser({ email, admin: true })
})
afterAll(async () => {
  await expectCleanBooks(app)
  await app.dispose()
})
beforeEach(async () => {
  scripted.script = finishAll
  person = await newPerson(app)
  double = await startA1111Double()
})
afterEach(async () => {
  for (const { id, source } of await engines()) {
    if (source !== 'added') continue
    await expect.poll(() => remove(id).catch(() => 'busy'), { timeout: 20_000 }).toBeNull()
  }
  await double.close()
})

const engines = async (by = first) => (await by.call(api.adminEngines.list, {})).results
const servers = async (query: { kind?: string; state?: 'ready' | 'starting' | 'down' }) =>
  (await app.call(api.generationServers.list, { query })).results
const rests = (name: string) => [{ name, kind: 'a1111', circuit: 'open', wait_p50: null }]
const engine = async (id: string) => (await engines()).find((one) => one.id === id)
const add = (
  more: Partial<{
    url: string
    credentials: string
    concurrency: number
    unchecked: boolean
  }> = {},
) =>
  first.call(api.adminEngines.add, {
    body: { kind: 'a1111', name: 'The box', url: double.url, ...more },
  })
const probe = (id: string) => first.call(api.adminEngines.test, { params: { id }, body: {} })
const act = (what: 'pause' | 'drain' | 'resume', id: string, by = first) =>
  by.call(api.adminEngines[what], { params: { id }, body: {} })
const remove = (id: string, by = first) => by.call(api.adminEngines.remove, { params: { id } })
const change = (id: string, body: { daily_limit?: number | null; concurrency?: number | null }) =>
  first.call(api.adminEngines.change, { params: { id }, body })
const acts = async () =>
  (await first.call(api.admin.audit, { query: {} })).results.map(({ action }) => action)
const PHOTON = { model: 'photon_v1', sampler: 'Euler a' } as const

test('a server is added, tested, used without a restart by every process, and removed', async () => {
  double.requires = BASIC
  const worker = await createAppContext({
    config: { ...app.config, roles: ['worker'] },
    db: app.db,
    log: createLogger({ level: 'error' }),
    overrides: { engines: [scripted], classifier: scripted, drainMs: 700 },
  })
  await worker.start()
  const added = await add({ credentials: SECRET })
  expect(added).toMatchObject<Partial<AdminEngine>>({
    kind: 'a1111',
    name: 'The box',
    source: 'added',
    credentials: 'kept',
    state: 'ready',
    models: ['photon v1', 'dreamXL'],
    work: ['drawing'],
  })
  expect(await probe(added.id)).toMatchObject({ ok: true, models: ['photon v1', 'dreamXL'] })
  const job = await submit(person, PHOTON)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S', engine: added.id })
  await expect
    .poll(
      async () =>
        (
          await app.db.kysely
            .selectFrom('lane_workers')
            .select('process_id')
            .where('lane', '=', added.id)
            .execute()
        ).length,
    )
    .toBe(2)
  await expect(add()).rejects.toMatchObject({ code: 'conflict' })
  expect(await remove(added.id)).toBeNull()
  expect(await engine(added.id)).toBeUndefined()
  await expect(submit(person, PHOTON)).rejects.toMatchObject({ code: 'invalid' })
  await worker.drain()
  await worker.dispose()
  expect(await acts()).toEqual(expect.arrayContaining(['engine_added', 'engine_removed']))
})

test('credentials are in no answer, no log and not readable in the database', async () => {
  double.requires = BASIC
  const wrongly = { credentials: 'operator:wrong-secret-1' }
  const saysSo = { body: { credentials: ['It refuses the credentials.'] } }
  await expect(add(wrongly)).rejects.toMatchObject(saysSo)
  const wrong = await add({ ...wrongly, unchecked: true })
  const replace = (credentials: string) =>
    first.call(api.adminEngines.change, { params: { id: wrong.id }, body: { credentials } })
  await expect(replace('operator:wrong-secret-2')).rejects.toMatchObject(saysSo)
  const refused = await probe(wrong.id)
  expect(refused).toMatchObject({ ok: false, message: 'It refuses the credentials.' })
  expect(await engine(wrong.id)).toMatchObject({
    state: 'unreachable',
    problem: 'It refuses the credentials.',
  })
  const changed = await replace(SECRET)
  expect(changed).toMatchObject({ state: 'ready', credentials: 'kept' })
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(s)::text || encode(credentials, 'escape') as row from engine_servers s`.execute(
    app.db.kysely,
  )
  const audit = await first.call(api.admin.audit, { query: {} })
  const everything = JSON.stringify([wrong, refused, changed, await engines(), audit, rows, log])
  for (const secret of ['wrong-secret-1', 'hunter2', btoa(SECRET), btoa('operator:wrong-secret-1')])
    expect(everything).not.toContain(secret)
})

test('only what was added here is removed', async () => {
  await expect(remove('builtin')).rejects.toMatchObject({ code: 'not_found' })
  await expect(remove(scripted.name)).rejects.toMatchObject({ code: 'conflict' })
})

test('a server that is away is added only by a word more, and says so in plain words', async () => {
  await double.close()
  await expect(add()).rejects.toMatchObject({ body: { url: ['It cannot be reached.'] } })
  const { id } = await add({ unchecked: true })
  expect(await probe(id)).toMatchObject({ ok: false, message: 'It cannot be reached.' })
  expect(await engine(id)).toMatchObject({ state: 'unreachable', problem: 'It cannot be reached.' })
})

describe('pausing and draining', () => {
  test('a paused engine begins nothing, and goes on when it is resumed', async () => {
    expect(await act('pause', scripted.name)).toMatchObject({ state: 'paused' })
    await expect(submit(person)).rejects.toMatchObject({ code: 'unavailable' })
    await act('resume', scripted.name)
    scripted.script = hang
    const other = await newPerson(app)
    await change(scripted.name, { concurrency: 1 })
    const running = await submit(person)
    await waitUntilBegun(app, person, running)
    const waiting = await submit(other)
    await act('pause', scripted.name)
    scripted.script = finishAll
    await cancel(person, running)
    await waitForEnd(person, running)
    await app.context.jobs.sweep()
    expect(await readJob(other, waiting)).toMatchObject({ status: 'P' })
    expect(await engine(scripted.name)).toMatchObject({ state: 'paused', running: 0, waiting: 1 })
    await act('resume', scripted.name)
    expect(await waitForEnd(other, waiting)).toMatchObject({ status: 'S' })
    await change(scripted.name, { concurrency: null })
  })

  test('a draining one finishes what it has and takes no more', async () => {
    scripted.script = hang
    const other = await newPerson(app)
    await change(scripted.name, { concurrency: 1 })
    const running = await submit(person)
    await waitUntilBegun(app, person, running)
    const waiting = await submit(other)
    expect(await act('drain', scripted.name)).toMatchObject({ state: 'draining' })
    await expect(submit(await newPerson(app))).rejects.toMatchObject({ code: 'unavailable' })
    scripted.script = finishAll
    await cancel(person, running)
    expect(await waitForEnd(other, waiting)).toMatchObject({ status: 'S' })
    expect(await engine(scripted.name)).toMatchObject({ state: 'drained' })
    await act('resume', scripted.name)
    await change(scripted.name, { concurrency: null })
  })

  test('no more jobs at once than an engine may have', async () => {
    await change(scripted.name, { concurrency: 3 })
    scripted.script = hang
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson(app)))
    const jobs = await Promise.all(people.map((each) => submit(each)))
    await expect
      .poll(async () => (await engine(scripted.name))?.running, { timeout: 10_000 })
      .toBe(3)
    await change(scripted.name, { concurrency: 1 })
    expect(await engine(scripted.name)).toMatchObject({ running: 3, waiting: 2 })
    await Promise.all(jobs.map((job, i) => cancel(people[i]!, job)))
    await Promise.all(jobs.map((job, i) => waitForEnd(people[i]!, job)))
    await change(scripted.name, { concurrency: null })
  })
})

describe('removing', () => {
  test('not while it works; what waits and nobody else can do ends, and is not paid', async () => {
    double.drawMs = 3000
    const { id } = await add({ concurrency: 1 })
    const other = await newPerson(app)
    const before = await balanceOf(other)
    const running = await submit(person, PHOTON)
    await waitUntilBegun(app, person, running)
    const waiting = await submit(other, PHOTON)
    await expect(remove(id)).rejects.toMatchObject({ code: 'conflict' })
    await act('pause', id)
    expect(await waitForEnd(person, running)).toMatchObject({ status: 'S' })
    const removals = await Promise.allSettled([remove(id), remove(id, second)])
    expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const ended = await waitForEnd(other, waiting)
    expect(ended).toMatchObject({ status: 'FL', error: { code: 'engine_gone' } })
    expect(await balanceOf(other)).toEqual(before)
  })

  test('what waits moves to another server with the same model, and says so', async () => {
    const other = await startA1111Double()
    double.drawMs = 3000
    try {
      const { id } = await add({ concurrency: 1 })
      const running = await submit(person, PHOTON)
      await waitUntilBegun(app, person, running)
      const friend = await newPerson(app)
      const waiting = await submit(friend, PHOTON)
      const spare = await add({ url: other.url })
      await act('pause', id)
      const ended = await waitForEnd(friend, waiting)
      expect(ended).toMatchObject({ status: 'S', engine: spare.id, first_engine: id })
      await waitForEnd(person, running)
    } finally {
      await other.close()
    }
  })

  test('two administrators who pause at once pause once', async () => {
    const { id } = await add()
    const before = (await acts()).filter((action) => action === 'engine_paused').length
    await Promise.all([act('pause', id), act('pause', id, second)])
    const after = (await acts()).filter((action) => action === 'engine_paused').length
    expect(after).toBe(before + 1)
  })
})

describe('the limit of a day', () => {
  let warnings = 0
  const costs = async (cents: number) => {
    const warn = async () => void warnings++
    const control = createEngineControl({ db: app.db, warn })
    const spending = { engine: scripted.name, kind: 'TTI', cost: cents * 10_000 }
    return transact(app.db, (tx) => control.recordCost(tx, spending))
  }
  const limitMails = async (email: string) =>
    (await mailsTo(app, email)).filter(({ subject }) => subject.includes('limit for today'))

  test('at 80 % administrators are told once, at 100 % nothing new is taken, whoever crosses it', async () => {
    await app.db.kysely.deleteFrom('engine_spending').execute()
    await change(scripted.name, { daily_limit: 1000 })
    expect(await Promise.all(Array.from({ length: 7 }, () => costs(100)))).toEqual(
      Array.from({ length: 7 }, () => false),
    )
    expect(warnings).toBe(0)
    const crossing = await Promise.all(Array.from({ length: 8 }, () => costs(50)))
    expect(crossing.filter(Boolean)).toHaveLength(3)
    expect(warnings).toBe(1)
    await expect
      .poll(async () => (await engine(scripted.name))?.state, { timeout: 5000 })
      .toBe('limit')
    await expect(submit(person)).rejects.toMatchObject({ code: 'unavailable' })
    await change(scripted.name, { daily_limit: 5000 })
    expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S' })
    await change(scripted.name, { daily_limit: null })
  })

  test('a job that reaches it keeps the next from beginning', async () => {
    await app.db.kysely.deleteFrom('engine_spending').execute()
    await change(scripted.name, { daily_limit: 1, concurrency: 1 })
    const friend = await newPerson(app)
    scripted.script = async (work) => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await finishAll(work)
    }
    const [job, next] = [await submit(person), await submit(friend)]
    expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
    await expect.poll(async () => (await engine(scripted.name))?.state).toBe('limit')
    expect(await readJob(friend, next)).toMatchObject({ status: 'P' })
    for (const { email } of [first, second]) expect(await limitMails(email)).toHaveLength(1)
    expect(await limitMails(person.email)).toEqual([])
    await change(scripted.name, { daily_limit: null })
    expect(await waitForEnd(friend, next)).toMatchObject({ status: 'S' })
    expect((await engine(scripted.name))?.cost_today).toBeGreaterThan(0)
    await change(scripted.name, { concurrency: null })
  })
})

test('a circuit that opens in one process is open in all, and is closed by one that works', async () => {
  const { id } = await add()
  double.faults = Array.from({ length: 6 }, () => 'server error' as const)
  const people = [person, await newPerson(app)]
  const jobs = await Promise.all(people.map((each) => submit(each, PHOTON)))
  await expect.poll(async () => (await engine(id))?.state, { timeout: 20_000 }).toBe('circuit_open')
  expect(await engine(id)).toMatchObject({ failures_last_hour: 5 })
  await expect.poll(() => servers({ kind: 'a1111', state: 'down' })).toMatchObject(rests(id))
  double.faults = []
  await sql`update engine_states set circuit_until = now() where engine = ${id}`.execute(
    app.db.kysely,
  )
  expect(await servers({ kind: 'a1111' })).toMatchObject([{ name: id, circuit: 'half_open' }])
  await sql`select pg_notify('engines_changed', '')`.execute(app.db.kysely)
  for (const [i, job] of jobs.entries()) {
    const ended = await waitForEnd(people[i]!, job)
    // Of five failures one job had its three attempts; the other was not tried while the circuit was open.
    expect(['S', 'FL']).toContain(ended.status)
  }
  await expect.poll(async () => (await engine(id))?.state, { timeout: 20_000 }).toBe('ready')
  expect(await servers({ state: 'ready' })).toMatchObject([
    { name: id, circuit: 'closed' },
    { name: scripted.name, kind: 'builtin', circuit: 'closed', wait_p50: expect.any(Number) },
  ])
  expect(await servers({ kind: 'builtin', state: 'down' })).toEqual([])
  await expect
    .poll(() =>
      app.db.kysely
        .selectFrom('engine_incidents')
        .select(['cause', 'ended_at'])
        .where('engine', '=', id)
        .execute(),
    )
    .toEqual([{ cause: 'failing', ended_at: expect.any(Date) }])
})

test('a server that is gone for ever: everybody sees it, and the credits go back at the deadline', async () => {
  const { id } = await add({ concurrency: 1 })
  double.drawMs = 60_000
  const before = await balanceOf(person)
  const job = await submit(person, PHOTON)
  await waitUntilBegun(app, person, job)
  // Once its circuit is open, what fails there waits and uses up no attempts.
  await sql`update engine_states set circuit_until = now() + interval '1 hour', circuit_rest_ms = 3600000,
    first_ready_at = now() where engine = ${id}`.execute(app.db.kysely)
  await sql`select pg_notify('engines_changed', '')`.execute(app.db.kysely)
  await expect.poll(() => servers({ state: 'down' })).toMatchObject(rests(id))
  await double.close()
  await expect.poll(async () => (await readJob(person, job)).status, { timeout: 20_000 }).toBe('P')
  const late = sql`update inference_jobs set deadline_at = now() where id = ${job.id}`
  await late.execute(app.db.kysely)
  await app.context.jobs.sweep()
  expect(await waitForEnd(person, job)).toMatchObject({
    status: 'FL',
    engine: id,
    error: { code: 'deadline' },
  })
  expect(await balanceOf(person)).toEqual(before)
  const status = await app.call(api.status.read, {})
  expect(status.engines.map(({ name }) => name)).toEqual(['Image server 1', 'Built-in engine'])
  expect(JSON.stringify(status)).not.toMatch(/127\.0\.0\.1|The box/)
  const { results } = await first.call(api.adminJobs.list, { query: { engine: id } })
  expect(results[0]).toMatchObject({ id: job.id, engine: id, status: 'FL', credits: 0 })
})
