import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { transact } from '#server/platform/db/index.ts'
import type { BooksWriter } from '#server/domains/credits/holding.ts'
import { type Books, setClock } from '#tests/support/books.ts'
import { withBooks } from '#tests/support/with-books.ts'

const CODE = (code: string) => expect.objectContaining({ code })

let books: Books
let user: string

withBooks((...now) => ([books, user] = now), '2026-11-05T12:00:00Z')

describe('hold', () => {
  it('reserves, says what is missing, and never goes below zero', async () => {
    await books.grant(user, 5)
    await books.hold(user, 4)
    expect(await books.balance(user)).toEqual({ balance: 1, held: 4 })
    await expect(books.hold(user, 3)).rejects.toMatchObject({
      code: 'not_enough_credits',
      extra: { missing: 2 },
    })
    expect(await books.balance(user)).toEqual({ balance: 1, held: 4 })
  })

  it('with the same key is the same hold, also when nothing is left for a second one', async () => {
    await books.grant(user, 4)
    const first = await books.hold(user, 4, 'job-1')
    expect(await books.hold(user, 4, 'job-1')).toBe(first)
    expect(await books.lines(user)).toHaveLength(2)
  })

  it('is made once by a double click: twenty racing calls, one hold', async () => {
    await books.grant(user, 100)
    const holds = await Promise.all(Array.from({ length: 20 }, () => books.hold(user, 4, 'job-2')))
    expect(new Set(holds).size).toBe(1)
    expect(await books.balance(user)).toEqual({ balance: 96, held: 4 })
  })

  it('lets only as many racing jobs through as there are credits', async () => {
    await books.grant(user, 30)
    const holds = await Promise.allSettled(Array.from({ length: 20 }, () => books.hold(user, 4)))
    expect(holds.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await books.balance(user)).toEqual({ balance: 2, held: 28 })
  })

  it('leaves no trace when the transaction of the job fails', async () => {
    await books.grant(user, 5)
    const failing = transact(books.db, async (tx) => {
      const hold = { userId: user, amount: 4, externalId: 'gone', jobId: null, text: 'Held' }
      await books.credits.writer(tx).hold(hold)
      throw new Error('the job could not be written')
    })
    await expect(failing).rejects.toThrow('could not be written')
    expect(await books.balance(user)).toEqual({ balance: 5, held: 0 })
  })

  it('refuses amounts that are none', async () => {
    await books.grant(user, 5)
    for (const amount of [0, -1, 1.5, Number.NaN]) {
      await expect(books.hold(user, amount)).rejects.toEqual(CODE('internal'))
    }
  })
})

describe('capture', () => {
  it('spends the soonest-expiring credits first, once a key', async () => {
    await books.grant(user, 2, { kind: 'pack' })
    await books.grant(user, 2, { kind: 'bonus', expiresAt: new Date('2026-11-07T00:00:00Z') })
    const hold = await books.hold(user, 4)
    const first = await books.capture(hold, 3, 'job:0')
    const shares = [
      { kind: 'bonus', amount: 2 },
      { kind: 'pack', amount: 1 },
    ]
    expect(first).toEqual({ state: 'captured', lots: shares })
    expect(await books.capture(hold, 3, 'job:0')).toEqual({ state: 'already', lots: shares })
    expect(await books.balance(user)).toEqual({ balance: 0, held: 1 })
  })

  it('takes no more than is held, and nothing after the release', async () => {
    await books.grant(user, 4)
    const hold = await books.hold(user, 4)
    await books.capture(hold, 2, 'a')
    await expect(books.capture(hold, 3, 'b')).rejects.toEqual(CODE('conflict'))
    await books.release(hold, 'cancelled')
    await expect(books.capture(hold, 1, 'c')).rejects.toEqual(CODE('conflict'))
    expect(await books.capture(hold, 2, 'a')).toMatchObject({ state: 'already' })
    expect(await books.balance(user)).toEqual({ balance: 2, held: 0 })
  })

  it('and cancel racing: each credit is captured or back, never both', async () => {
    await books.grant(user, 40)
    for (let round = 0; round < 10; round += 1) {
      const hold = await books.hold(user, 4)
      await Promise.allSettled([
        books.capture(hold, 1),
        books.release(hold, 'cancelled'),
        books.capture(hold, 1),
        books.release(hold, 'failed'),
      ])
    }
    const { balance, held } = await books.balance(user)
    const { results } = await books.credits.statement(user, { limit: 100 })
    const captured = results.reduce((sum, entry) => sum + entry.captured, 0)
    expect(held).toBe(0)
    expect(balance + captured).toBe(40)
  })
})

describe('release', () => {
  it('gives back what was not delivered, once', async () => {
    await books.grant(user, 4)
    const hold = await books.hold(user, 4)
    await books.capture(hold, 1)
    expect(await books.release(hold, 'failed')).toEqual({ released: 3 })
    expect(await books.release(hold, 'cancelled')).toEqual({ released: 0 })
    expect(await books.balance(user)).toEqual({ balance: 3, held: 0 })
    expect(await books.lines(user)).toHaveLength(4)
  })

  it("gives back one job's part of a shared hold, once, and closes it with the last", async () => {
    await books.grant(user, 6)
    const hold = await books.hold(user, 6)
    const [first, second] = [randomUUID(), randomUUID()]
    await books.capture(hold, 1)
    expect(await books.releasePart(hold, 2, first)).toEqual({ released: 2 })
    expect(await books.releasePart(hold, 2, first)).toEqual({ released: 0 })
    expect(await books.balance(user)).toEqual({ balance: 2, held: 3 })
    await expect(books.releasePart(hold, 4, second)).rejects.toEqual(CODE('conflict'))
    await books.capture(hold, 1)
    expect(await books.releasePart(hold, 2, second)).toEqual({ released: 2 })
    expect(await books.balance(user)).toEqual({ balance: 4, held: 0 })
    expect(await books.credits.reconcile()).toEqual([])
  })

  it('of a part leaves what expires soonest for the captures', async () => {
    const expiresAt = new Date('2026-11-07T00:00:00Z')
    await books.grant(user, 2, { kind: 'pack' })
    await books.grant(user, 2, { kind: 'bonus', expiresAt })
    const hold = await books.hold(user, 4)
    await books.releasePart(hold, 2, randomUUID())
    expect(await books.capture(hold, 2)).toMatchObject({ lots: [{ kind: 'bonus', amount: 2 }] })
    await setClock(books.db, '2026-11-08T00:00:00Z')
    expect(await books.balance(user)).toEqual({ balance: 2, held: 0 })
  })

  it('of a hold that is none is an error of ours', async () => {
    const release = { userId: user, holdId: randomUUID(), cause: 'failed', text: 'x' } as const
    await expect(books.write((writer) => writer.release(release))).rejects.toEqual(CODE('internal'))
  })

  it("of another's hold is an error of ours, and so is its capture; a line that says so is found", async () => {
    await books.grant(user, 4)
    const holdId = await books.hold(user, 4)
    const userId = await books.addUser()
    const capture = { amount: 1, externalId: 'x', jobId: null, imageId: null, text: 'x' }
    for (const act of [
      (writer: BooksWriter) => writer.release({ userId, holdId, cause: 'failed', text: 'x' }),
      (writer: BooksWriter) => writer.capture({ userId, holdId, ...capture }),
    ] as const)
      await expect(books.write<unknown>(act)).rejects.toEqual(CODE('internal'))
    expect(await books.balance(user)).toEqual({ balance: 0, held: 4 })

    const setOwner = (owner: string) =>
      books.db.pool.query('update credit_holds set user_id = $1 where id = $2', [owner, holdId])
    await setOwner(userId)
    expect(await books.credits.reconcile()).toContainEqual({
      userId,
      check: 'lines of a hold are of its owner',
      expected: 0,
      actual: 1,
    })
    await setOwner(user)
  })
})

describe('expiry', () => {
  const expiresAt = new Date('2026-11-10T00:00:00Z')

  it('is written when somebody looks, dated when it was due', async () => {
    await books.grant(user, 10, { expiresAt })
    await setClock(books.db, '2026-11-09T23:59:50Z')
    expect(await books.balance(user)).toEqual({ balance: 10, held: 0 })
    await setClock(books.db, '2027-01-20T00:00:00Z')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
    expect(await books.lines(user)).toEqual(['grant 10 2026-11-05', 'expire -10 2026-11-10'])
  })

  it('comes before a spend that is late by a moment', async () => {
    await books.grant(user, 10, { expiresAt })
    await setClock(books.db, '2026-11-10T00:00:00Z')
    await expect(books.hold(user, 1)).rejects.toEqual(CODE('not_enough_credits'))
  })

  it('takes only what is not held; the held part can still be captured', async () => {
    await books.grant(user, 10, { expiresAt })
    const hold = await books.hold(user, 4)
    await setClock(books.db, '2026-11-12T00:00:00Z')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 4 })
    await books.capture(hold, 3)
    await books.release(hold, 'cancelled')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
    expect(await books.lines(user)).toEqual([
      'grant 10 2026-11-05',
      'hold -4 2026-11-05',
      'expire -6 2026-11-10',
      'capture 0 2026-11-12',
      'release 1 2026-11-12',
      'expire -1 2026-11-12',
    ])
  })

  it('waits seven days from the original expiry when we failed, and no second time', async () => {
    await books.grant(user, 10, { expiresAt })
    const hold = await books.hold(user, 4)
    await setClock(books.db, '2026-11-12T00:00:00Z')
    await books.release(hold, 'failed')
    expect(await books.balance(user)).toEqual({ balance: 4, held: 0 })
    const again = await books.hold(user, 3)
    await setClock(books.db, '2026-11-16T23:59:50Z')
    expect(await books.balance(user)).toEqual({ balance: 1, held: 3 })
    await setClock(books.db, '2026-11-18T00:00:00Z')
    await books.release(again, 'failed')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
    expect((await books.lines(user)).slice(-3)).toEqual([
      'expire -1 2026-11-17',
      'release 3 2026-11-18',
      'expire -3 2026-11-18',
    ])
  })

  it('is not put off by holding and cancelling over it, also beside a job that failed', async () => {
    await books.grant(user, 10, { expiresAt })
    const failing = await books.hold(user, 1)
    const parked = await books.hold(user, 9)
    await setClock(books.db, '2026-11-12T00:00:00Z')
    await books.release(failing, 'failed')
    await books.release(parked, 'cancelled')
    expect(await books.balance(user)).toEqual({ balance: 1, held: 0 })
  })
})
