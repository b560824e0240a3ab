import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { after, fail, finishAll, hang } from '#tests/support/doubles/scripted-engine.ts'
import {
  cancel,
  readJob,
  startGenerationApp,
  submit,
  waitForEnd,
  waitUntilBegun,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let engine: Awaited<ReturnType<typeof startGenerationApp>>['engine']
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
afterEach(() => setSlots(0))

/** Lets the lane look as if other processes with so many slots worked on it too. */
async function setSlots(count: number): Promise<void> {
  const id = '00000000-0000-7000-8000-000000000001'
  await app.db.pool.query('delete from lane_workers where process_id = $1', [id])
  if (count === 0) return
  await app.db.pool.query(
    `insert into lane_workers (process_id, lane, slots, heartbeat_at)
     values ($1, 'scripted', $2, now() + interval '1 hour')`,
    [id, count],
  )
}

const runningOf = (person: TestPerson) => person.call(api.inferenceJobs.running, { query: {} })

async function admitted(person: TestPerson): Promise<number> {
  const { rows } = await app.db.pool.query(
    `select count(*) as count from inference_jobs
     where user_id = $1 and admitted_at is not null and status in ('P', 'R')`,
    [person.id],
  )
  return (rows[0] as { count: number }).count
}

/** 500 waiting jobs of one person, as the plan of an operator would allow. */
async function fillQueue(person: TestPerson, job: Job, count: number): Promise<void> {
  await app.db.pool.query(
    `insert into inference_jobs (user_id, type, parameters, seed, model_hash, engine, lane, num_images,
       unit_price, cost_quoted, weight, running_limit, deadline_at)
     select user_id, type, parameters, seed, model_hash, engine, lane, num_images, 0, 0, weight,
       running_limit, deadline_at
     from inference_jobs, generate_series(1, $2) where id = $1`,
    [job.id, count],
  )
  await app.db.pool.query(
    `insert into prediction_images (job_id, user_id, index, seed, width, height)
     select id, user_id, 0, seed, 64, 64 from inference_jobs where user_id = $1 and id <> $2`,
    [person.id, job.id],
  )
}

/** Places in the queue come from a view that is at most half a second old. */
const untilLanesAreReadAnew = () => new Promise((resolve) => setTimeout(resolve, 600))

test('somebody with 500 waiting jobs does not delay the first of another', async () => {
  const greedy = await newPerson(app)
  const modest = await newPerson(app)
  engine.script = after(30, finishAll)
  const first = await submit(greedy)
  await fillQueue(greedy, first, 500)
  await waitForEnd(greedy, first)
  const job = await submit(modest)
  expect(job.queue.position).toBeLessThanOrEqual(2)
  const ended = await waitForEnd(modest, job)
  await app.db.pool.query(
    `update inference_jobs set status = 'CD', finished_at = now()
     where user_id = $1 and status in ('P', 'R')`,
    [greedy.id],
  )
  const before = await app.db.pool.query(
    'select count(*) as count from inference_jobs where user_id = $1 and started_at between $2 and $3',
    [greedy.id, ended.created_at, ended.started_at],
  )
  // The one that was already admitted, and at most the one whose turn it was.
  expect((before.rows[0] as { count: number }).count).toBeLessThanOrEqual(2)
})

test('a free account runs one at a time, whatever is free', async () => {
  await setSlots(8)
  engine.script = hang
  const person = await newPerson(app)
  const jobs = [await submit(person), await submit(person)]
  expect(await admitted(person)).toBe(1)
  await cancel(person, jobs[0]!)
  expect(await admitted(person)).toBe(1)
  await cancel(person, jobs[1]!)
  expect(await admitted(person)).toBe(0)
})

test('a starter account runs two at a time', async () => {
  await setSlots(8)
  engine.script = hang
  const person = await newPerson(app, { plan: 'starter' })
  const jobs = await Promise.all(Array.from({ length: 5 }, () => submit(person)))
  expect(await admitted(person)).toBe(2)
  for (const job of jobs) await cancel(person, job)
})

test('the queue of a plan is full, also for requests at the same time', async () => {
  engine.script = hang
  const person = await newPerson(app)
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => submit(person)))
  const made = answers.filter((answer) => answer.status === 'fulfilled')
  expect(made).toHaveLength(2)
  for (const answer of answers) {
    if (answer.status === 'fulfilled') continue
    expect(answer.reason).toMatchObject({ status: 429, code: 'queue_full' })
    expect((answer.reason as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(0)
  }
  const { results } = await runningOf(person)
  expect(results).toHaveLength(2)
  for (const job of results) await cancel(person, job)
  engine.script = finishAll
  expect(await waitForEnd(person, await submit(person))).toMatchObject({ status: 'S' })
})

test('everybody who waits is served in the order that they were told', async () => {
  engine.script = hang
  const blocker = await newPerson(app)
  const block = await submit(blocker)
  await waitUntilBegun(app, blocker, block)
  const free = await newPerson(app)
  const pro = await newPerson(app, { plan: 'pro' })
  const starter = await newPerson(app, { plan: 'starter' })
  const jobs: { person: TestPerson; job: Job }[] = []
  for (const person of [pro, free, pro, pro, starter, pro, pro, free, starter, pro])
    jobs.push({ person, job: await submit(person, { prompt: `number ${jobs.length}` }) })
  await untilLanesAreReadAnew()
  const places: number[] = []
  for (const { person, job } of jobs) places.push((await readJob(person, job)).queue.position!)
  const order: string[] = []
  engine.script = async (work) => {
    order.push(work.request.prompt)
    await finishAll(work)
  }
  await cancel(blocker, block)
  await Promise.all(jobs.map(({ person, job }) => waitForEnd(person, job)))
  expect(order).toEqual(
    places
      .map((place, number) => ({ place, prompt: `number ${number}` }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ prompt }) => prompt),
  )
  expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  // Neither the free account nor the one with the larger share has to wait for all of the other.
  expect(order.indexOf('number 1')).toBeLessThan(3)
  expect(order.indexOf('number 7')).toBeGreaterThan(order.indexOf('number 5'))
})

test('who had a turn is passed by those who come for the first time, within the bound', async () => {
  engine.script = hang
  const [regular, older] = [await newPerson(app), await newPerson(app)]
  const block = await submit(regular)
  await waitUntilBegun(app, regular, block)
  const jobs = [
    { person: older, job: await submit(older, { prompt: 'older' }) },
    { person: regular, job: await submit(regular, { prompt: 'regular' }) },
  ]
  for (let count = 0; count < 12; count++) {
    const person = await newPerson(app, { plan: 'pro' })
    jobs.push({ person, job: await submit(person, { prompt: 'new' }) })
  }
  await untilLanesAreReadAnew()
  const { position } = (await readJob(regular, jobs[1]!.job)).queue
  expect(position).toBeLessThanOrEqual(5)
  const order: string[] = []
  engine.script = async (work) => {
    order.push(work.request.prompt)
    // Longer than is expected of those who may pass then.
    await after(work.request.prompt === 'older' ? 2000 : 0, finishAll)(work)
  }
  await cancel(regular, block)
  const ended = await Promise.all(jobs.map(({ person, job }) => waitForEnd(person, job)))
  expect(order[0]).toBe('older')
  const begun = ended.toSorted((a, b) => a.started_at!.localeCompare(b.started_at!))
  const place = begun.findIndex(({ id }) => id === jobs[1]!.job.id)
  expect(place).toBeGreaterThan(1)
  // On one slot: what passed took no more than three times what came earlier, however slow the machine is.
  const passed = await tookTogether(begun.slice(1, place))
  expect(passed).toBeLessThanOrEqual(3 * (await tookTogether([block, begun[0]!])))
})

async function lineDone(): Promise<number> {
  const { rows } = await app.db.pool.query<{ done: number }>(
    `select done from queue_lines where name = 'scripted'`,
  )
  return rows[0]!.done
}

/** Seconds that the places of jobs were taken, in their last attempts. */
async function tookTogether(jobs: readonly Job[]): Promise<number> {
  const { rows } = await app.db.pool.query<{ took: number }>(
    `select sum(extract(epoch from finished_at - admitted_at))::float8 as took from inference_jobs where id = any($1)`,
    [jobs.map(({ id }) => id)],
  )
  return rows[0]!.took
}

test('what was done in a line counts as what it took', async () => {
  const person = await newPerson(app)
  engine.script = finishAll
  await waitForEnd(person, await submit(person))
  const before = await lineDone()
  engine.script = after(700, finishAll)
  const long = await waitForEnd(person, await submit(person))
  engine.script = hang
  const cancelled = await submit(person)
  await waitUntilBegun(app, person, cancelled)
  await cancel(person, cancelled)
  await cancel(person, cancelled)
  const took = await tookTogether([long, cancelled])
  expect(took).toBeGreaterThan(0.7)
  expect((await lineDone()) - before).toBeCloseTo(took, 2)
})

test('an attempt that was put back counts as nothing, though it held its place', async () => {
  const person = await newPerson(app)
  engine.script = finishAll
  await waitForEnd(person, await submit(person))
  const before = await lineDone()
  let starts = 0
  engine.script = (work) => (starts++ === 0 ? after(700, fail(true)) : finishAll)(work)
  const job = await waitForEnd(person, await submit(person))
  expect(job.status).toBe('S')
  expect(starts).toBe(2)
  expect((await lineDone()) - before).toBeCloseTo(await tookTogether([job]), 2)
})

test('a batch that moves into a busy line lets younger jobs have their turns', async () => {
  const [blocker, mover, pro] = [
    await newPerson(app),
    await newPerson(app),
    await newPerson(app, { plan: 'pro', credits: 100 }),
  ]
  engine.script = hang
  const block = await submit(blocker)
  await waitUntilBegun(app, blocker, block)
  const BATCH = 8
  await fillQueue(mover, await submit(mover, { prompt: 'moved' }), BATCH - 1)
  // As it was noted in the line of another engine, for which it waits at first.
  const move = (lane: string, line: string) =>
    app.db.pool.query(
      `update inference_jobs set lane = $2, line = $3, came = 1000000, passed_before = 0, turn_seconds = 1
       where user_id = $1 and status = 'P'`,
      [mover.id, lane, line],
    )
  await move('elsewhere', 'elsewhere')
  engine.script = after(100, finishAll)
  await cancel(blocker, block)
  for (let count = 0; count < 6; count++) await waitForEnd(pro, await submit(pro))
  engine.script = hang
  const last = await submit(blocker)
  await waitUntilBegun(app, blocker, last)
  await move('scripted', 'elsewhere')
  const jobs: Job[] = []
  for (let count = 0; count < 2; count++) jobs.push(await submit(pro, { prompt: 'younger' }))
  await untilLanesAreReadAnew()
  const { position } = (await readJob(pro, jobs[0]!)).queue
  const order: string[] = []
  engine.script = async (work) => {
    order.push(work.request.prompt)
    // Longer than is expected, so that what is expected of others does not matter.
    await after(200, finishAll)(work)
  }
  await cancel(blocker, last)
  await Promise.all(jobs.map((job) => waitForEnd(pro, job)))
  await expect.poll(() => order.length, { timeout: 20_000 }).toBe(BATCH + jobs.length)
  // After the first of the batch; what was done while that was elsewhere has not passed it.
  expect(order.indexOf('younger')).toBeLessThanOrEqual(2)
  expect(position).toBeLessThanOrEqual(3)
  await expect.poll(() => admitted(mover), { timeout: 20_000 }).toBe(0)
})

test('never more than the lane has slots, under a storm of submits', async () => {
  await setSlots(3)
  engine.script = hang
  const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(app)))
  const jobs = await Promise.all(
    people.map(async (person) => ({ person, job: await submit(person) })),
  )
  const { rows } = await app.db.pool.query(
    `select count(*) as count from inference_jobs where admitted_at is not null and status in ('P', 'R')`,
  )
  expect(rows).toEqual([{ count: 4 }])
  engine.script = finishAll
  await setSlots(0)
  await Promise.all(
    jobs.map(async ({ person, job }) => {
      await cancel(person, job)
    }),
  )
})

test('who orders again at once is told the place that their last turn leaves them', async () => {
  engine.script = hang
  const free = await newPerson(app)
  const pro = await newPerson(app, { plan: 'pro' })
  const long = await submit(free, { num_images: 4 })
  await waitUntilBegun(app, free, long)
  const jobs: Job[] = []
  for (let count = 0; count < 4; count++) jobs.push(await submit(pro))
  // The lane is looked at while the free account only runs.
  await untilLanesAreReadAnew()
  await readJob(pro, jobs[0]!)
  await cancel(free, long)
  const again = await submit(free)
  const [first, ...others] = jobs
  await waitUntilBegun(app, pro, first!)
  // All of the other account go first: together they are less than its share of what the free one had. In the view of the
  // lane the cancelled one may still run.
  expect([jobs.length, jobs.length + 1]).toContain(again.queue.position)
  for (const job of others) await cancel(pro, job)
  await cancel(pro, first!)
  await cancel(free, again)
})

test('estimates come from what was measured', async () => {
  engine.script = finishAll
  const person = await newPerson(app)
  await waitForEnd(person, await submit(person))
  await untilLanesAreReadAnew()
  const job = await submit(person, { num_images: 4 })
  expect(job.queue.eta_p50).toBeGreaterThanOrEqual(0)
  expect(job.queue.eta_p90).toBeGreaterThanOrEqual(job.queue.eta_p50!)
})

test('what an estimate says of a job that was never asked for goes by its size and steps', async () => {
  engine.script = finishAll
  const person = await newPerson(app, { credits: 100 })
  const usual = await waitForEnd(person, await submit(person, { num_images: 4, steps: 20 }))
  await app.db.pool.query(
    `update inference_jobs set started_at = finished_at - interval '3 seconds' where id = $1`,
    [usual.id],
  )
  await app.db.pool.query('update inference_jobs set engine_ms = null where id <> $1', [usual.id])
  await untilLanesAreReadAnew()
  engine.script = hang
  const etaOf = async (request: object): Promise<number> => {
    const job = await submit(person, { num_images: 4, steps: 20, ...request })
    await cancel(person, job)
    return job.queue.eta_p50!
  }
  const eta = await etaOf({})
  expect(eta).toBeGreaterThan(2.9)
  expect(eta).toBeLessThan(3.1)
  expect(await etaOf({ width: 1448, height: 1448 })).toBeGreaterThan(2 * eta)
  expect(await etaOf({ steps: 100 })).toBeGreaterThan(2 * eta)
})
