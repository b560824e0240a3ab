import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { type Books, openBooks, setClock } from '#tests/support/books.ts'

const CONNECTIONS = 50

let books: Books
let user: string

beforeAll(async () => {
  books = await openBooks({ max: CONNECTIONS })
})
afterAll(() => books.dispose())
beforeEach(async () => {
  await setClock(books.db, '2026-11-05T12:00:00Z')
  user = await books.addUser()
})
afterEach(async () => {
  expect(await books.credits.reconcile()).toEqual([])
})

/** Fifty at once, each again and again until it is refused. @returns how many went through */
async function empty(act: () => Promise<unknown>): Promise<number> {
  let done = 0
  const worker = async () => {
    for (;;) {
      try {
        await act()
        done += 1
      } catch (error) {
        if (error instanceof AppError && error.code === 'not_enough_credits') return
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return done
}

const spend = async (amount: number) => {
  const hold = await books.hold(user, amount)
  await books.capture(hold, amount)
}

it('an account that is emptied from fifty connections ends at zero, not below', async () => {
  await books.grant(user, 100)
  await books.grant(user, 203, { expiresAt: new Date('2026-12-01T00:00:00Z') })
  expect(await empty(() => spend(3))).toBe(101)
  expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
})

it('what is bought while it is being emptied is spent once', async () => {
  await books.grant(user, 60)
  const buy = async () => {
    const payment = randomUUID()
    const paths = [1, 2, 3].map(() =>
      books.grant(user, 30, { kind: 'pack', externalId: `pack:${payment}`, payment }),
    )
    const states = (await Promise.all(paths)).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['already', 'already', 'granted'])
  }
  const bought = Array.from({ length: 5 }, buy)
  const spent = await empty(() => spend(1))
  await Promise.all(bought)
  const rest = await empty(() => spend(1))
  expect(spent + rest).toBe(60 + 5 * 30)
})

it('what expires while it is being captured is spent or expired, never both', async () => {
  await books.grant(user, 200, { expiresAt: new Date('2026-11-06T00:00:00Z') })
  const holds = await Promise.all(Array.from({ length: CONNECTIONS }, () => books.hold(user, 2)))
  await setClock(books.db, '2026-11-05T23:59:59.900Z')
  await Promise.all([
    ...holds.map(async (hold, index) => {
      await books.capture(hold, 1)
      await books.release(hold, index % 2 === 0 ? 'failed' : 'cancelled')
    }),
    ...holds.map(() => books.balance(user)),
  ])
  await setClock(books.db, '2026-11-20T00:00:00Z')
  expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
  const [lot] = await books.db.kysely
    .selectFrom('credit_lots')
    .select(['captured', 'expired', 'remaining', 'held'])
    .where('user_id', '=', user)
    .execute()
  expect(lot).toEqual({ captured: CONNECTIONS, expired: 150, remaining: 0, held: 0 })
})
