import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
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
  const nodes = [0, 1, 2].map(() => createSchedules({ db: database.db, log, tasks: [task] }))
  for (const node of nodes) node.start()
  await expect.poll(() => runs).toBeGreaterThan(4)
  await Promise.all(nodes.map((node) => node.stop()))
  expect(most).toBe(1)
  const ended = runs
  await pause(60)
  expect(runs).toBe(ended)
})
