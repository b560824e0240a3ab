import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { logInTwice } from '#tests/support/log-in.ts'
import { protectedPerson } from '#tests/support/protected-person.ts'
import { newAdmin, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const KEY = 'a key of the installation, long enough'

let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp({ database, env: { ROLES: 'web', SECRET_KEY: KEY } })
})
afterAll(async () => {
  await app.dispose()
  await database.dispose()
})

const enter = ({ email }: Pick<TestPerson, 'email'>) =>
  app.call(api.accounts.login, { body: { email, password: PASSWORD } })
const logIn = ({ email }: Pick<TestPerson, 'email'>, code: string) =>
  logInTwice(app.call, { email, password: PASSWORD }, { code })
const recover = ({ email }: Pick<TestPerson, 'email'>, code: string) =>
  logInTwice(app.call, { email, password: PASSWORD }, { recovery_code: code })
/** As if they had logged in some time ago. */
const ageSessions = ({ id }: Pick<TestPerson, 'id'>) =>
  app.db.kysely
    .updateTable('sessions')
    .set({ created_at: sql<Date>`created_at - interval '1 hour'` })
    .where('user_id', '=', id)
    .execute()
const subjects = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

const text = [expect.stringContaining('wrong or was used already')]
const WRONG = { status: 400, body: { code: text } }
const ALONE = 'your password alone opens your account'
const WRONG_RECOVERY = { status: 400, body: { recovery_code: text } }

describe('switching it off', () => {
  it('takes the password and a code, and is told by email', async () => {
    const person = await protectedPerson(app)
    const disable = (body: { password?: string; code?: string }) =>
      person.call(api.secondFactor.disable, { body })
    const code = codeOf(person.secret, 1)
    await expect(disable({ code })).rejects.toMatchObject({ status: 400 })
    await expect(disable({ code, password: 'wrong' })).rejects.toMatchObject({ status: 400 })
    await expect(disable({ code: '000000', password: PASSWORD })).rejects.toMatchObject(WRONG)
    // A login of some time ago does not stand for a code.
    await ageSessions(person)
    await expect(disable({ password: PASSWORD })).rejects.toMatchObject({
      status: 400,
      body: { code: ['This field is required.'] },
    })
    await disable({ code, password: PASSWORD })
    await enter(person)
    expect((await person.call(api.secondFactor.read, {})).recovery_codes_left).toBe(0)
    expect(await subjects(person.email)).toEqual([
      'Your authenticator app was removed',
      'Two-factor login is on',
    ])
    expect((await mailsTo(app, person.email))[0]!.text).toContain(ALONE)
    await expect(disable({ code, password: PASSWORD })).rejects.toMatchObject({ status: 409 })
  })

  it('takes a code also of a new login that is older than the factor', async () => {
    const person = await protectedPerson(app)
    await expect(
      person.call(api.secondFactor.disable, { body: { password: PASSWORD } }),
    ).rejects.toMatchObject({ status: 400, body: { code: ['This field is required.'] } })
    expect((await person.call(api.secondFactor.read, {})).since).not.toBeNull()
  })

  it('takes no code right after a login, which has passed one', async () => {
    const person = await protectedPerson(app)
    const { key } = await logIn(person, codeOf(person.secret, 1))
    await app.as(key)(api.secondFactor.disable, { body: { password: PASSWORD } })
    expect(await enter(person)).toEqual({ key: expect.any(String) })
  })

  it('recovery codes are replaced, and the ones before stop working', async () => {
    const person = await protectedPerson(app)
    const { recovery_codes: fresh } = await person.call(api.secondFactor.renewCodes, {
      body: { password: PASSWORD, code: person.codes[0]! },
    })
    await expect(recover(person, person.codes[1]!)).rejects.toMatchObject(WRONG_RECOVERY)
    await recover(person, fresh[0]!)
    expect((await subjects(person.email))[0]).toBe('Your recovery codes were replaced')
  })

  it('is done by an administrator for a person, with a reason in the log and an email', async () => {
    const admin = await newAdmin(app)
    const person = await protectedPerson(app)
    const params = { id: person.id }
    const body = { reason: 'Lost the phone' }
    expect(await admin.call(api.adminPeople.read, { params })).toMatchObject({
      second_factor: true,
    })
    expect(await admin.call(api.adminPeople.resetSecondFactor, { params, body })).toMatchObject({
      second_factor: false,
    })
    await enter(person)
    expect((await subjects(person.email))[0]).toBe('Two-factor login was reset')
    const { results } = await admin.call(api.admin.audit, { query: { user: person.id } })
    expect(results[0]).toMatchObject({
      action: 'second_factor_reset',
      actor: admin.email,
      reason: 'Lost the phone',
    })
    for (const id of [person.id, admin.id])
      await expect(
        admin.call(api.adminPeople.resetSecondFactor, { params: { id }, body }),
      ).rejects.toMatchObject({ status: 409 })
  })

  it('the operator does it at the command line', async () => {
    const person = await protectedPerson(app)
    await app.context.accounts.setUser({ email: person.email, secondFactor: false })
    expect(await enter(person)).toEqual({ key: expect.any(String) })
  })
})

it('with another key of the installation the recovery codes still work', async () => {
  const person = await protectedPerson(app)
  const other = await startTestApp({
    database,
    env: { ROLES: 'web', SECRET_KEY: 'another key, which is long enough too' },
  })
  try {
    const login = { email: person.email, password: PASSWORD }
    const code = codeOf(person.secret, 1)
    await expect(logInTwice(other.call, login, { code })).rejects.toMatchObject(WRONG)
    await logInTwice(other.call, login, { recovery_code: person.codes[0]! })
  } finally {
    await other.dispose()
  }
})
