import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { overNetwork } from '#tests/support/over-network.ts'
import { startStallingProxy, type StallingProxy } from '#tests/support/stalling-proxy.ts'
import { createDatabase, type Db, isDatabaseAway, transact } from './index.ts'

let proxy: StallingProxy
let db: Db
afterEach(async () => {
  proxy.resume()
  await db.dispose()
  await proxy.close()
})

async function openThroughProxy(): Promise<void> {
  const url = overNetwork(inject('templateUrl'))
  url.pathname = '/postgres'
  proxy = await startStallingProxy(Number(url.port))
  url.port = String(proxy.port)
  db = createDatabase(url.href, { log: createLogger({ level: 'silent' }) })
  await db.listener.listen('any', { message() {} })
}

/** How long `act` took to fail because the database is away. */
async function timeToRefusal(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  const error: unknown = await act().then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(isDatabaseAway(error)).toBe(true)
  return performance.now() - begin
}

const ask = () => sql`select 1`.execute(db.kysely)
const change = () => transact(db, (tx) => sql`select ${1}::int`.execute(tx))

test('a database that stands still is noticed, refused at once, and used again when it is back', async () => {
  await openThroughProxy()
  await Promise.all([ask(), change()])
  proxy.stall()
  // Under way when it stops; nobody waits for the limit of a statement.
  const waiting = await Promise.all([timeToRefusal(ask), timeToRefusal(change)])
  expect(Math.max(...waiting)).toBeLessThan(15_000)
  expect(db.listener.isAway()).toBe(true)
  const refused = await Promise.all(
    [ask, change, () => db.ping(), () => db.pool.query('select 1')].map(timeToRefusal),
  )
  expect(Math.max(...refused)).toBeLessThan(500)

  proxy.resume()
  await expect.poll(() => db.listener.isAway(), { timeout: 15_000 }).toBe(false)
  await Promise.all([ask(), change()])
})

test('closing does not wait for a database that stands still', async () => {
  await openThroughProxy()
  await ask()
  proxy.stall()
  const begin = performance.now()
  await db.dispose()
  expect(performance.now() - begin).toBeLessThan(8000)
})

test('this process being busy for long is no sign that the database is away', async () => {
  await openThroughProxy()
  await ask()
  for (let round = 0; round < 2; round++) {
    const until = Date.now() + 4000
    while (Date.now() < until);
    await sleep(50)
    expect(db.listener.isAway()).toBe(false)
  }
  await ask()
}, 30_000)
