import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EntryKind } from '#contract/credits.ts'
import { transact } from '#server/platform/db/index.ts'
import { AppError } from '#server/platform/errors.ts'
import type { BooksWriter } from './holding.ts'
import { type Books, openBooks, setClock } from '#tests/support/books.ts'

const USERS = 4
const WORKERS = 10
const KEYS = 20
const START = Date.UTC(2026, 10, 20)
const HOUR_MS = 3_600_000
/** About fifteen seconds on an idle machine. */
const TIMEOUT_MS = 240_000

/** Refusals that a user may meet; everything else is a fault. */
const REFUSALS = new Set([
  'not_enough_credits',
  'conflict',
  'not_found',
  'already_claimed',
  'permission_denied',
])

const amount = fc.integer({ min: 1, max: 12 })
/** Few keys, so that many operations meet on the same one. */
const key = fc.integer({ min: 0, max: KEYS - 1 })
const operation = fc.record({
  user: fc.nat({ max: USERS - 1 }),
  key,
  amount,
  kind: fc.constantFrom('bonus', 'free', 'plan', 'grant', 'pack'),
  cause: fc.constantFrom('cancelled', 'blocked', 'failed', 'unused'),
  life: fc.constantFrom(0, 2, 30, 200),
  /** How often the same call is made at the same time. */
  copies: fc.constantFrom(1, 1, 1, 2, 3),
  /** The transaction fails after the call: nothing of it may stay. */
  fails: fc.constantFrom(false, false, false, false, true),
  do: fc.constantFrom(
    ...([
      'grant',
      'grant',
      'hold',
      'hold',
      'hold',
      'hold',
      'capture',
      'capture',
      'capture',
    ] as const),
    ...([
      'release',
      'release',
      'refund',
      'revoke',
      'revoke',
      'revoke',
      'adjust',
      'bonus',
      'read',
      'settle',
      'wait',
    ] as const),
  ),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

class Rollback extends Error {}

let books: Books
beforeAll(async () => {
  books = await openBooks({ max: WORKERS })
})
afterAll(() => books.dispose())

/** The world of one run: new users, and the time that its clock has reached. */
interface World {
  users: string[]
  hour: number
}

/** One of the user's holds, open or closed. */
async function pickHold(userId: string, nth: number): Promise<string | undefined> {
  const holds = await books.db.kysely
    .selectFrom('credit_holds')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return holds[nth % holds.length]?.id
}

/** The key of one of the user's captures. */
async function pickCapture(userId: string, nth: number): Promise<string> {
  const captures = await books.db.kysely
    .selectFrom('credit_entries')
    .select('external_id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'capture')
    .execute()
  return captures[nth % captures.length]?.external_id ?? 'none'
}

/** The payment of one of the user's lots that have something left. */
async function pickPayment(userId: string, nth: number): Promise<string> {
  const lots = await books.db.kysely
    .selectFrom('credit_lots')
    .select('payment')
    .where('user_id', '=', userId)
    .where('payment', 'is not', null)
    .where('remaining', '>', 0)
    .execute()
  return lots[nth % lots.length]?.payment ?? 'none'
}

type Call = (writer: BooksWriter) => Promise<unknown>

/** The call that an operation makes; null when its hold is not there yet. */
async function callFor(world: World, now: Operation): Promise<Call | null> {
  const userId = world.users[now.user] ?? ''
  const externalId = `${now.do}:${now.key}`
  const payment = `pay:${now.key}`
  const text = now.do
  if (now.do === 'grant') {
    const expiresAt = now.life ? new Date(START + (world.hour + now.life) * HOUR_MS) : null
    const { kind } = now
    return (w) =>
      w.grant({ userId, kind, amount: now.amount, expiresAt, externalId, payment, text })
  }
  if (now.do === 'hold') {
    return (w) => w.hold({ userId, amount: now.amount, externalId, jobId: null, text })
  }
  if (now.do === 'adjust') {
    const signed = now.cause === 'failed' ? now.amount : -now.amount
    return (w) => w.adjust({ userId, amount: signed, externalId, text })
  }
  if (now.do === 'refund') {
    const capture = await pickCapture(userId, now.key)
    return (w) => w.refund({ userId, capture, externalId, text })
  }
  if (now.do === 'revoke') {
    const from = await pickPayment(userId, now.key)
    return (w) =>
      w.revoke({ userId, payment: from, refunded: now.amount, paid: 12, externalId, text })
  }
  if (now.do === 'bonus') return (w) => w.claimLoginBonus({ userId })
  const holdId = await pickHold(userId, now.key)
  if (holdId === undefined) return null
  if (now.do === 'release') return (w) => w.release({ userId, holdId, cause: now.cause, text })
  return (w) =>
    w.capture({
      userId,
      holdId,
      amount: Math.ceil(now.amount / 3),
      externalId,
      jobId: null,
      imageId: null,
      text,
    })
}

async function make(call: Call, fails: boolean): Promise<unknown> {
  try {
    return await transact(books.db, async (tx) => {
      const answer = await call(books.credits.writer(tx))
      if (fails) throw new Rollback()
      return answer
    })
  } catch (error) {
    if (error instanceof Rollback) return null
    if (error instanceof AppError && REFUSALS.has(error.code)) return null
    throw error
  }
}

async function perform(world: World, now: Operation): Promise<void> {
  const userId = world.users[now.user] ?? ''
  if (now.do === 'read') {
    const statement = await books.credits.statement(userId, { limit: 1 })
    const lots = statement.lots.reduce((sum, lot) => sum + lot.remaining, 0)
    expect(lots).toBe(statement.balance)
    expect(statement.results[0]?.balance_after ?? 0).toBe(statement.balance)
  } else if (now.do === 'settle') {
    await books.credits.applyAllDueEntries()
  } else if (now.do === 'wait') {
    world.hour += now.amount * 2
    await setClock(books.db, new Date(START + world.hour * HOUR_MS))
  } else {
    const call = await callFor(world, now)
    if (!call) return
    await Promise.all(
      Array.from({ length: now.copies }, (_, copy) => make(call, now.fails && copy === 0)),
    )
  }
}

/** All operations over as many workers as there are connections. */
async function performAll(operations: Operation[]): Promise<World> {
  const users = await Promise.all(Array.from({ length: USERS }, () => books.addVerifiedUser()))
  const world = { users, hour: 0 }
  await setClock(books.db, new Date(START))
  const queue = [...operations]
  await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        await perform(world, next)
        // Lets another worker go first now and then.
        await sleep(0)
      }
    }),
  )
  return world
}

/** Calls every operation that left an entry again: nothing may change. */
async function repeatAll(world: World, operations: Operation[]): Promise<void> {
  const count = async () => {
    const { rows } = await sql<{ entries: number; lots: number; holds: number }>`
      select (select count(*) from credit_entries) as entries,
        (select count(*) from credit_lots) as lots, (select count(*) from credit_holds) as holds`.execute(
      books.db.kysely,
    )
    return rows[0]
  }
  await Promise.all(world.users.map((user) => books.balance(user)))
  const before = await count()
  const { rows: done } = await sql<{ user_id: string; kind: string; external_id: string }>`
    select user_id, kind, external_id from credit_entries`.execute(books.db.kysely)
  const keys = new Set(done.map((e) => `${e.user_id} ${e.kind} ${e.external_id}`))
  for (const now of operations) {
    const wasDone = keys.has(`${world.users[now.user]} ${now.do} ${now.do}:${now.key}`)
    const call = wasDone ? await callFor(world, now) : null
    if (call) await make(call, false)
  }
  expect(await count()).toEqual(before)
}

describe('credits, on many connections at once', () => {
  it(
    'add up, never go below zero, and do everything once',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(operation, { minLength: 250, maxLength: 250, size: 'max' }),
          async (operations) => {
            const world = await performAll(operations)
            expect(await books.credits.reconcile()).toEqual([])
            await repeatAll(world, operations)
            expect(await books.credits.reconcile()).toEqual([])
          },
        ),
        // A race seldom shows twice, so a smaller case would be a different one.
        { numRuns: 10, endOnFailure: true },
      )
      const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*) from credit_entries group by kind`.execute(books.db.kysely)
      const often = rows.filter(({ count }) => count >= 10).map(({ kind }) => kind)
      // Every kind of entry took part, or the property says little.
      expect(often.toSorted()).toEqual(EntryKind.options.toSorted())
    },
    TIMEOUT_MS,
  )
})
