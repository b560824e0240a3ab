import { randomUUID } from 'node:crypto'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import { api } from '#contract/index.ts'
import type { PlanName } from '#contract/users.ts'
import { transact } from '#server/platform/db/index.ts'
import type { TestApp, TestClient } from './test-app.ts'

/** Everybody's. */
export const PASSWORD = 'correct horse battery'

/** A signed-in person of a test. */
export interface TestPerson {
  id: string
  email: string
  token: string
  /** Calls with this person's session. */
  call: TestClient
}

export interface PersonOptions {
  /** Credits that never expire; default 100. */
  credits?: number
  /** Bonus credits. */
  bonus?: number
  plan?: PlanName
  verified?: boolean
  /** Whether they agreed that faces in their photos are compared; default true. */
  comparesFaces?: boolean
}

/** Makes an account and signs in. */
export async function newPerson(app: TestApp, options: PersonOptions = {}): Promise<TestPerson> {
  const { credits = 100, bonus = 0, plan = 'free', verified = true, comparesFaces = true } = options
  const { accounts, billing, credits: ledger } = app.context
  const email = `${randomUUID()}@example.com`
  const { id } = await accounts.createUser({
    email,
    password: PASSWORD,
    firstName: 'Ada',
    verified,
  })
  await transact(app.db, async (tx) => {
    const writer = ledger.writer(tx)
    if (plan !== 'free') {
      await billing.grantComplimentaryPlan(tx, { userId: id, plan, period: 'monthly' })
    }
    const { balance } = await ledger.balance(tx, id)
    if (balance !== credits) {
      await writer.adjust({
        userId: id,
        amount: credits - balance,
        externalId: 'test',
        text: 'Test',
      })
    }
    if (bonus > 0) {
      const expiresAt = new Date(Date.now() + 86_400_000)
      await writer.grant({
        userId: id,
        kind: 'bonus',
        amount: bonus,
        expiresAt,
        externalId: 'test-bonus',
        text: 'Test bonus',
      })
    }
  })
  if (comparesFaces)
    await app.db.kysely
      .insertInto('consents')
      .values({ user_id: id, kind: 'faces', ...CONSENT_TEXTS.faces })
      .execute()
  const { key: token } = await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
  return { id, email, token, call: app.as(token) }
}

/** A person who may do what administrators may. */
export async function newAdmin(app: TestApp, options: PersonOptions = {}): Promise<TestPerson> {
  const admin = await newPerson(app, options)
  await app.context.accounts.setUser({ email: admin.email, admin: true })
  return admin
}
