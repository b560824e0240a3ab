import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { estimatePeople } from '#server/domains/accounts/index.ts'
import { estimateImages } from '#server/domains/jobs/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { createSiteCounters } from './site-counters.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

describe('site counters', () => {
  it('count people and delivered pictures, read again after ten minutes', async () => {
    const { pool } = database.db
    const { db } = database
    const read = createSiteCounters({
      images: () => estimateImages(db),
      users: () => estimatePeople(db),
    })
    expect(await read()).toEqual({ images: 0, users: 0 })

    await pool.query(`
      with people as (
        insert into users (email) select 'p' || i || '@example.com' from generate_series(1, 300) i
        returning id
      ), job as (
        insert into inference_jobs (user_id, type, status, parameters, seed, model_hash, engine, lane, num_images,
          unit_price, cost_quoted, running_limit, deadline_at)
        select id, 'TTI', 'S', '{}', 1, 'x', 'builtin', 'builtin', 4, 1, 4, 1, now() from people limit 1
        returning id, user_id
      )
      insert into prediction_images (job_id, user_id, index, status, seed, width, height)
      select id, user_id, i, case when i <= 120 then 'S' else 'FL' end, 1, 512, 512
      from job, generate_series(1, 200) i`)
    await pool.query('analyze users, prediction_images')

    expect(await read()).toEqual({ images: 0, users: 0 })
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
    try {
      expect(await read()).toEqual({ images: 120, users: 300 })
    } finally {
      vi.useRealTimers()
    }
  })

  it('try again after a failure', async () => {
    let broken = true
    const read = createSiteCounters({
      images: async () => 120,
      async users() {
        if (broken) throw new Error('no database')
        return 300
      },
    })
    await expect(read()).rejects.toThrow('no database')
    broken = false
    expect((await read()).users).toBe(300)
  })
})
