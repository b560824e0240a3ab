import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  after,
  fail,
  finishAll,
  finishFirst,
  hang,
  type Script,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  expectCleanBooks,
  readJob,
  startGenerationApp,
  submit,
  waitForEnd,
  waitForJob,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

type Started = Awaited<ReturnType<typeof startGenerationApp>>
let app: TestApp
let engine: Started['engine']
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())

/** As if a job's worker were gone; repeated, for the worker is alive and may give a sign of life before the sweep looks. */
async function loseWorker(person: TestPerson, job: { id: string }): Promise<void> {
  const { attempt } = await readJob(person, job)
  await expect
    .poll(async () => {
      await sql`update inference_jobs set heartbeat_at = now() - interval '1 minute'
        where id = ${job.id} and status = 'R' and attempt = ${attempt}`.execute(app.db.kysely)
      await app.context.jobs.sweep()
      const now = await readJob(person, job)
      return now.status !== 'R' || now.attempt > attempt
    })
    .toBe(true)
}

/** Plays the scripts one after the other, the last one for all that follow. */
function inTurn(...scripts: Script[]): void {
  const first = engine.starts.length
  engine.script = (work) => scripts[Math.min(work.number - first, scripts.length) - 1]!(work)
}

const changeJob = (id: string, set: ReturnType<typeof sql>) =>
  sql`update inference_jobs set ${set} where id = ${id}`.execute(app.db.kysely)

function storedFiles(userId: string, jobId: string): string[] {
  const folder = join(app.config.dataDir, 'media', 'pictures', userId, jobId)
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

test('a failure after some pictures: the rest is made again, with the same seeds', async () => {
  const person = await newPerson(app)
  inTurn(finishFirst(2, fail(true)), finishAll)
  const before = engine.starts.length
  const job = await waitForEnd(person, await submit(person, { num_images: 4, seed: 10 }))
  expect(job).toMatchObject({
    status: 'S',
    attempt: 2,
    error: null,
    cost: { captured: 4, released: 0 },
    images: [{ seed: 10 }, { seed: 11 }, { seed: 12 }, { seed: 13 }],
  })
  expect(engine.starts.slice(before).map(({ indexes, seed }) => ({ indexes, seed }))).toEqual([
    { indexes: [0, 1, 2, 3], seed: 10 },
    { indexes: [2, 3], seed: 10 },
  ])
})

test('three failures end it: what was delivered is paid, the rest comes back', async () => {
  const person = await newPerson(app)
  inTurn(fail(true), finishFirst(1, fail(true)), fail(true))
  const job = await waitForEnd(person, await submit(person, { num_images: 3 }))
  expect(job).toMatchObject({
    status: 'S',
    attempt: 3,
    error: { code: 'engine_failed', message: 'The engine failed as it was told to.' },
    cost: { captured: 1, released: 2, held: 0 },
    images: [{ index: 0 }],
  })
  expect(await balanceOf(person)).toEqual({ credits: 99, credits_held: 0 })
})

test('a failure that would come again ends it at once', async () => {
  const person = await newPerson(app)
  inTurn(fail(false))
  const job = await waitForEnd(person, await submit(person, { num_images: 2 }))
  expect(job).toMatchObject({ status: 'FL', attempt: 1, cost: { captured: 0, released: 2 } })
  expect(await balanceOf(person)).toEqual({ credits: 100, credits_held: 0 })
})

test('an engine that says it is done without all pictures', async () => {
  const person = await newPerson(app)
  inTurn(
    finishFirst(1, async () => undefined),
    finishAll,
  )
  const job = await waitForEnd(person, await submit(person, { num_images: 2 }))
  expect(job).toMatchObject({ status: 'S', attempt: 2, cost: { captured: 2 } })
})

test('a worker that went silent: another attempt, and the late one cannot write', async () => {
  const person = await newPerson(app)
  const gate = Promise.withResolvers<void>()
  inTurn(async ({ finish }) => {
    await gate.promise
    await finish(0)
  }, finishAll)
  const job = await submit(person)
  await waitUntilBegun(app, person, job)
  engine.forget()
  await loseWorker(person, job)
  expect(['P', 'R', 'S']).toContain((await readJob(person, job)).status)
  gate.resolve()
  const ended = await waitForEnd(person, job)
  expect(ended).toMatchObject({ status: 'S', attempt: 2, cost: { captured: 1, released: 0 } })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(storedFiles(person.id, job.id)).toEqual(['0-2.png'])
  expect(await balanceOf(person)).toEqual({ credits: 99, credits_held: 0 })
})

test.each<[what: string, late: Script, stays: boolean]>([
  ['an image', finishAll, true],
  ['progress', async ({ progress }) => progress(17), true],
  ['its end', async () => undefined, false],
  ['its failure', fail(false), false],
])('the worker of an attempt that was taken over cannot write %s', async (_, late, stays) => {
  const person = await newPerson(app)
  const gate = Promise.withResolvers<void>()
  inTurn(async (work) => {
    await gate.promise
    await late(work)
    if (stays) await hang(work)
  }, finishAll)
  const job = await submit(person)
  await waitUntilBegun(app, person, job)
  // As another process does; the worker would hear of it with its next heartbeat.
  await changeJob(job.id, sql`attempt = 2, operation = null, heartbeat_at = now()`)
  gate.resolve()
  // Longer than progress waits to be written.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  expect(await readJob(person, job)).toMatchObject({
    status: 'R',
    attempt: 2,
    progress: { step: 0 },
    images: [],
    cost: { captured: 0 },
  })
  await changeJob(job.id, sql`heartbeat_at = now() - interval '1 minute'`)
  await app.context.jobs.sweep()
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S', cost: { captured: 1 } })
  expect(storedFiles(person.id, job.id)).toEqual(['0-3.png'])
})

test('work that survived in the engine is taken up, not begun again', async () => {
  const person = await newPerson(app)
  const gate = Promise.withResolvers<void>()
  inTurn(async (work) => {
    await gate.promise
    if (!work.cancelled.aborted) await finishAll(work)
  })
  const job = await submit(person)
  await waitUntilBegun(app, person, job)
  const begun = engine.starts.length
  // As if the worker's process had been killed: its row says nothing of a cancel.
  await loseWorker(person, job)
  gate.resolve()
  const ended = await waitForEnd(person, job)
  expect(ended).toMatchObject({ status: 'S', cost: { captured: 1 } })
  expect(engine.starts.length).toBeLessThanOrEqual(begun + 1)
})

test('three silent workers end it', async () => {
  const person = await newPerson(app)
  inTurn(hang)
  const job = await submit(person)
  for (const attempt of [1, 2, 3]) {
    await waitForJob(person, job, (now) => now.status === 'R' && now.attempt === attempt)
    engine.forget()
    await loseWorker(person, job)
  }
  expect(await waitForEnd(person, job)).toMatchObject({
    status: 'FL',
    error: { code: 'worker_lost' },
    cost: { captured: 0, released: 1 },
  })
  engine.script = finishAll
})

test.each(['P', 'R'] as const)(
  'past its deadline in %s it ends and the credits come back',
  async (state) => {
    const person = await newPerson(app)
    const blocker = await newPerson(app)
    inTurn(hang)
    const first = await submit(blocker)
    await waitUntilBegun(app, blocker, first)
    const job = state === 'R' ? first : await submit(person)
    const owner = state === 'R' ? blocker : person
    await changeJob(job.id, sql`deadline_at = now() - interval '1 second'`)
    await app.context.jobs.sweep()
    expect(await waitForEnd(owner, job)).toMatchObject({
      status: 'FL',
      error: { code: 'deadline' },
      cost: { released: 1, captured: 0 },
    })
    expect(await balanceOf(owner)).toEqual({ credits: 100, credits_held: 0 })
    engine.script = finishAll
    if (state === 'P') {
      await changeJob(first.id, sql`deadline_at = now() - interval '1 second'`)
      await app.context.jobs.sweep()
    }
    expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S' })
  },
)

test('an admitted job whose message was lost is begun all the same', async () => {
  const person = await newPerson(app)
  const blocker = await newPerson(app)
  inTurn(after(300, finishAll))
  await submit(blocker)
  const job = await submit(person)
  await app.db.pool.query(`delete from pgboss.job where data->>'job' = $1`, [job.id])
  await changeJob(job.id, sql`admitted_at = now() - interval '1 minute'`)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S', attempt: 1 })
})

test('the books agree with all of that', async () => {
  await expect(expectCleanBooks(app)).resolves.toBeUndefined()
})
