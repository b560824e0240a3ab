import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Statement, type StatementQuery, type UnsaidStatement } from '#contract/credits.ts'
import { advanceClock } from './index.ts'
import { reconcile } from './reconcile.ts'
import { type Books, setClock } from '#tests/support/books.ts'
import { withBooks } from '#tests/support/with-books.ts'
import { inEnglish, sayAnswer } from '#server/texts/index.ts'

let books: Books
let user: string

withBooks((...now) => ([books, user] = now), '2026-11-05T12:00:00Z')

function cursorOf(link: string | null): string {
  expect(link).toMatch(/^\/api\/credits\/\?/)
  return new URLSearchParams(link?.split('?')[1]).get('cursor') ?? ''
}

describe('statement', () => {
  it('adds up: each line names the balance after it, the last one is the balance', async () => {
    await books.grant(user, 10, { expiresAt: new Date('2026-11-10T00:00:00Z') })
    const hold = await books.hold(user, 4)
    await books.capture(hold, 1)
    await books.release(hold, 'cancelled')
    const statement = Statement.parse(
      sayAnswer(Statement)(await books.credits.statement(user, {}), inEnglish),
    )
    expect(statement).toMatchObject({ balance: 9, held: 0, next: null, previous: null })
    const rows = statement.results.map((r) => [r.kind, r.amount, r.captured, r.balance_after])
    expect(rows).toEqual([
      ['release', 3, 0, 9],
      ['capture', 0, 1, 6],
      ['hold', -4, 0, 6],
      ['grant', 10, 0, 10],
    ])
    expect(statement.lots).toMatchObject([
      { kind: 'plan', remaining: 9, expires_at: '2026-11-10T00:00:00.000Z' },
    ])
  })

  it('pages to the end and back, and stays put while lines are added', async () => {
    for (let i = 0; i < 7; i += 1) await books.grant(user, i + 1)
    const amounts = (page: UnsaidStatement) => page.results.map(({ amount }) => amount)
    const first = await books.credits.statement(user, { limit: 3 })
    expect(amounts(first)).toEqual([7, 6, 5])
    await books.grant(user, 8)
    const second = await books.credits.statement(user, { limit: 3, cursor: cursorOf(first.next) })
    expect(amounts(second)).toEqual([4, 3, 2])
    const last = await books.credits.statement(user, { limit: 3, cursor: cursorOf(second.next) })
    expect(amounts(last)).toEqual([1])
    expect(last.next).toBeNull()
    const back = await books.credits.statement(user, { limit: 3, cursor: cursorOf(last.previous) })
    expect(amounts(back)).toEqual([4, 3, 2])
    const newest = await books.credits.statement(user, {
      limit: 10,
      cursor: cursorOf(back.previous),
    })
    expect(amounts(newest)).toEqual([8, 7, 6, 5])
    expect(newest.previous).toBeNull()
  })

  it('narrows to a kind and to days, both included, also on the next page', async () => {
    await setClock(books.db, '2026-11-04T23:59:59Z')
    await books.grant(user, 1)
    await setClock(books.db, '2026-11-05T00:00:00Z')
    await books.grant(user, 2)
    await books.hold(user, 1)
    await setClock(books.db, '2026-11-06T23:59:58Z')
    await books.grant(user, 3)
    await setClock(books.db, '2026-11-07T00:00:00Z')
    await books.grant(user, 4)
    const amounts = async (page: StatementQuery) =>
      (await books.credits.statement(user, page)).results.map(({ amount }) => amount)
    expect(await amounts({ kind: 'hold' })).toEqual([-1])
    expect(await amounts({ from: '2026-11-05', to: '2026-11-06' })).toEqual([3, -1, 2])
    expect(await amounts({ from: '2026-11-07' })).toEqual([4])
    expect(await amounts({ to: '2026-11-04' })).toEqual([1])
    const filter: StatementQuery = { kind: 'grant', to: '2026-11-06', limit: 2 }
    const first = await books.credits.statement(user, filter)
    expect(first.results.map(({ amount }) => amount)).toEqual([3, 2])
    const next = new URLSearchParams(first.next?.split('?')[1])
    expect(Object.fromEntries(next)).toMatchObject({ kind: 'grant', to: '2026-11-06', limit: '2' })
    expect(await amounts({ ...filter, cursor: next.get('cursor') ?? '' })).toEqual([1])
  })

  it('shows no line of earlier versions in which nothing was left to take back', async () => {
    await books.grant(user, 10)
    await sql`insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
      values (${user}, 'revoke', 'refund:0', 0, 10, 'Removed: the payment was refunded', now())`.execute(
      books.db.kysely,
    )
    const { results } = await books.credits.statement(user, {})
    expect(results.map(({ kind }) => kind)).toEqual(['grant'])
  })

  it('refuses a cursor that is none', async () => {
    for (const cursor of ['x', 'before-', 'before-1e3', 'after--1', `before-${'9'.repeat(30)}`]) {
      await expect(books.credits.statement(user, { cursor })).rejects.toMatchObject({
        code: 'invalid',
        fieldSentences: { cursor: ['Invalid cursor.'] },
      })
    }
  })

  it('shows nothing of others', async () => {
    const other = await books.addUser()
    await books.grant(other, 10)
    expect((await books.credits.statement(user, {})).results).toEqual([])
  })

  it('only grows: lines cannot be changed or removed', async () => {
    await books.grant(user, 10)
    await expect(
      sql`update credit_entries set amount = 99`.execute(books.db.kysely),
    ).rejects.toThrow('only grows')
    await expect(sql`delete from credit_entries`.execute(books.db.kysely)).rejects.toThrow(
      'only grows',
    )
  })
})

describe('events', () => {
  it('tell each change with the balance after it, in the same transaction', async () => {
    await books.grant(user, 10)
    await books.hold(user, 4)
    const rows = await books.db.kysely
      .selectFrom('user_events')
      .select(['event', 'data'])
      .where('user_id', '=', user)
      .orderBy('seq')
      .execute()
    expect(rows).toEqual([
      { event: 'credits', data: { balance: 10, held: 0 } },
      { event: 'credits', data: { balance: 6, held: 4 } },
    ])
  })
})

describe('the clock', () => {
  it('moves by spans and refuses what is none', async () => {
    const before = await advanceClock(books.db, '0s')
    const after = await advanceClock(books.db, '31d12h')
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(31.5 * 86_400_000)
    expect(after.getTime() - before.getTime()).toBeLessThan(31.5 * 86_400_000 + 60_000)
    for (const span of ['', '31', '-1d', '1y', '1d ', 'd', '9200w', '999999w', '999999w999999w']) {
      await expect(advanceClock(books.db, span)).rejects.toMatchObject({ code: 'invalid' })
    }
  })
})

describe('reconcile', () => {
  it('finds each kind of damage', async () => {
    await books.grant(user, 10)
    await books.hold(user, 4)
    expect(await books.credits.reconcile()).toEqual([])
    const damage = [
      `update credit_accounts set balance = balance + 1`,
      `update credit_accounts set held = held + 1`,
      `update credit_lots set remaining = remaining - 1, expired = expired + 1 where remaining > 0`,
      `update credit_lots set held = held - 1, captured = captured + 1 where held > 0`,
      `update credit_holds set captured = captured + 1 where closed_at is null`,
      `update credit_hold_parts set released = released + 1 where captured = 0 and released = 0`,
      `insert into credit_entries (user_id, kind, external_id, amount, balance_after, text, created_at)
         select user_id, 'grant', 'minted', 5, 11, 'x', now() from credit_accounts`,
    ]
    for (const statement of damage) {
      const tx = await books.db.kysely.startTransaction().execute()
      try {
        await sql.raw(statement).execute(tx)
        expect(await reconcile(tx), statement).not.toEqual([])
      } finally {
        await tx.rollback().execute()
      }
    }
  })
})
