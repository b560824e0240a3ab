import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { transact } from '#server/platform/db/index.ts'
import { type Books, setClock } from '#tests/support/books.ts'
import { openFreeBooks } from './testing/free-books.ts'

let books: Books
let network = ''
openFreeBooks(
  (opened, address) => {
    books = opened
    network = address
  },
  { max: 20 },
)

/** Accounts of the network, one after the other: three of a day. */
async function arrive(count: number): Promise<string[]> {
  const users: string[] = []
  while (users.length < count) {
    const user = await books.addUser()
    await books.verify(user, network)
    users.push(user)
  }
  return users
}

/** Limits or bans people, or lifts that, in one transaction. */
const stand = (users: readonly string[], column: 'limited_at' | 'banned_at', isSet: boolean) =>
  transact(books.db, async (tx) => {
    await tx.selectFrom('users').select('id').where('id', 'in', users).forUpdate().execute()
    await tx
      .updateTable('users')
      .set({ [column]: isSet ? sql<Date>`now()` : null })
      .where('id', 'in', users)
      .execute()
    await books.credits.writer(tx).followStanding(users)
  })
const ban = (...users: string[]) => stand(users, 'banned_at', true)

/** The days on which the first credits of these people come; null for those who take no place. */
async function daysOf(users: readonly string[]): Promise<(string | null)[]> {
  const rows = await books.db.kysely
    .selectFrom('free_credits')
    .select(['user_id', 'due_at', 'aside_since'])
    .where('user_id', 'in', users)
    .execute()
  return users.map((user) => {
    const row = rows.find(({ user_id: id }) => id === user)!
    return row.aside_since ? null : row.due_at.toISOString().slice(5, 10)
  })
}
const balancesOf = (users: readonly string[]) =>
  Promise.all(users.map(async (user) => (await books.balance(user)).balance))

describe('the line for first free credits', () => {
  it('moves up where somebody is banned, and everybody in it is told once', async () => {
    const users = await arrive(10)
    expect((await daysOf(users)).slice(3)).toEqual([
      '11-06',
      '11-06',
      '11-06',
      '11-07',
      '11-07',
      '11-07',
      '11-08',
    ])
    await ban(users[3]!, users[4]!)
    expect((await daysOf(users)).slice(3)).toEqual([
      null,
      null,
      '11-06',
      '11-06',
      '11-06',
      '11-07',
      '11-07',
    ])
    expect(await books.texts(users[9]!)).toEqual([
      'Your 40 free credits come on Nov 8, 2026, because other accounts on your network already got theirs today.',
      'Good news: your 40 free credits come sooner, on Nov 7, 2026.',
    ])
    expect(await books.texts(users[5]!)).toHaveLength(1)
    await setClock(books.db, '2026-11-06T12:30:00Z')
    expect(await balancesOf(users)).toEqual([40, 40, 40, 0, 0, 40, 40, 40, 0, 0])
  })

  it('gives no place of today back that brought credits: bans and deletions mint none', async () => {
    const users = await arrive(5)
    await ban(users[0]!, users[1]!, users[2]!)
    expect(await daysOf(users)).toEqual(['11-05', '11-05', '11-05', '11-06', '11-06'])
    const [next] = await arrive(1)
    expect(await daysOf([next!])).toEqual(['11-06'])
    expect(await balancesOf([...users, next!])).toEqual([40, 40, 40, 0, 0, 0])
  })

  it('takes somebody whose ban is lifted at its end, never over a full day', async () => {
    const users = await arrive(9)
    const [banned] = [users[4]!]
    await ban(banned)
    expect((await daysOf(users)).slice(6)).toEqual(['11-06', '11-07', '11-07'])
    // Not while it is aside, however long.
    await setClock(books.db, '2026-11-06T12:30:00Z')
    expect(await balancesOf([banned])).toEqual([0])
    await stand([banned], 'limited_at', true)
    await stand([banned], 'banned_at', false)
    expect(await daysOf([banned])).toEqual([null])
    await stand([banned], 'limited_at', false)
    expect(await daysOf([banned])).toEqual(['11-07'])
    const [last] = await arrive(1)
    expect(await daysOf([last!])).toEqual(['11-08'])
    await setClock(books.db, '2026-11-07T13:00:00Z')
    expect(await balancesOf([banned])).toEqual([40])
  })

  it('is left by who pays; those behind move up with the next look at it', async () => {
    const users = await arrive(7)
    await books.grant(users[3]!, 1000, { kind: 'pack', payment: 'pi_1' })
    expect(await balancesOf([users[3]!])).toEqual([1040])
    expect(await daysOf([users[6]!])).toEqual(['11-07'])
    await books.credits.moveUpAllLines()
    await books.credits.moveUpAllLines()
    expect(await daysOf([users[6]!])).toEqual(['11-06'])
    expect(await books.texts(users[6]!)).toHaveLength(2)
  })

  it('forgets the network of somebody who was put aside after 90 days, and gives them their credits once they are back', async () => {
    const users = await arrive(4)
    const [banned] = [users[3]!]
    await ban(banned)
    const networkOf = async () => {
      const row = await books.db.kysely
        .selectFrom('free_credits')
        .select('network')
        .where('user_id', '=', banned)
        .executeTakeFirstOrThrow()
      return row.network
    }
    await setClock(books.db, '2027-01-20T12:00:00Z')
    await books.credits.applyAllDueEntries()
    expect(await networkOf()).toBe(network)
    await setClock(books.db, '2027-02-20T12:00:00Z')
    await books.credits.applyAllDueEntries()
    expect(await networkOf()).toBeNull()
    expect(await balancesOf([banned])).toEqual([0])
    await stand([banned], 'banned_at', false)
    expect(await books.lines(banned)).toEqual(['grant 0 2026-11-05', 'grant 40 2027-02-20'])
  })

  it('has three a day after bans, arrivals, payments and claims that come all at once', async () => {
    const users = await arrive(24)
    const late = await Promise.all(Array.from({ length: 6 }, () => books.addUser()))
    await setClock(books.db, '2026-11-06T12:00:01Z')
    await Promise.all([
      ...users.slice(3, 13).map((user) => ban(user)),
      ban(...users.slice(12, 15)),
      ...users.slice(10, 24).map((user) => books.balance(user)),
      ...late.map((user) => books.verify(user, network)),
      books.grant(users[20]!, 1000, { kind: 'pack', payment: 'pi_2' }),
      books.credits.moveUpAllLines(),
      books.credits.applyAllDueEntries(),
    ])
    await books.credits.moveUpAllLines()
    const inLine = [...users.slice(15, 20), ...users.slice(21), ...late]
    const { rows } = await sql<{ day: string; count: number }>`
      select to_char(due_at at time zone 'UTC', 'MM-DD') as day, count(*)::integer as count from free_credits
      where network = ${network} and aside_since is null group by day order by day`.execute(
      books.db.kysely,
    )
    for (const { count } of rows) expect(count).toBeLessThanOrEqual(3)
    // No day before the last has room.
    expect(rows.slice(1, -1).every(({ count }) => count === 3)).toBe(true)
    await setClock(books.db, '2026-11-20T13:00:00Z')
    await books.credits.applyAllDueEntries()
    expect(await balancesOf(inLine)).toEqual(inLine.map(() => 40))
    expect(await balancesOf([users[20]!])).toEqual([1040])
    const { rows: grants } = await sql<{ day: string; count: number }>`
      select to_char(created_at at time zone 'UTC', 'MM-DD') as day, count(*)::integer as count from credit_entries
      where user_id = any(${sql.val([...users.filter((_, index) => index !== 20), ...late])}::uuid[]) and amount = 40
      group by day order by day`.execute(books.db.kysely)
    for (const { count } of grants) expect(count).toBeLessThanOrEqual(3)
  })
})
