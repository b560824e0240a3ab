import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { inEnglish } from '#server/texts/index.ts'

async function startApp(env: Record<string, string>) {
  const app = await startTestApp({ env, overrides: { engines: [] } })
  onTestFinished(() => app.dispose())
  return app
}

it('LOGIN_BONUS less twenty is what a claim brings', async () => {
  const app = await startApp({ LOGIN_BONUS: '45' })
  const person = await newPerson(app, { credits: 5 })
  const me = await person.call(api.users.me, {})
  expect(me.login_bonus).toEqual({ amount: 25, claimed_today: false })
  expect(await person.call(api.credits.claimLoginBonus, { body: {} })).toEqual({ credits: 30 })
})

it('with a LOGIN_BONUS of twenty there is none, and a claim changes nothing', async () => {
  const app = await startApp({ LOGIN_BONUS: '20' })
  const person = await newPerson(app, { credits: 5 })
  expect(await person.call(api.credits.claimLoginBonus, { body: {} })).toEqual({ credits: 5 })
  const me = await person.call(api.users.me, {})
  expect(me.login_bonus).toEqual({ amount: 0, claimed_today: false })
})

/** Confirms the address of a new account from somewhere. @returns its credits and what its statement says */
async function confirm(
  { context, db }: Pick<TestApp, 'context' | 'db'>,
  { email, ip }: { email: string; ip: string },
) {
  const user = { email, password: 'Long-enough-7', firstName: 'A', verified: false }
  const { id: userId } = await context.accounts.createUser({
    ...user,
    lastName: '',
    staff: false,
    admin: false,
  })
  await db.kysely
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', userId)
    .execute()
  await transact(db, (tx) => context.credits.writer(tx).grantFreeMonth({ userId, email, ip }))
  const { balance } = await context.credits.balance(db, userId)
  const { results } = await context.credits.statement(userId, { limit: 5 })
  return { balance, text: inEnglish(results[0]!.text) }
}

it('FREE_GRANTS_PER_IP accounts of one network get their first credits on one day', async () => {
  const app = await startApp({ FREE_GRANTS_PER_IP: '1' })
  const ip = '203.0.113.7'
  const first = await confirm(app, { email: 'one@example.com', ip })
  const second = await confirm(app, { email: 'two@example.com', ip })
  expect([first.balance, second.balance]).toEqual([40, 0])
})

it('FREE_GRANTS_PER_RANGE accounts of neighbouring addresses get them on one day, all at once, too', async () => {
  const app = await startApp({ FREE_GRANTS_PER_RANGE: '4' })
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      confirm(app, { email: `fake${i}@example.com`, ip: `203.0.113.${i}` }),
    ),
  )
  expect(all.filter(({ balance }) => balance === 40)).toHaveLength(4)
  const waiting = all.filter(({ balance }) => balance === 0)
  expect(waiting).toHaveLength(8)
  expect(waiting[0]!.text).toContain('other accounts on your network')
  const elsewhere = await confirm(app, { email: 'else@example.com', ip: '203.0.114.1' })
  expect(elsewhere.balance).toBe(40)
  const days = await app.db.kysely
    .selectFrom('free_credits')
    .select((row) => [row.fn.countAll<string>().as('count')])
    .where('network_range', '=', '203.0.113.0/24')
    .groupBy(sql`due_at::date`)
    .execute()
  // The waiting ones come on two later days, no more of them a day either.
  expect(days.map(({ count }) => Number(count))).toEqual([4, 4, 4])
})

it('FREE_GRANTS_PER_DAY is the most of all networks together, but those of this machine', async () => {
  const app = await startApp({ FREE_GRANTS_PER_DAY: '2' })
  const told: [number, boolean][] = []
  for (const ip of ['203.0.113.1', '198.51.100.1', '192.0.2.1', '127.0.0.1']) {
    const { balance, text } = await confirm(app, { email: `at-${ip}@example.com`, ip })
    told.push([balance, text.includes('all free credits of today are given out')])
  }
  expect(told).toEqual([
    [40, false],
    [40, false],
    [0, true],
    [40, false],
  ])
})
