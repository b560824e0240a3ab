import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/index.ts'
import { startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ upTo: '0093-consents.sql' })
})
afterAll(() => database.dispose())

/** Of the version before: waiting jobs by their priority, that of the plan they were ordered with. */
const PRIORITIES = [0, 1, 2, 3, 4]

async function orderBefore(): Promise<void> {
  for (const priority of PRIORITIES) {
    const { rows } = await database.db.pool.query(
      'insert into users (email) values ($1) returning id',
      [`p${priority}@example.org`],
    )
    const user = (rows[0] as { id: string }).id
    for (const status of ['P', 'P', 'S']) {
      const jobs = await database.db.pool.query(
        `insert into inference_jobs (user_id, type, status, parameters, seed, engine, lane, num_images, unit_price, cost_quoted,
           priority, running_limit, deadline_at)
         values ($1, 'TTI', $2, $3, 1, 'scripted', 'scripted', 1, 0, 0, $4, 1, now() + interval '1 hour') returning id`,
        [user, status, { prompt: 'a cup', model: 'scripted-model', ...SETTINGS }, priority],
      )
      await database.db.pool.query(
        `insert into prediction_images (job_id, user_id, index, status, seed, width, height) values ($1, $2, 0, $3, 1, 64, 64)`,
        [(jobs.rows[0] as { id: string }).id, user, status],
      )
    }
  }
}

const SETTINGS = {
  type: 'TTI',
  negative_prompt: '',
  width: 64,
  height: 64,
  num_images: 1,
  steps: 4,
  guidance_scale: 4,
  sampler: 'Euler a',
  seed: 1,
  loras: [],
}

test('jobs that waited when the turns came keep the share of their plan, and all of them are made', async () => {
  await orderBefore()
  expect(await migrate(database.url)).toContain('0094-fair-turns.sql')
  const { rows: shares } = await database.db.pool.query(
    `select priority, min(weight) as least, max(weight) as most from inference_jobs
     where status = 'P' group by priority order by priority`,
  )
  const expected = [1, 2, 2, 3, 4].map((weight, priority) => ({
    priority,
    least: weight,
    most: weight,
  }))
  expect(shares).toEqual(expected)
  const { app } = await startGenerationApp({}, { database })
  try {
    const person = await newPerson(app)
    const job = await waitForEnd(person, await submit(person))
    expect(job.status).toBe('S')
    const left = async () =>
      (await database.db.pool.query(`select id from inference_jobs where status <> 'S'`)).rows
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    const { rows: turns } = await database.db.pool.query(
      'select count(*) as without from inference_jobs where turn is null and weight is not null and started_at is not null',
    )
    expect(turns).toEqual([{ without: 0 }])
  } finally {
    await app.dispose()
  }
})
