import { beforeEach, describe, expect, it } from 'vitest'
import { Me } from '#contract/users.ts'
import { type Books, setClock } from '#tests/support/books.ts'
import { withBooks } from '#tests/support/with-books.ts'
import { transact } from '#server/platform/db/index.ts'
import type { PlanGrant } from './index.ts'
import { readMe } from './read-me.ts'
import type { Subscription } from './subscription-states.ts'

let books: Books
let user: string

withBooks((...now) => ([books, user] = now), '2026-10-31T18:00:00Z')

const start = (plan: PlanGrant['plan'], period: PlanGrant['period'] = 'monthly') =>
  transact(books.db, (tx) =>
    books.billing.grantComplimentaryPlan(tx, { userId: user, plan, period }),
  )
const plan = () => books.billing.planOf(books.db, user)
const balance = async () => (await books.balance(user)).balance

describe('a monthly plan', () => {
  it('grants its month at once and ends with it', async () => {
    await start('starter')
    const { cancelAt, renewsAt, ...rest } = await plan()
    expect(rest).toMatchObject({
      name: 'starter',
      period: 'monthly',
      subscription: { isPaid: false },
    })
    // It says when it ends: nobody pays for another month.
    expect(cancelAt).toEqual(renewsAt)
    expect((await plan()).renewsAt?.toISOString()).toMatch(/^2026-11-30T18:00/)
    expect(await balance()).toBe(5000)
    await setClock(books.db, '2026-11-30T17:59:50Z')
    expect([(await plan()).name, await balance()]).toEqual(['starter', 5000])
    await setClock(books.db, '2026-11-30T18:01:00Z')
    expect([(await plan()).name, await balance()]).toEqual(['free', 0])
  })

  it('says free as soon as it is over, before anything was written', async () => {
    await start('pro')
    await setClock(books.db, '2026-12-20T00:00:00Z')
    expect((await plan()).name).toBe('free')
  })
})

describe('a yearly plan of the 31st', () => {
  const months = [
    'grant 10000 2026-10-31',
    'expire -10000 2026-11-30',
    'grant 10000 2026-11-30',
    'expire -10000 2026-12-31',
    'grant 10000 2026-12-31',
    'expire -10000 2027-01-31',
    'grant 10000 2027-01-31',
    'expire -10000 2027-02-28',
    'grant 10000 2027-02-28',
    'expire -10000 2027-03-31',
    'grant 10000 2027-03-31',
  ]

  it('grants each credit month on its day, however late one looks, and once', async () => {
    await start('hobby', 'yearly')
    await setClock(books.db, '2027-04-02T00:00:00Z')
    await Promise.all([
      books.balance(user),
      books.credits.applyAllDueEntries(),
      books.balance(user),
      books.hold(user, 1, 'racing'),
    ])
    expect((await books.lines(user)).slice(0, months.length)).toEqual(months)
    expect(await balance()).toBe(9999)
  })

  it('gives the same lines when a job ran every week', async () => {
    await start('hobby', 'yearly')
    for (let week = 1; week <= 22; week += 1) {
      await setClock(books.db, new Date(Date.UTC(2026, 9, 31, 19) + week * 7 * 86_400_000))
      await books.credits.applyAllDueEntries()
    }
    expect(await books.lines(user)).toEqual(months)
  })

  it('grants twelve months and no thirteenth', async () => {
    await start('hobby', 'yearly')
    await setClock(books.db, '2027-11-05T00:00:00Z')
    const grants = (await books.lines(user)).filter((line) => line.startsWith('grant'))
    expect(grants).toHaveLength(12)
    expect(await balance()).toBe(0)
  })
})

describe('another plan instead', () => {
  it('ends the first, whose credits stay until they expire', async () => {
    await start('basic')
    await setClock(books.db, '2026-11-10T00:00:00Z')
    await start('pro', 'yearly')
    expect(await plan()).toMatchObject({ name: 'pro', period: 'yearly' })
    expect(await balance()).toBe(27_000)
    await setClock(books.db, '2026-12-01T00:00:00Z')
    expect(await balance()).toBe(25_000)
    await start('free')
    expect(await plan()).toMatchObject({ name: 'free', renewsAt: null, subscription: null })
    await setClock(books.db, '2027-01-05T00:00:00Z')
    expect(await balance()).toBe(0)
  })
})

describe('having paid', () => {
  it('means a plan now or a bought pack; gifts are none', async () => {
    const hasPaid = () => books.billing.hasPaid(books.db, user)
    await books.grant(user, 5, { kind: 'grant' })
    expect(await hasPaid()).toBe(false)
    await start('basic')
    expect(await hasPaid()).toBe(true)
    await start('free')
    expect(await hasPaid()).toBe(false)
    await books.grant(user, 5, { kind: 'pack', payment: 'cs_1' })
    expect(await hasPaid()).toBe(true)
  })
})

describe('a plan that renews', () => {
  const anchor = new Date('2026-10-31T18:00:00Z')
  const renews = new Date('2026-11-30T18:00:00Z')
  const after = (hours: number) => new Date(renews.getTime() + hours * 3_600_000)
  const change = (values: Partial<Subscription>) =>
    books.db.kysely.updateTable('subscriptions').set(values).where('user_id', '=', user).execute()

  beforeEach(async () => {
    await start('starter')
    await change({ external_id: `sub_${user}`, cancel_at: null, anchor, period_start: anchor })
    await change({ renews_at: renews })
    await books.write((writer) => writer.applyDueEntries({ userId: user }))
    await books.db.kysely.updateTable('credit_lots').set({ expires_at: renews }).execute()
    await books.db.kysely.updateTable('credit_accounts').set({ next_due_at: null }).execute()
  })

  it('keeps the old credits for a day while nothing is heard of the renewal', async () => {
    await setClock(books.db, after(23.9))
    expect(await balance()).toBe(5000)
    await setClock(books.db, after(24.1))
    expect(await balance()).toBe(0)
    expect((await plan()).name).toBe('starter')
    expect((await books.lines(user)).at(-1)).toBe('expire -5000 2026-12-01')
  })

  it('has them held across the end, and what comes back in time is live', async () => {
    const hold = await books.hold(user, 100)
    await setClock(books.db, after(2))
    expect(await balance()).toBe(4900)
    await books.release(hold, 'cancelled')
    expect(await balance()).toBe(5000)
  })

  it('has them wait, too, when all of them were held at the end', async () => {
    const hold = await books.hold(user, 5000)
    await setClock(books.db, after(2))
    await books.release(hold, 'cancelled')
    expect(await balance()).toBe(5000)
    await setClock(books.db, after(24.1))
    expect(await balance()).toBe(0)
    expect((await books.lines(user)).at(-1)).toBe('expire -5000 2026-12-01')
  })

  it('has them expire when they come back only once that time is over', async () => {
    const hold = await books.hold(user, 5000)
    await setClock(books.db, after(24.1))
    await books.release(hold, 'cancelled')
    expect(await balance()).toBe(0)
  })

  it('loses them as soon as it is paid or has failed', async () => {
    const hold = await books.hold(user, 100)
    await setClock(books.db, after(2))
    expect(await balance()).toBe(4900)
    await change({ status: 'past_due' })
    await books.write((writer) => writer.endGrace({ userId: user }))
    expect(await balance()).toBe(0)
    await books.release(hold, 'cancelled')
    expect(await balance()).toBe(0)
    expect((await books.lines(user)).at(-1)).toBe('expire -100 2026-11-30')
  })

  it('has its lines dated one way, although their end was heard of late', async () => {
    await setClock(books.db, after(2))
    await books.grant(user, 1)
    await books.write((writer) => writer.endGrace({ userId: user, at: after(1) }))
    const { results } = await books.credits.statement(user, { limit: 2 })
    expect(results.map(({ kind }) => kind)).toEqual(['expire', 'grant'])
    const [expiry, grant] = results.map(({ created_at: at }) => at)
    expect(expiry).toBe(grant)
    const row = await books.db.kysely
      .selectFrom('credit_entries')
      .select('created_at')
      .where('user_id', '=', user)
      .where('kind', '=', 'expire')
      .executeTakeFirstOrThrow()
    expect(row.created_at).toEqual(after(1))
  })

  it('does not keep them when it was cancelled, or its payment failed', async () => {
    await change({ status: 'past_due' })
    await setClock(books.db, after(1))
    expect(await balance()).toBe(0)
    expect((await plan()).name).toBe('starter')
    await change({ status: 'active', cancel_at: after(2) })
    await setClock(books.db, after(3))
    expect((await plan()).name).toBe('free')
  })
})

describe('users/me', () => {
  it('shows balance, plan and bonus as they are now', async () => {
    await books.verify(user, null)
    await start('basic', 'yearly')
    await books.hold(user, 3)
    const deps = { db: books.db, credits: books.credits, planOf: books.billing.planOf }
    const me = Me.parse(await readMe(deps, { userId: user }))
    expect(me).toMatchObject({
      id: user,
      credits: 2037,
      credits_held: 3,
      plan: { name: 'basic', period: 'yearly', cancel_at: expect.any(String) },
      email_verified: true,
      login_bonus: { amount: 10, claimed_today: false },
    })
    await setClock(books.db, '2026-12-01T00:00:00Z')
    expect((await readMe(deps, { userId: user })).credits).toBe(2000)
  })

  it('shows plan and credits of one moment where a payment comes in between', async () => {
    await books.verify(user, null)
    let isPaid = false
    const { credits, billing, db } = books
    const deps = {
      db,
      planOf: billing.planOf,
      credits: {
        loginBonus: credits.loginBonus,
        async balance(...about: Parameters<typeof credits.balance>) {
          const before = await credits.balance(...about)
          if (!isPaid) {
            isPaid = true
            await start('basic', 'monthly')
          }
          return before
        },
      },
    }
    const { credits: none } = await readMe({ ...deps, credits }, { userId: user })
    const me = await readMe(deps, { userId: user })
    expect(me.plan.name).toBe('basic')
    expect(me.credits).toBe(none + 2000)
  })
})
