import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { newPerson, type TestPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'
import { startBenchApp } from './bench-app.ts'
import type { BenchResult } from './bench-result.ts'
import { median } from './statistics.ts'

const AT_ONCE = 8
const PEOPLE = 40
/** Jobs of one person in one round; the plan's queue takes 10. */
const JOBS_EACH = 2
const ROUNDS = 5
const REQUEST = { prompt: 'a red apple', width: 256, height: 256, num_images: 1, steps: 8 }

/** Runs `work` for every item, some at once. Answers items a second. */
async function throughput<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const left = [...items]
  const started = performance.now()
  const worker = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return (items.length * 1000) / (performance.now() - started)
}

/** The three rows of an accepted generation, hold, job and picture, in one transaction and with nothing around. */
async function writeBare({ db }: TestApp, { id }: TestPerson): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    const hold = await client.query<{ id: string }>(
      `insert into credit_holds (user_id, external_id, amount, created_at, closed_at, released)
       values ($1, $2, 1, now(), now(), 1) returning id`,
      [id, `bench-${randomUUID()}`],
    )
    const job = await client.query<{ id: string }>(
      `insert into inference_jobs (user_id, type, status, parameters, seed, model_hash, engine, num_images,
         unit_price, cost_quoted, hold_id, running_limit, deadline_at)
       values ($1, 'TTI', 'CD', $2, 1, 'bench', 'bench', 1, 1, 1, $3, 2, now()) returning id`,
      [id, JSON.stringify(REQUEST), hold.rows[0]?.id],
    )
    await client.query(
      `insert into prediction_images (job_id, user_id, index, status, seed, width, height)
       values ($1, $2, 0, 'CD', 1, 256, 256)`,
      [job.rows[0]?.id, id],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Makes room in the queues: between the rounds, outside of the time. */
async function cancelAll(jobs: readonly { person: TestPerson; id: string }[]): Promise<void> {
  for (const { person, id } of jobs) {
    await person.call(api.inferenceJobs.cancel, { params: { id }, body: {} })
  }
}

/** Generations that the API accepts a second against the same rows written bare, by as many callers at once. */
export async function benchAccept(): Promise<BenchResult> {
  // Without workers the jobs stay where they are, and no engine takes the processor.
  const app = await startBenchApp({ env: { ROLES: 'web' } })
  try {
    const people: TestPerson[] = []
    for (let count = 0; count < PEOPLE; count++) {
      people.push(await newPerson(app, { credits: 1000, plan: 'pro' }))
    }
    const calls = Array.from({ length: JOBS_EACH }, () => people).flat()
    const accept = async (): Promise<number> => {
      const jobs: { person: TestPerson; id: string }[] = []
      const rate = await throughput(calls, async (person) => {
        const { id } = await person.call(api.inferenceJobs.create, { body: REQUEST })
        jobs.push({ person, id })
      })
      await cancelAll(jobs)
      return rate
    }
    const bare = () => throughput(calls, (person) => writeBare(app, person))

    await accept()
    await bare()
    const rates: { accepted: number; bare: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      if (round % 2 === 0) rates.push({ accepted: await accept(), bare: await bare() })
      else rates.push({ bare: await bare(), accepted: await accept() })
    }
    const middle = (pick: (rate: { accepted: number; bare: number }) => number) =>
      Math.round(median(rates.map(pick)))
    return {
      name: 'Accepted generations against their rows written bare',
      value: median(rates.map((rate) => rate.accepted / rate.bare)),
      unit: 'x',
      target: { atLeast: 0.5 },
      detail: `${AT_ONCE} at once: ${middle((rate) => rate.accepted)}/s accepted, ${middle((rate) => rate.bare)}/s bare`,
    }
  } finally {
    await app.dispose()
  }
}
