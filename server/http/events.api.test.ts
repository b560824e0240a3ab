import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { transact } from '#server/platform/db/index.ts'
import { after, finishAll, type Script } from '#tests/support/doubles/scripted-engine.ts'
import { openEventStream } from '#tests/support/event-stream.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: Awaited<ReturnType<typeof startGenerationApp>>['engine']
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())

const isJob = (id: string, status: string) => (event: { event: string; data: unknown }) =>
  event.event === 'job' && (event.data as Job).id === id && (event.data as Job).status === status

/** Publishes small events, as the parts of the program do. */
async function publish(person: TestPerson, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await transact(app.db, async (tx) =>
      app.context.events.publish(tx, person.id, 'notice', { title: 'n', message: String(i) }),
    )
  }
}

test('tells every change of a job, as its GET gives it, in order', async () => {
  const person = await newPerson(app)
  const stream = await openEventStream(app, { token: person.token })
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.headers.get('content-encoding')).toBeNull()
  const job = await submit(person)
  const last = await stream.waitFor(isJob(job.id, 'S'))
  expect(stream.text()).toMatch(/^retry: \d+\n\n/)
  const detail = await person.call(api.inferenceJobs.detail, { params: { id: job.id } })
  expect(last.data).toEqual(detail)
  expect(() => api.inferenceJobs.detail.response.parse(last.data)).not.toThrow()

  const ids = stream.events.map(({ id }) => id)
  expect(ids).toEqual(ids.map((_, i) => ids[0]! + i))
  const statuses = stream.events
    .filter(({ event }) => event === 'job')
    .map(({ data }) => (data as Job).status)
  expect(statuses[0]).toBe('P')
  expect(statuses.at(-1)).toBe('S')
  stream.close()
})

test('tells every change of the credits, as their GET gives them', async () => {
  const person = await newPerson(app, { credits: 20 })
  const stream = await openEventStream(app, { token: person.token })
  const job = await submit(person, { num_images: 2 })
  await waitForEnd(person, job)
  const statement = await person.call(api.credits.statement, { query: {} })
  const kinds = statement.results.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['hold', 'capture']))
  await stream.waitFor(
    ({ event, data }) => event === 'credits' && JSON.stringify(data) === JSON.stringify(statement),
  )
  stream.close()
})

test('an interrupted stream goes on where it was, by header and by query', async () => {
  const person = await newPerson(app)
  const first = await openEventStream(app, { token: person.token })
  await publish(person, 2)
  await first.waitFor(({ data }) => (data as { message: string }).message === '1')
  first.close()
  await publish(person, 450)
  const lastEventId = String(first.events.at(-1)!.id)
  for (const options of [{ lastEventId }, { query: `?last_event_id=${lastEventId}` }]) {
    const second = await openEventStream(app, { token: person.token, ...options })
    await expect.poll(() => second.events.length).toBe(450)
    const ids = second.events.map(({ id }) => id)
    expect(ids[0]).toBe(Number(lastEventId) + 1)
    expect(ids).toEqual(ids.map((_, i) => ids[0]! + i))
    second.close()
  }
})

test('after a gap that is too long, and for an id of nowhere: reset', async () => {
  const person = await newPerson(app)
  await publish(person, 5)
  await app.db.pool.query(
    `update user_events set created_at = now() - interval '11 minutes' where user_id = $1 and seq <= (
       select last_seq - 2 from user_event_counters where user_id = $1)`,
    [person.id],
  )
  await app.context.events.trim()
  for (const lastEventId of ['1', '999999', '999999999999999', 'nonsense', '-4']) {
    const stream = await openEventStream(app, { token: person.token, lastEventId })
    const reset = await stream.waitFor(({ event }) => event === 'reset')
    expect(stream.events).toEqual([reset])
    await publish(person, 1)
    const next = await stream.waitFor(({ event }) => event === 'notice')
    expect(next.id).toBe(reset.id + 1)
    stream.close()
  }
})

test('by cookie; not for a stranger; others see nothing', async () => {
  const person = await newPerson(app)
  const other = await newPerson(app)
  const refused = await openEventStream(app, {})
  expect(refused.status).toBe(401)
  expect((await openEventStream(app, { token: 'wrong' })).status).toBe(401)
  const own = await openEventStream(app, { cookie: `accessToken=${person.token}` })
  const theirs = await openEventStream(app, { token: other.token })
  await publish(person, 1)
  await own.waitFor(({ event }) => event === 'notice')
  await publish(other, 1)
  await theirs.waitFor(({ event }) => event === 'notice')
  expect(theirs.events).toHaveLength(1)
  own.close()
  theirs.close()
})

test('progress comes at most about four times a second, and the last state is right', async () => {
  const person = await newPerson(app)
  const busy: Script = async (work) => {
    for (let step = 1; step <= 100; step++) {
      work.progress(step, [{ index: 0, url: 'data:image/jpeg;base64,AAAA' }])
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await after(150, finishAll)(work)
  }
  engine.script = busy
  const stream = await openEventStream(app, { token: person.token })
  const begin = performance.now()
  const job = await submit(person, { steps: 100 })
  await stream.waitFor(isJob(job.id, 'S'))
  const seconds = (performance.now() - begin) / 1000
  engine.script = finishAll
  const running = stream.events.filter(isJob(job.id, 'R')).map(({ data }) => data as Job)
  expect(running.length).toBeLessThan(seconds * 4 + 4)
  expect(running.length).toBeGreaterThan(3)
  const steps = running.map(({ progress }) => progress.step)
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(running.some(({ progress }) => progress.preview_url !== null)).toBe(true)
  stream.close()
})

test('a person cannot open streams without end', async () => {
  const person = await newPerson(app)
  const streams = await Promise.all(
    Array.from({ length: 12 }, () => openEventStream(app, { token: person.token })),
  )
  const more = await openEventStream(app, { token: person.token })
  expect(more.status).toBe(429)
  for (const stream of streams) stream.close()
  await expect
    .poll(async () => {
      const again = await openEventStream(app, { token: person.token })
      again.close()
      return again.status
    })
    .toBe(200)
})

test('the connection that listens is lost: nothing is missed', async () => {
  const person = await newPerson(app)
  const stream = await openEventStream(app, { token: person.token })
  await app.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen%'`,
  )
  await publish(person, 3)
  await expect.poll(() => stream.events.length, { timeout: 10_000 }).toBe(3)
  stream.close()
  const job = await submit(person)
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
})

test('streams end when the server drains', async () => {
  const { app: other } = await startGenerationApp()
  const person = await newPerson(other)
  const stream = await openEventStream(other, { token: person.token })
  await other.dispose()
  await stream.ended
  expect(stream.status).toBe(200)
})
