import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { transact } from './db/index.ts'
import { createLogger } from './log.ts'
import { createQueue, type Queue } from './queue.ts'

const log = createLogger({ level: 'silent' })
const LANES = ['plain', 'keyed', 'failing', 'fast', 'slow', 'other'] as const
let database: TestDatabase
let queue: Queue

async function open(): Promise<Queue> {
  const opened = createQueue({ db: database.db, log })
  for (const lane of LANES) opened.defineLane(lane, { retryLimit: 2, retryDelaySeconds: 1 })
  await opened.start()
  return opened
}

beforeAll(async () => {
  database = await createTestDatabase()
  queue = await open()
})
afterAll(async () => {
  await queue.stop({ drainMs: 1000 })
  await database.dispose()
})

const send = (lane: string, data: object, options = {}) =>
  transact(database.db, (tx) => queue.send(tx, lane, data, options))

test('a message is there exactly if its transaction commits', async () => {
  const seen: unknown[] = []
  await queue.work('plain', { concurrency: 2 }, async (data) => void seen.push(data))
  const refused = transact(database.db, async (tx) => {
    await queue.send(tx, 'plain', { n: 1 })
    throw new Error('rolled back')
  })
  await expect(refused).rejects.toThrow('rolled back')
  await Promise.all([2, 3, 4, 5, 6].map((n) => send('plain', { n })))
  await expect.poll(() => seen.length).toBe(5)
  expect(seen).not.toContainEqual({ n: 1 })
})

test('one message a key while it waits or is worked on', async () => {
  let inside = 0
  let done = 0
  const gate = Promise.withResolvers<void>()
  await queue.work('keyed', { concurrency: 3 }, async () => {
    inside += 1
    await gate.promise
    done += 1
  })
  await send('keyed', {}, { singletonKey: 'k' })
  await expect.poll(() => inside).toBe(1)
  await send('keyed', {}, { singletonKey: 'k' })
  await send('keyed', {}, { singletonKey: 'other' })
  await expect.poll(() => inside).toBe(2)
  gate.resolve()
  await expect.poll(() => done).toBe(2)
  // The key is free once the message is marked as done, a moment after its handler.
  await expect
    .poll(async () => {
      await send('keyed', {}, { singletonKey: 'k' })
      return done
    })
    .toBeGreaterThan(2)
})

test('a handler that fails gets its message again', async () => {
  let tries = 0
  await queue.work('failing', { concurrency: 1 }, async () => {
    tries += 1
    if (tries < 3) throw new Error('not yet')
  })
  await send('failing', {})
  await expect.poll(() => tries, { timeout: 15_000 }).toBe(3)
})

test('an idle worker begins at once', async () => {
  let arrived = Promise.withResolvers<void>()
  await queue.work('fast', { concurrency: 1 }, async () => arrived.resolve())
  const times: number[] = []
  for (let i = 0; i < 20; i++) {
    arrived = Promise.withResolvers()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await send('fast', {})
    const sent = performance.now()
    await arrived.promise
    times.push(performance.now() - sent)
  }
  const median = times.toSorted((a, b) => a - b)[10]!
  // Polling alone would take half a second; the bound leaves room for a busy machine.
  expect(median).toBeLessThan(100)
})

test('stopping gives handlers their time, then tells them to hand back', async () => {
  const other = await open()
  const told = Promise.withResolvers<number>()
  const started = Promise.withResolvers<number>()
  await other.work('slow', { concurrency: 1 }, async (_data, signal) => {
    started.resolve(performance.now())
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        told.resolve(performance.now())
        resolve()
      })
    })
  })
  await send('slow', {})
  await started.promise
  const begin = performance.now()
  await other.stop({ drainMs: 300 })
  expect((await told.promise) - begin).toBeGreaterThanOrEqual(290)
  expect(performance.now() - begin).toBeLessThan(3000)
})
