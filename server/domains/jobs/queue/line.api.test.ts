import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transact } from '#server/platform/db/index.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { mayPass, orderTurns } from './fair-turns.ts'
import { readTurns } from './line.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.pool.query('delete from inference_jobs')
})
afterAll(() => database.dispose())

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await database.db.pool.query(text, values)).rows as T[]

/** Jobs by their numbers, which are their ids: the younger the larger. */
interface Job {
  number: number
  user: string
  lane: string
  cost: number
  came: number
  before: number
  /** Seconds that it took; null: it waits. */
  took: number | null
}

async function people(count: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `insert into users (email) select gen_random_uuid() || '@example.org' from generate_series(1, $1) returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

const idOf = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

async function insert(jobs: readonly Job[]): Promise<void> {
  await query(
    `insert into inference_jobs (id, user_id, type, status, parameters, seed, engine, lane, num_images, unit_price, cost_quoted,
       weight, running_limit, deadline_at, line, turn_seconds, came, passed_before, admitted_at, finished_at)
     select id, user_id, 'TTI', case when took is null then 'P' else 'S' end, '{}', 1, 'any', lane, 1, 0, 0,
       1, 1, now() + interval '1 hour', 'line', cost, came, before,
       case when took is not null then now() end, now() + make_interval(secs => took)
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
       as job (id, user_id, lane, cost, came, before, took)`,
    [
      jobs.map(({ number }) => idOf(number)),
      jobs.map(({ user }) => user),
      jobs.map(({ lane }) => lane),
      jobs.map(({ cost }) => cost),
      jobs.map(({ came }) => came),
      jobs.map(({ before }) => before),
      jobs.map(({ took }) => took),
    ],
  )
  await query('analyze inference_jobs')
}

const isWaiting = ({ took }: Job) => took === null
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

test.each([1, 2, 3])(
  'of what waits as much is read as matters for the next turn: %i',
  async (seed) => {
    const users = await people(4)
    const random = drawNumbers(seed)
    const jobs = Array.from({ length: 800 }, (_, number): Job => {
      const before = random(3) === 0 ? random(300) : 0
      const took = random(2) === 0 ? 1 + random(9) : null
      const [cost, came] = [1 + random(9), number + random(500)]
      return {
        number,
        user: users[random(4)]!,
        lane: `lane ${random(2)}`,
        cost,
        came,
        before,
        took,
      }
    })
    await insert(jobs)
    const line = { turn: 0, done: 1900 }
    const open = jobs.filter(isWaiting)
    const all = open.map(({ number, came, before: passedBefore }) => ({
      id: idOf(number),
      came,
      passedBefore,
      ahead: sum(open.filter((job) => job.number < number).map(({ cost }) => cost)),
      passed: sum(jobs.filter((job) => job.number > number).map(({ took }) => took ?? 0)),
    }))
    const read = await transact(database.db, (tx) =>
      readTurns(tx, { name: 'line', line, lanes: ['lane 0', 'lane 1'] }),
    )
    expect(read.heads).toHaveLength(8)
    const largest = Math.max(...read.heads.map(({ cost }) => cost))
    const expected = all.filter((job) => !mayPass(line, job, largest))
    expect(read.waiting.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    expect(read.waiting).toMatchObject(expected)
    expect(orderTurns(line, read.heads, read.waiting)).toEqual(orderTurns(line, read.heads, all))
    // More than is read at once, and not all.
    expect(expected.length).toBeGreaterThan(100)
    expect(expected.length).toBeLessThan(all.length)
  },
)

/** Numbers below a limit that look random and are the same each time. */
function drawNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('for a turn among 20 people with 500 waiting jobs each, few of those are read', async () => {
  const users = await people(20)
  const jobs = Array.from({ length: 10_000 }, (_, number): Job => {
    const user = users[Math.floor(number / 500)]!
    // Of the oldest batch and of the youngest some were done.
    const isDone = number < 20 || number >= 9960
    return { number, user, lane: 'lane', cost: 1, came: 0, before: 0, took: isDone ? 1 : null }
  })
  await insert(jobs)
  const read = await transact(database.db, async (tx) => {
    const rows = async () => {
      const { rows: counts } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
        where relname = 'inference_jobs'`.execute(tx)
      return counts[0]!.read
    }
    const before = await rows()
    const { heads } = await readTurns(tx, {
      name: 'line',
      line: { turn: 0, done: 60 },
      lanes: ['lane'],
    })
    expect(heads).toHaveLength(20)
    return (await rows()) - before
  })
  expect(read).toBeLessThan(500)
})
