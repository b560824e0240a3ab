import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { transact, type Tx } from '#server/platform/db/index.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const SPENT = 100

let app: TestApp
let admin: TestPerson
let debtor: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  admin = await newPerson(app)
  await app.context.accounts.setUser({ email: admin.email, admin: true })
})
afterAll(() => app.dispose())

/** Somebody who spent a pack whose money went back. */
beforeEach(async () => {
  debtor = await newPerson(app, { credits: 10 })
  const { id: userId } = debtor
  const payment = `cs_${userId}`
  await transact(app.db, async (tx) => {
    const writer = app.context.credits.writer(tx)
    const grant = { userId, payment, amount: SPENT, kind: 'pack', expiresAt: null } as const
    await writer.grant({ ...grant, externalId: payment, text: 'Pack' })
    const job = { userId, externalId: payment, jobId: null, text: 'At work' }
    const { holdId } = await writer.hold({ ...job, amount: SPENT + 10 })
    await writer.capture({ ...job, holdId, amount: SPENT + 10, imageId: null })
    const money = { userId, payment, refunded: 1, paid: 1 }
    await writer.revoke({ ...money, externalId: `re_${userId}`, text: 'Refunded' })
  })
  expect(await missing()).toBe(SPENT)
})

const missing = () => app.context.credits.unrecovered(app.db, debtor.id)
const forgive = (key: string) =>
  admin.call(api.admin.forgive, {
    params: { id: debtor.id },
    body: { key, reason: 'No fault of theirs' },
  })

/** Locks something in a transaction of its own, until it is released. */
function lock(what: (tx: Tx) => Promise<unknown>) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = transact(app.db, async (tx) => {
    await what(tx)
    locked.resolve()
    await released.promise
  })
  return { locked: locked.promise, done, release: () => released.resolve() }
}

/** Waits until so many statements wait for locks. */
const untilWaiting = (count: number) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db.kysely)
        return rows.length
      },
      { timeout: 20_000 },
    )
    .toBe(count)

it('is done once and answered alike, however many ask at once', async () => {
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => forgive(key)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers[0]).toMatchObject({ state: 'done', amount: SPENT, forgives: true })
  expect(await missing()).toBe(0)
})

it('answers the repeat that finds nothing missing any more with what was done', async () => {
  const key = randomUUID()
  // The first is held up before it forgives, the second before it sees how much is missing.
  const account = lock((tx) =>
    sql`select from credit_accounts where user_id = ${debtor.id} for update`.execute(tx),
  )
  await account.locked
  const first = forgive(key)
  await untilWaiting(1)
  const books = lock((tx) => sql`lock table credit_revocations`.execute(tx))
  await untilWaiting(2)
  const second = forgive(key)
  await untilWaiting(3)
  account.release()
  await books.locked
  books.release()
  expect((await second).id).toBe((await first).id)
  expect(await missing()).toBe(0)
  await expect(forgive(randomUUID())).rejects.toMatchObject({ code: 'conflict' })
  await Promise.all([account.done, books.done])
})
