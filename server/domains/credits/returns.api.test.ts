import { describe, expect, it } from 'vitest'
import { type Books, setClock } from '#tests/support/books.ts'
import { withBooks } from '#tests/support/with-books.ts'

const CODE = (code: string) => expect.objectContaining({ code })

let books: Books
let user: string

withBooks((...now) => ([books, user] = now), '2026-11-05T12:00:00Z')

describe('refund of a capture', () => {
  const refund = (capture: string, externalId: string, amount?: number) =>
    books.write((writer) =>
      writer.refund({
        userId: user,
        capture,
        externalId,
        text: 'Refunded',
        ...(amount === undefined ? {} : { amount }),
      }),
    )

  it('gives captured credits back to their lots, once a key', async () => {
    await books.grant(user, 4)
    await books.capture(await books.hold(user, 4), 4, 'job:0')
    expect(await refund('job:0', 'r1')).toEqual({ refunded: 4 })
    expect(await refund('job:0', 'r1')).toEqual({ refunded: 4 })
    expect(await books.balance(user)).toEqual({ balance: 4, held: 0 })
  })

  it('never mints: new keys and parts do not give back more than was captured', async () => {
    await books.grant(user, 10)
    await books.capture(await books.hold(user, 4), 4, 'job:0')
    await refund('job:0', 'r1', 3)
    await expect(refund('job:0', 'r2', 2)).rejects.toEqual(CODE('conflict'))
    await refund('job:0', 'r3')
    await expect(refund('job:0', 'r4')).rejects.toEqual(CODE('conflict'))
    await expect(refund('job:9', 'r5')).rejects.toEqual(CODE('not_found'))
    expect(await books.balance(user)).toEqual({ balance: 10, held: 0 })
  })

  it('in part leaves captured what a smaller capture had taken', async () => {
    await books.grant(user, 2, { kind: 'free', expiresAt: new Date('2026-12-01T00:00:00Z') })
    await books.grant(user, 2, { kind: 'pack' })
    await books.capture(await books.hold(user, 4), 4, 'job:0')
    await refund('job:0', 'r1', 3)
    const { lots } = await books.credits.statement(user, {})
    expect(lots.map(({ kind, remaining }) => [kind, remaining])).toEqual([
      ['free', 1],
      ['pack', 2],
    ])
  })

  it('after the lot expired lives seven days past the original expiry', async () => {
    await books.grant(user, 4, { expiresAt: new Date('2026-11-10T00:00:00Z') })
    await books.capture(await books.hold(user, 4), 4, 'job:0')
    await setClock(books.db, '2026-11-12T00:00:00Z')
    await refund('job:0', 'r1', 2)
    expect(await books.balance(user)).toEqual({ balance: 2, held: 0 })
    await setClock(books.db, '2026-11-20T00:00:00Z')
    await refund('job:0', 'r2')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
  })
})

describe('revoke after money went back', () => {
  const revoke = (refunded: number, externalId: string, payment = 'cs_1') =>
    books.write((writer) =>
      writer.revoke({
        userId: user,
        payment,
        refunded,
        paid: 999,
        externalId,
        text: 'Removed: refund',
      }),
    )
  const buy = () => books.grant(user, 1000, { kind: 'pack', payment: 'cs_1' })

  it('takes the share rounded down, refunds of one payment added up in any order', async () => {
    await buy()
    expect(await revoke(333, 'r1')).toMatchObject({ revoked: 333 })
    expect(await revoke(333, 'r1')).toMatchObject({ revoked: 333 })
    expect(await revoke(998, 'r3')).toMatchObject({ revoked: 665 })
    expect(await revoke(700, 'r2')).toMatchObject({ revoked: 0 })
    expect(await books.balance(user)).toEqual({ balance: 2, held: 0 })
    expect(await revoke(999, 'r4')).toMatchObject({ revoked: 2, unrecovered: 0 })
  })

  it('takes held credits when they are released, so a hold saves none', async () => {
    await buy()
    const hold = await books.hold(user, 900)
    expect(await revoke(999, 'r1')).toEqual({ revoked: 100, awaitingRelease: 900, unrecovered: 0 })
    await books.capture(hold, 300)
    await books.release(hold, 'cancelled')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
    expect(await revoke(999, 'r1')).toEqual({ revoked: 100, awaitingRelease: 0, unrecovered: 300 })
  })

  it('leaves other payments alone', async () => {
    await buy()
    await books.grant(user, 50, { kind: 'pack', payment: 'cs_2' })
    await revoke(999, 'r1')
    expect(await books.balance(user)).toEqual({ balance: 50, held: 0 })
    await expect(revoke(999, 'r9', 'cs_9')).rejects.toEqual(CODE('not_found'))
  })

  it('of what was captured is unrecovered: no bonus and no free month until it is back', async () => {
    await books.verify(user, null)
    await buy()
    await books.capture(await books.hold(user, 1040), 1040, 'job:0')
    expect(await revoke(999, 'r1')).toMatchObject({ revoked: 0, unrecovered: 1000 })
    const claim = () => books.write((writer) => writer.claimLoginBonus({ userId: user }))
    await expect(claim()).rejects.toEqual(CODE('permission_denied'))
    await setClock(books.db, '2026-12-05T00:00:00Z')
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
    // The failure was ours after all: the refunded credits go where their money went.
    await books.write((writer) =>
      writer.refund({ userId: user, capture: 'job:0', externalId: 'x', text: 'Ours' }),
    )
    expect(await books.balance(user)).toEqual({ balance: 40, held: 0 })
    await setClock(books.db, '2027-01-01T00:00:00Z')
    expect((await claim()).balance).toBe(50)
  })

  it('does not count what expired unspent against the user', async () => {
    const expiresAt = new Date('2026-11-10T00:00:00Z')
    await books.grant(user, 1000, { expiresAt, payment: 'cs_1' })
    await books.capture(await books.hold(user, 400), 400)
    await setClock(books.db, '2026-11-12T00:00:00Z')
    expect(await revoke(500, 'r1')).toMatchObject({ revoked: 0, unrecovered: 0 })
    expect(await revoke(999, 'r2')).toMatchObject({ revoked: 0, unrecovered: 400 })
  })

  it('makes a pack unbought only when all of its money went back', async () => {
    await buy()
    expect(await books.credits.hasBoughtPack(books.db, user)).toBe(true)
    await revoke(500, 'r1')
    expect(await books.credits.hasBoughtPack(books.db, user)).toBe(true)
    await revoke(999, 'r2')
    expect(await books.credits.hasBoughtPack(books.db, user)).toBe(false)
  })
})

describe('adjust', () => {
  const adjust = (amount: number, externalId: string) =>
    books.write((writer) =>
      writer.adjust({ userId: user, amount, externalId, text: 'Correction by the operator' }),
    )

  it('adds and takes once a key, never below zero', async () => {
    await adjust(50, 'a1')
    await adjust(50, 'a1')
    await adjust(-20, 'a2')
    await adjust(-20, 'a2')
    expect(await books.balance(user)).toEqual({ balance: 30, held: 0 })
    await expect(adjust(-31, 'a3')).rejects.toEqual(CODE('not_enough_credits'))
    await books.hold(user, 30)
    await expect(adjust(-1, 'a4')).rejects.toEqual(CODE('not_enough_credits'))
  })
})

describe('grant', () => {
  it('comes once, whichever of the racing paths is first', async () => {
    const lot = { kind: 'pack', externalId: 'pack:cs_7' } as const
    const states = await Promise.all(Array.from({ length: 12 }, () => books.grant(user, 1000, lot)))
    expect(states.filter(({ state }) => state === 'granted')).toHaveLength(1)
    expect(await books.balance(user)).toEqual({ balance: 1000, held: 0 })
  })

  it('that comes after its own expiry is written and expires at once', async () => {
    await books.grant(user, 10, { expiresAt: new Date('2026-11-01T00:00:00Z') })
    expect(await books.balance(user)).toEqual({ balance: 0, held: 0 })
    expect(await books.lines(user)).toHaveLength(2)
  })
})
