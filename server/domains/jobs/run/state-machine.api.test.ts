import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { finishAll, hang, type ScriptedWork } from '#tests/support/doubles/scripted-engine.ts'
import {
  balanceOf,
  cancel,
  closeCircuit,
  expectCleanBooks,
  isEnded,
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

/** A piece of work that does nothing until it is told to. */
interface Puppet {
  work: ScriptedWork
  rest: number[]
  end: () => void
  fail: (error: unknown) => void
}

const STEPS = [
  'submit',
  'cancel',
  'deliver',
  'deliver',
  'finish',
  'fail',
  'failForGood',
  'forget',
  'silence',
  'deadline',
  'sweep',
  'repeatMessage',
  'loseMessage',
  'pause',
] as const
type Step = (typeof STEPS)[number]

/** One person with a small purse, and hands on everything that can happen to the jobs. */
class World {
  readonly person: TestPerson
  readonly #puppets = new Set<Puppet>()
  readonly #jobs: string[] = []
  /** Each job as it was when it was first seen to have ended. */
  readonly #ends = new Map<string, Job>()

  constructor(person: TestPerson) {
    this.person = person
    engine.script = (work) =>
      new Promise((resolve, reject) => {
        const puppet = { work, rest: [...work.request.indexes], end: resolve, fail: reject }
        this.#puppets.add(puppet)
        work.cancelled.addEventListener('abort', () => {
          this.#puppets.delete(puppet)
          resolve()
        })
      })
  }

  async take(step: Step, choice: number): Promise<void> {
    const job = this.#jobs[choice % Math.max(1, this.#jobs.length)]
    const puppet = [...this.#puppets][choice % Math.max(1, this.#puppets.size)]
    switch (step) {
      case 'submit':
        return this.#submit(1 + (choice % 4))
      case 'cancel':
        if (job) await cancel(this.person, { id: job })
        return
      case 'deliver':
        if (puppet?.rest.length) await puppet.work.finish(puppet.rest.shift()!)
        return
      case 'finish':
        return this.#end(puppet, () => puppet!.end())
      case 'fail':
      case 'failForGood':
        return this.#end(puppet, () =>
          puppet!.fail(
            new EngineError('engine_failed', 'told to', {
              retryable: step === 'fail',
              userMessage: 'Failed.',
            }),
          ),
        )
      case 'forget':
        return engine.forget()
      case 'silence':
        return this.#change(job, sql`heartbeat_at = now() - interval '1 minute'`)
      case 'deadline':
        return this.#change(job, sql`deadline_at = now() - interval '1 second'`)
      case 'sweep':
        return app.context.jobs.sweep()
      case 'repeatMessage':
        await app.db.pool.query(
          `update pgboss.job set state = 'retry', started_on = null, completed_on = null
           where state = 'completed' and data->>'job' = $1`,
          [job],
        )
        return
      case 'loseMessage':
        await app.db.pool.query(
          `delete from pgboss.job where state = 'created' and data->>'job' = $1`,
          [job],
        )
        return this.#change(job, sql`admitted_at = admitted_at - interval '1 minute'`)
      case 'pause':
        await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }

  /** Looks at all jobs; one that has ended must not change any more. */
  async watch(): Promise<void> {
    for (const id of this.#jobs) {
      const job = await readJob(this.person, { id })
      const before = this.#ends.get(id)
      if (before) expect(job).toEqual(before)
      else if (isEnded(job)) this.#ends.set(id, job)
    }
  }

  /** Whatever may happen at the end of a day: all works finish, and silent ones are swept. */
  async settle(): Promise<void> {
    engine.script = finishAll
    for (const puppet of this.#puppets) {
      for (const index of puppet.rest) await puppet.work.finish(index)
      puppet.end()
    }
    await expect
      .poll(
        async () => {
          await app.context.jobs.sweep()
          await closeCircuit(app)
          return (await this.person.call(api.inferenceJobs.running, { query: {} })).count
        },
        { timeout: 25_000, interval: 100 },
      )
      .toBe(0)
  }

  async check(): Promise<void> {
    let captured = 0
    for (const id of this.#jobs) {
      const job = await readJob(this.person, { id })
      const { cost } = job
      expect(cost.captured).toBe(job.images.length)
      expect(cost.held).toBe(0)
      expect(cost.captured + cost.released).toBe(cost.quoted)
      const complete = job.images.length === job.parameters.num_images
      if (complete) expect(job.status).toBe('S')
      else if (job.images.length > 0) expect(['S', 'CD']).toContain(job.status)
      else expect(['CD', 'FL']).toContain(job.status)
      if (job.status === 'FL') expect(job.error).not.toBeNull()
      captured += cost.captured
    }
    expect(await balanceOf(this.person)).toEqual({ credits: 12 - captured, credits_held: 0 })
    await expectCleanBooks(app)
  }

  async #submit(count: number): Promise<void> {
    try {
      this.#jobs.push((await submit(this.person, { num_images: count })).id)
    } catch (error) {
      // "unavailable": five failures have opened the engine's circuit.
      const code = expect.stringMatching('queue_full|not_enough_credits|unavailable')
      expect(error).toMatchObject({ code })
    }
  }

  async #end(puppet: Puppet | undefined, act: () => void): Promise<void> {
    if (!puppet) return
    this.#puppets.delete(puppet)
    act()
  }

  async #change(job: string | undefined, set: ReturnType<typeof sql>): Promise<void> {
    if (job === undefined) return
    await sql`
      update inference_jobs set ${set}
      where id = ${job} and status in ('P', 'R')`.execute(app.db.kysely)
  }
}

const step = fc.tuple(fc.constantFrom(...STEPS), fc.nat(100))
/** Steps of one group are taken at the same time. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 3,
  maxLength: 14,
})

test('whatever happens in whatever order: one clear end, and the books agree', async () => {
  const stories = fc.asyncProperty(story, async (groups) => {
    const world = new World(await newPerson(app, { credits: 12 }))
    await world.take('submit', 3)
    for (const group of groups) {
      await Promise.all(group.map(([name, choice]) => world.take(name, choice)))
      await world.watch()
    }
    await world.settle()
    await world.watch()
    await world.check()
  })
  const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 20)
  await expect(fc.assert(stories, { numRuns, endOnFailure: true })).resolves.toBeUndefined()
}, 300_000)

test('the message of an earlier attempt, delivered once more, begins nothing', async () => {
  const person = await newPerson(app, { credits: 5 })
  engine.script = hang
  const job = await submit(person)
  await waitUntilBegun(app, person, job)
  const begun = engine.starts.length
  const messages = async () => {
    const { rows } = await app.db.pool.query<{ state: string }>(
      `select state from pgboss.job where data->>'job' = $1`,
      [job.id],
    )
    return rows.map(({ state }) => state)
  }
  // As after the loss of its worker: the job is due for its second attempt, and that one's message is on its way.
  await sql`
    update inference_jobs set status = 'P', admitted_at = now(), operation = null
    where id = ${job.id}`.execute(app.db.kysely)
  await expect.poll(messages, { timeout: 10_000 }).toEqual(['completed'])
  await app.db.pool.query(
    `update pgboss.job set state = 'retry', started_on = null, completed_on = null
     where data->>'job' = $1`,
    [job.id],
  )
  await expect.poll(messages, { timeout: 10_000 }).toEqual(['completed'])
  expect(engine.starts).toHaveLength(begun)
  expect(await readJob(person, job)).toMatchObject({ status: 'P' })

  engine.script = finishAll
  await sql`
    update inference_jobs set admitted_at = now() - interval '1 minute'
    where id = ${job.id}`.execute(app.db.kysely)
  await app.context.jobs.sweep()
  expect(await waitForEnd(person, job)).toMatchObject({ status: 'S' })
  const { rows } = await sql<{ attempt: number }>`
    select attempt from inference_jobs where id = ${job.id}`.execute(app.db.kysely)
  expect(rows).toEqual([{ attempt: 2 }])
})
