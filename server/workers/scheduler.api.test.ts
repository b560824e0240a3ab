import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { createDatabase } from '#server/platform/db/index.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { createSchedules } from './scheduler.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.dispose())

const log = createLogger({ level: 'silent' })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a task runs on one process at a time, and again after it failed', async () => {
  let inside = 0
  let most = 0
  let runs = 0
  const task = {
    name: 'counted',
    everySeconds: 0.01,
    run: async () => {
      inside += 1
      most = Math.max(most, inside)
      await pause(15)
      inside -= 1
      runs += 1
      if (runs === 2) throw new Error('once')
    },
  }
  const nodes = [0, 1, 2].map(() =>
    createSchedules({ db: database.db, log, tasks: [task], settleMs: 0 }),
  )
  for (const node of nodes) node.start()
  await expect.poll(() => runs).toBeGreaterThan(4)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(most).toBe(1)
  const ended = runs
  await pause(60)
  expect(runs).toBe(ended)
})

test('who loses the connection with the lock stops, and only then another process begins', async () => {
  const events: string[] = []
  const dbs = [0, 1].map(() => createDatabase(database.url, { log, max: 2 }))
  const nodes = dbs.map((db, index) =>
    createSchedules({
      db,
      log,
      settleMs: 500,
      tasks: [
        {
          name: 'lost',
          everySeconds: 0.02,
          run: async () => {
            events.push(`begin ${index}`)
            try {
              for (let step = 0; step < 500 && events.length < 20; step++) {
                await db.pool.query('select 1')
                await pause(20)
              }
              events.push(`end ${index}`)
            } catch (error) {
              events.push(`stop ${index} ${(error as Error).name}`)
            }
          },
        },
      ],
    }),
  )
  nodes[0]!.start()
  await expect.poll(() => events).toEqual(['begin 0'])
  nodes[1]!.start()
  await pause(200)
  expect(events).toEqual(['begin 0'])
  // Only the connection that holds the lock: the pools go on.
  await database.db.pool.query(`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and classid = hashtext('process')::oid
      and objid = hashtext('lost')::oid`)
  await expect
    .poll(() => events.slice(0, 3))
    .toEqual(['begin 0', 'stop 0 DatabaseAway', expect.stringMatching(/^begin [01]$/)])
  events.push(...Array<string>(20).fill('enough'))
  await Promise.all(nodes.map((node) => node.stop()))
  await Promise.all(dbs.map((db) => db.dispose()))
})

test('two connections are enough: the app is ready and makes an image', async () => {
  const { app } = await startGenerationApp({}, { connections: 2 })
  try {
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
    const person = await newPerson(app)
    const jobs = await Promise.all([1, 2].map(() => submit(person, SMALL)))
    for (const job of jobs) expect((await waitForEnd(person, job)).status).toBe('S')
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  } finally {
    await app.dispose()
  }
})
