import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppContext } from '#server/app/context.ts'
import { after, finishAll, finishFirst, hang } from '#tests/support/doubles/scripted-engine.ts'
import {
  expectCleanBooks,
  readJob,
  startGenerationApp,
  submit,
  waitForEnd,
  waitForJob,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { endWorker, startWorkerOf } from '#tests/support/workers.ts'

const SHORT_DRAIN_MS = 700
/** Enough on any machine for a job that goes on by itself. */
const LONG_DRAIN_MS = 30_000
let app: TestApp
let engine: Awaited<ReturnType<typeof startGenerationApp>>['engine']

const startWorker = (drainMs = SHORT_DRAIN_MS): Promise<AppContext> =>
  startWorkerOf(app, { engines: [engine], classifier: engine, drainMs })
const end = endWorker

beforeEach(async () => {
  ;({ app, engine } = await startGenerationApp({}, { env: { ROLES: 'web,cron' } }))
})
afterEach(() => app.dispose())

test('a job waits for a worker, and readiness says that none is there', async () => {
  const person = await newPerson(app)
  const job = await submit(person)
  expect(await app.context.readiness()).toMatchObject({ database: true, engine: false })
  const worker = await startWorker()
  expect(await app.context.readiness()).toMatchObject({ engine: true })
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  await end(worker)
  expect(await app.context.readiness()).toMatchObject({ engine: false })
})

test('a stopping worker finishes what it can within the time', async () => {
  const person = await newPerson(app)
  const worker = await startWorker(LONG_DRAIN_MS)
  engine.script = after(300, finishAll)
  const job = await submit(person, { num_images: 2 })
  await waitUntilBegun(app, person, job)
  await end(worker)
  expect(await readJob(person, job)).toMatchObject({ status: 'S', attempt: 1 })
})

test('a stopping worker hands back the rest, and no attempt is lost', async () => {
  const person = await newPerson(app)
  for (let round = 1; round <= 4; round++) {
    // Before the worker, who begins at once with what waits.
    engine.script = round === 1 ? finishFirst(1, hang) : hang
    const worker = await startWorker()
    const job =
      round === 1
        ? await submit(person, { num_images: 2, seed: 3 })
        : (await listOpen(person.id))[0]!
    await waitUntilBegun(app, person, job)
    if (round === 1) await waitForJob(person, job, ({ images }) => images.length === 1)
    const cancels = engine.cancels.length
    await end(worker)
    expect(engine.cancels.length).toBeGreaterThan(cancels)
    expect(await readJob(person, job)).toMatchObject({
      status: 'P',
      attempt: round,
      images: [{ index: 0 }],
    })
  }
  const [job] = await listOpen(person.id)
  engine.script = finishAll
  const worker = await startWorker()
  expect(await waitForEnd(person, job!)).toMatchObject({
    status: 'S',
    attempt: 5,
    images: [{ seed: 3 }, { seed: 4 }],
    cost: { captured: 2, released: 0 },
  })
  expect(engine.starts.at(-1)).toMatchObject({ indexes: [1], seed: 3 })
  await end(worker)
  await expectCleanBooks(app)
})

test('with two workers the other one goes on', async () => {
  const person = await newPerson(app, { plan: 'pro' })
  const [one, two] = [await startWorker(), await startWorker()]
  engine.script = after(1500, finishAll)
  const jobs = [await submit(person), await submit(person)]
  for (const job of jobs) await waitUntilBegun(app, person, job)
  await end(one)
  for (const job of jobs) expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  await end(two)
  await expectCleanBooks(app)
})

async function listOpen(userId: string): Promise<{ id: string }[]> {
  return app.db.kysely
    .selectFrom('inference_jobs')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', ['P', 'R'])
    .execute()
}
