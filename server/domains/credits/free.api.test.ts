import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { transact } from '#server/platform/db/index.ts'
import { type Books, setClock } from '#tests/support/books.ts'
import { openFreeBooks } from './testing/free-books.ts'

let books: Books
let network = ''
openFreeBooks((opened, address) => {
  books = opened
  network = address
})

async function verifyNew(ip: string | null, email?: string) {
  const user = await books.addUser(email === undefined ? {} : { email })
  await books.verify(user, ip)
  return user
}

const balanceOf = async (user: string) => (await books.balance(user)).balance

describe('free credits', () => {
  it('are there when the verification is written, and none before', async () => {
    const user = await books.addUser()
    expect(await balanceOf(user)).toBe(0)
    await books.verify(user, network)
    expect(await balanceOf(user)).toBe(40)
    expect(await books.texts(user)).toEqual(['Free credits for November 2026'])
  })

  it('come once, also when the link is opened twice at the same time', async () => {
    const user = await books.addUser()
    await Promise.all([books.verify(user, network), books.verify(user, network)])
    expect(await balanceOf(user)).toBe(40)
  })

  it('of a month end with it; the next are dated at its first instant, however late one looks', async () => {
    const user = await verifyNew(network)
    await books.hold(user, 4, 'job')
    await setClock(books.db, '2027-01-20T08:00:00Z')
    expect(await balanceOf(user)).toBe(40)
    expect(await books.lines(user)).toEqual([
      'grant 40 2026-11-05',
      'hold -4 2026-11-05',
      'expire -36 2026-12-01',
      'grant 40 2026-12-01',
      'expire -40 2027-01-01',
      'grant 40 2027-01-01',
    ])
  })

  it('are the same whether cron, a read or a write came first', async () => {
    const [byCron, byRead, byWrite] = [
      await verifyNew(null),
      await verifyNew(null),
      await verifyNew(null),
    ]
    await setClock(books.db, '2026-12-01T00:00:00Z')
    expect(await books.credits.applyAllDueEntries()).toBeGreaterThanOrEqual(3)
    await setClock(books.db, '2027-01-15T00:00:00Z')
    await balanceOf(byRead)
    await books.write((writer) =>
      writer.adjust({ userId: byWrite, amount: -1, externalId: 'a', text: 'One less' }),
    )
    await books.credits.applyAllDueEntries()
    const lines = await books.lines(byCron)
    expect(lines).toHaveLength(5)
    expect(await books.lines(byRead)).toEqual(lines)
    expect((await books.lines(byWrite)).slice(0, 5)).toEqual(lines)
    expect(await books.credits.applyAllDueEntries()).toBe(0)
  })

  it('are granted once a month by many processes at once', async () => {
    const user = await verifyNew(network)
    await setClock(books.db, '2026-12-01T00:00:00Z')
    await Promise.all([
      books.credits.applyAllDueEntries(),
      ...Array.from({ length: 8 }, () => books.balance(user)),
      books.credits.applyAllDueEntries(),
    ])
    expect(await books.lines(user)).toHaveLength(3)
  })

  it('come once a mailbox: tags, dots, capitals and a second account bring no more', async () => {
    const first = await verifyNew(null, 'j.doe@gmail.com')
    const second = await verifyNew(null, 'JDoe+2@googlemail.com')
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([40, 0])
    expect(await books.texts(second)).toEqual([
      'No free credits for November 2026: already granted to this mailbox',
    ])
  })

  it('come once a mailbox when two accounts of it verify at the same time', async () => {
    const users = await Promise.all(
      ['k@x.org', 'k+1@x.org', 'k+2@x.org', 'K@x.org '].map((email) => books.addUser({ email })),
    )
    await Promise.all(users.map((user) => books.verify(user, null)))
    const balances = await Promise.all(users.map(balanceOf))
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(40)
  })

  it('are given to accounts that the operator verified, from their verification on', async () => {
    const user = await books.addUser({ verifiedAt: '2026-10-20T00:00:00Z' })
    expect(await balanceOf(user)).toBe(40)
    expect(await books.lines(user)).toEqual([
      'grant 40 2026-10-20',
      'expire -40 2026-11-01',
      'grant 40 2026-11-01',
    ])
  })

  it('stop while a plan is paid and go on when it ends, dated at its end', async () => {
    const user = await verifyNew(null)
    const start = (plan: 'basic' | 'free') =>
      transact(books.db, (tx) =>
        books.billing.grantComplimentaryPlan(tx, { userId: user, plan, period: 'monthly' }),
      )
    await start('basic')
    await setClock(books.db, '2027-01-02T00:00:00Z')
    expect(await balanceOf(user)).toBe(40)
    expect(await books.lines(user)).toEqual([
      'grant 40 2026-11-05',
      'grant 2000 2026-11-05',
      'expire -40 2026-12-01',
      'expire -2000 2026-12-05',
      'grant 40 2026-12-05',
      'expire -40 2027-01-01',
      'grant 40 2027-01-01',
    ])
  })
})

describe('first grants of one network', () => {
  it('are three a day; the accounts after them wait a day and are told', async () => {
    const users = []
    for (let i = 0; i < 7; i += 1) users.push(await verifyNew(network))
    expect(await Promise.all(users.map(balanceOf))).toEqual([40, 40, 40, 0, 0, 0, 0])
    const [fourth = '', last = ''] = [users[3], users[6]]
    expect(await books.texts(fourth)).toEqual([
      'Your 40 free credits come on Nov 6, 2026, because other accounts on your network already got theirs today.',
    ])
    const notices = await books.db.kysely
      .selectFrom('user_events')
      .select('event')
      .where('user_id', '=', fourth)
      .where('event', '=', 'notice')
      .execute()
    expect(notices).toHaveLength(1)
    await setClock(books.db, '2026-11-06T12:10:00Z')
    expect(await Promise.all(users.map(balanceOf))).toEqual([40, 40, 40, 40, 40, 40, 0])
    await setClock(books.db, '2026-11-07T12:10:00Z')
    expect(await balanceOf(last)).toBe(40)
  })

  it('stay three when ten accounts verify at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => books.addUser()))
    await Promise.all(users.map((user) => books.verify(user, '2001:db8::1')))
    const balances = await Promise.all(users.map(balanceOf))
    expect(balances.filter((balance) => balance === 40)).toHaveLength(3)
  })

  it('are counted over a whole /64 of IPv6, and the next /64 is another network', async () => {
    const ips = ['2001:db8:5::1', '2001:db8:5::2', '2001:db8:5::ffff:3', '2001:db8:5:0:9::']
    const users = []
    for (const ip of ips) users.push(await verifyNew(ip))
    const other = await verifyNew('2001:db8:5:1::1')
    expect(await Promise.all(users.map(balanceOf))).toEqual([40, 40, 40, 0])
    expect(await balanceOf(other)).toBe(40)
  })

  it('are not counted for loopback and private addresses', async () => {
    for (const ip of ['127.0.0.1', '::ffff:192.168.0.5', '10.0.0.1', '::1']) {
      const users = []
      for (let i = 0; i < 4; i += 1) users.push(await verifyNew(ip))
      expect(await Promise.all(users.map(balanceOf))).toEqual([40, 40, 40, 40])
    }
  })

  it('are not used up by a second account of one mailbox', async () => {
    await verifyNew(network, 'a@x.org')
    await verifyNew(network, 'a+again@x.org')
    await verifyNew(network, 'b@x.org')
    const third = await verifyNew(network, 'c@x.org')
    const fourth = await verifyNew(network, 'd@x.org')
    expect([await balanceOf(third), await balanceOf(fourth)]).toEqual([40, 0])
  })

  it('that wait over the month are those of the month in which they come', async () => {
    await setClock(books.db, '2026-11-30T20:00:00Z')
    const users = []
    for (let i = 0; i < 4; i += 1) users.push(await verifyNew(network))
    const late = users[3] ?? ''
    await setClock(books.db, '2026-12-01T10:00:00Z')
    expect(await balanceOf(late)).toBe(0)
    await setClock(books.db, '2026-12-03T10:00:00Z')
    expect(await balanceOf(late)).toBe(40)
    expect(await books.lines(late)).toEqual(['grant 0 2026-11-30', 'grant 40 2026-12-01'])
  })

  it('are forgotten after their day, mailboxes after their month', async () => {
    await verifyNew(network)
    await setClock(books.db, '2026-12-20T00:00:00Z')
    await books.credits.applyAllDueEntries()
    const { rows } = await sql`
      select network from free_credits where network is not null
      union all select month::text from free_grants where month < '2026-12-01'`.execute(
      books.db.kysely,
    )
    expect(rows).toEqual([])
  })
})

describe('login bonus', () => {
  const claim = (user: string) => books.write((writer) => writer.claimLoginBonus({ userId: user }))

  it('is ten once a UTC day, and lives until the end of the next', async () => {
    const user = await books.addVerifiedUser()
    expect((await claim(user)).balance).toBe(50)
    await expect(claim(user)).rejects.toMatchObject({ code: 'already_claimed' })
    await setClock(books.db, '2026-11-06T00:00:00Z')
    expect((await claim(user)).balance).toBe(60)
    await setClock(books.db, '2026-11-06T23:59:50Z')
    expect(await balanceOf(user)).toBe(60)
    await setClock(books.db, '2026-11-07T00:00:00Z')
    expect(await balanceOf(user)).toBe(50)
  })

  it('is given once to racing claims', async () => {
    const user = await books.addVerifiedUser()
    const claims = await Promise.allSettled(Array.from({ length: 10 }, () => claim(user)))
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf(user)).toBe(50)
  })

  it('needs a verified address', async () => {
    const user = await books.addUser()
    await expect(claim(user)).rejects.toMatchObject({ code: 'email_not_verified' })
  })

  it('is never given by reading', async () => {
    const user = await books.addVerifiedUser()
    expect(await books.credits.loginBonus(books.db, user)).toEqual({
      amount: 10,
      claimedToday: false,
    })
    await books.credits.statement(user, {})
    await books.credits.applyAllDueEntries()
    expect(await balanceOf(user)).toBe(40)
    await claim(user)
    expect((await books.credits.loginBonus(books.db, user)).claimedToday).toBe(true)
  })
})
