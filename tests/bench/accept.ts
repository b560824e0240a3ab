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
const JOBS_EACH = 5
const WARM_UP = 2
const ROUNDS = 7
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

/**
 * The whole call, put into the server without a socket, for the client would run on the same processor.
 * @returns the id of the job
 */
async function submit({ context }: TestApp, { token }: TestPerson): Promise<string> {
  const response = await context.http?.inject({
    method: 'POST',
    url: api.inferenceJobs.create.path,
    headers: { authorization: `Token ${token}` },
    payload: REQUEST,
  })
  if (response?.statusCode !== 201) throw new Error(`${response?.statusCode}: ${response?.body}`)
  return response.json<{ id: string }>().id
}

/** The parameters as the program keeps them. */
const PARAMETERS = JSON.stringify({
  ...REQUEST,
  type: 'TTI',
  negative_prompt: '',
  guidance_scale: 7,
  sampler: 'Euler a',
  seed: null,
  loras: [],
  model: 'bench',
})

/**
 * The same rows, hold, job and picture, as a program would write them that does nothing else: prepared statements in
 * one transaction, over the program's own pool.
 */
async function writeBare({ db }: TestApp, { id: userId }: TestPerson): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    const hold = await client.query<{ id: string }>({
      name: 'bare_hold',
      text: `insert into credit_holds (user_id, external_id, amount, created_at)
        values ($1, $2, 1, now()) returning id`,
      values: [userId, `bench-${randomUUID()}`],
    })
    const job = await client.query<{ id: string }>({
      name: 'bare_job',
      text: `insert into inference_jobs (user_id, type, parameters, seed, model_hash, engine, num_images,
          unit_price, cost_quoted, hold_id, running_limit, deadline_at)
        values ($1, 'TTI', $2, 1, 'bench', 'bench', 1, 1, 1, $3, 2, now() + interval '2 hours') returning id`,
      values: [userId, PARAMETERS, hold.rows[0]?.id],
    })
    await client.query({
      name: 'bare_picture',
      text: `insert into prediction_images (job_id, user_id, index, seed, width, height)
        values ($1, $2, 0, 1, 256, 256)`,
      values: [job.rows[0]?.id, userId],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function deleteBare({ db }: TestApp): Promise<void> {
  const jobs = `select id from inference_jobs where engine = 'bench'`
  await db.pool.query(`delete from prediction_images where job_id in (${jobs})`)
  await db.pool.query(`delete from inference_jobs where engine = 'bench'`)
  await db.pool.query(`delete from credit_holds where external_id like 'bench-%'`)
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
        jobs.push({ person, id: await submit(app, person) })
      })
      // Room in the queues for the next round.
      await throughput(jobs, ({ person, id }) =>
        person.call(api.inferenceJobs.cancel, { params: { id }, body: {} }),
      )
      return rate
    }
    const bare = async (): Promise<number> => {
      const rate = await throughput(calls, (person) => writeBare(app, person))
      await deleteBare(app)
      return rate
    }

    const rates: { accepted: number; bare: number }[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      if (round % 2 === 0) rates.push({ accepted: await accept(), bare: await bare() })
      else rates.push({ bare: await bare(), accepted: await accept() })
    }
    const counted = rates.slice(WARM_UP)
    const middle = (pick: (rate: { accepted: number; bare: number }) => number) =>
      Math.round(median(counted.map(pick)))
    return {
      name: 'Accepted generations against their rows written bare',
      value: median(counted.map((rate) => rate.accepted / rate.bare)),
      unit: 'x',
      target: { atLeast: 0.5 },
      detail: `${AT_ONCE} at once: ${middle((rate) => rate.accepted)}/s accepted, ${middle((rate) => rate.bare)}/s bare`,
    }
  } finally {
    await app.dispose()
  }
}
