import { expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp } from '#tests/support/test-app.ts'

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

it('FREE_GRANTS_PER_IP accounts of one network get their first credits on one day', async () => {
  const { context, db } = await startApp({ FREE_GRANTS_PER_IP: '1' })
  const verify = async (email: string) => {
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
    await transact(db, (tx) =>
      context.credits.writer(tx).grantFreeMonth({ userId, email, ip: '203.0.113.7' }),
    )
    return (await context.credits.balance(db, userId)).balance
  }
  expect([await verify('one@example.com'), await verify('two@example.com')]).toEqual([40, 0])
})
