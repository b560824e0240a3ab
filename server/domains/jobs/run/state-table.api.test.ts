import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import {
  CLEAN,
  type ScriptedEngine,
  type ScriptedWork,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  cancel,
  closeCircuit,
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

let app: TestApp
let engine: ScriptedEngine
let person: TestPerson
beforeAll(async () => {
  // Nothing sweeps by itself.
  ;({ app, engine } = await startGenerationApp({}, { env: { ROLES: 'web,worker' } }))
  person = await newPerson(app, { credits: 1000 })
})
afterAll(() => app.dispose())

/** Work inside the engine that does nothing until it is told to. */
interface Puppet {
  work: ScriptedWork
  end: () => void
  fail: (error: unknown) => void
}
let puppets: Puppet[] = []
beforeEach(() => {
  puppets = []
  engine.sees = CLEAN
  engine.script = (work) =>
    new Promise((resolve, reject) => {
      puppets.push({ work, end: resolve, fail: reject })
      work.cancelled.addEventListener('abort', () => resolve())
    })
})

const IMAGES = 2
const order = () => submit(person, { num_images: IMAGES })
const current = () => puppets.at(-1)!
const failWith = (code: 'engine_failed' | 'content_refused', retryable: boolean) =>
  current().fail(new EngineError(code, 'told to', { retryable, userMessage: 'Failed.' }))
const sweep = () => app.context.jobs.sweep()
const set = (id: string, change: ReturnType<typeof sql>) =>
  sql`update inference_jobs set ${change} where id = ${id}`.execute(app.db.kysely)

async function begun() {
  const job = await order()
  await waitUntilBegun(app, person, job)
  await expect.poll(() => puppets.length).toBeGreaterThan(0)
  return job
}

async function half() {
  const job = await begun()
  await current().work.finish(0)
  return waitForJob(person, job, ({ images }) => images.length === 1)
}

/** How a job comes into a state. A person on the free plan has one job running. */
const STATES = {
  async waiting() {
    await begun()
    return order()
  },
  begun,
  half,
  async lastTry() {
    const job = await begun()
    // Its worker finds that its attempt is over.
    await set(job.id, sql`attempt = 3, heartbeat_at = now() - interval '1 minute'`)
    return job
  },
  async delivered() {
    const job = await half()
    await current().work.finish(1)
    current().end()
    return waitForEnd(person, job)
  },
  async cancelled() {
    const job = await half()
    return cancel(person, job)
  },
  async failed() {
    const job = await begun()
    failWith('engine_failed', false)
    return waitForEnd(person, job)
  },
  async refused() {
    return submit(person, { num_images: IMAGES, prompt: 'a nude child' })
  },
}

/** What can happen to it. */
const EVENTS: Record<string, (job: { id: string }) => unknown> = {
  cancel: (job) => cancel(person, job),
  async finish() {
    for (const index of current().work.request.indexes)
      await current()
        .work.finish(index)
        .catch(() => undefined)
    current().end()
  },
  endShort: () => current().end(),
  failAgain: () => failWith('engine_failed', true),
  failForGood: () => failWith('engine_failed', false),
  refuse: () => failWith('content_refused', false),
  async explicit() {
    engine.sees = { ...CLEAN, neutral: 0, drawing: 0, porn: 1 }
    await EVENTS['finish']!({ id: '' })
  },
  async silence({ id }) {
    await set(id, sql`heartbeat_at = now() - interval '1 minute'`)
    await sweep()
  },
  async deadline({ id }) {
    await set(id, sql`deadline_at = now() - interval '1 second'`)
    await sweep()
  },
  sweep,
}

type State = keyof typeof STATES

/** Of each: the state after it, credits captured and released; `again`: it is begun once more. */
const TABLE: [state: State, event: string, after: string, captured: number, released: number][] = [
  ['waiting', 'cancel', 'CD', 0, 2],
  ['waiting', 'deadline', 'FL', 0, 2],
  ['waiting', 'sweep', 'P', 0, 0],
  ['begun', 'cancel', 'CD', 0, 2],
  ['begun', 'finish', 'S', 2, 0],
  ['begun', 'endShort', 'again', 0, 0],
  ['begun', 'failAgain', 'again', 0, 0],
  ['begun', 'failForGood', 'FL', 0, 2],
  ['begun', 'refuse', 'B', 0, 2],
  ['begun', 'explicit', 'B', 0, 2],
  ['begun', 'silence', 'again', 0, 0],
  ['begun', 'deadline', 'FL', 0, 2],
  ['begun', 'sweep', 'R', 0, 0],
  ['half', 'cancel', 'CD', 1, 1],
  ['half', 'finish', 'S', 2, 0],
  ['half', 'endShort', 'again', 1, 0],
  ['half', 'failAgain', 'again', 1, 0],
  ['half', 'failForGood', 'S', 1, 1],
  ['half', 'refuse', 'S', 1, 1],
  ['half', 'explicit', 'S', 1, 1],
  ['half', 'silence', 'again', 1, 0],
  ['half', 'deadline', 'S', 1, 1],
  ['lastTry', 'sweep', 'FL', 0, 2],
  ['delivered', 'cancel', 'S', 2, 0],
  ['delivered', 'deadline', 'S', 2, 0],
  ['cancelled', 'cancel', 'CD', 1, 1],
  ['cancelled', 'silence', 'CD', 1, 1],
  ['failed', 'cancel', 'FL', 0, 2],
  ['failed', 'deadline', 'FL', 0, 2],
  ['refused', 'cancel', 'B', 0, 0],
  ['refused', 'deadline', 'B', 0, 0],
]

const attemptOf = async ({ id }: { id: string }): Promise<number> => {
  const { rows } = await sql<{ attempt: number }>`
    select attempt from inference_jobs where id = ${id} and status = 'R' and operation is not null`.execute(
    app.db.kysely,
  )
  return rows[0]?.attempt ?? 0
}

async function reach(job: { id: string }, after: string, attempt: number): Promise<void> {
  const isThere = async () =>
    after === 'again'
      ? (await attemptOf(job)) === attempt + 1
      : (await readJob(person, job)).status === after
  await expect.poll(isThere).toBe(true)
}

afterEach(async () => {
  const { results } = await person.call(api.inferenceJobs.running, { query: {} })
  for (const open of results.toReversed()) await cancel(person, open)
  await expectCleanBooks(app)
  await closeCircuit(app)
})

test.each(TABLE)('%s, %s: %s, captured %i, released %i', async (state, event, after, ...paid) => {
  const job = await STATES[state]()
  const before = await attemptOf(job)
  await EVENTS[event]!(job)
  await reach(job, after, before)
  const { status, cost } = await readJob(person, job)
  expect([status, cost.captured, cost.released]).toEqual([after === 'again' ? 'R' : after, ...paid])
})
