import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { codeOf, fromBase32 } from '#tests/support/authenticator.ts'
import { type GoogleDouble, startGoogle } from '#tests/support/doubles/google.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { toBase32 } from './totp.ts'

const CLIENT_ID = 'our-client.apps.googleusercontent.com'
const KEY = 'a key of the installation, long enough'

let google: GoogleDouble
let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  google = await startGoogle()
  database = await createTestDatabase()
  app = await startTestApp({
    database,
    env: {
      ROLES: 'web',
      SECRET_KEY: KEY,
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: google.tokenInfoUrl,
      GOOGLE_USERINFO_URL: google.userInfoUrl,
    },
  })
})
afterAll(async () => {
  await app.dispose()
  await database.dispose()
  await google.close()
})

/** A person whose app was set up; of its codes that of the next step is the first to use. */
async function protectedPerson() {
  const person = await newPerson(app)
  const { secret } = await person.call(api.secondFactor.begin, { body: { password: PASSWORD } })
  const { recovery_codes: codes } = await person.call(api.secondFactor.confirm, {
    body: { code: codeOf(secret) },
  })
  return { ...person, secret, codes }
}
const logIn = ({ email }: Pick<TestPerson, 'email'>, code?: string, password = PASSWORD) =>
  app.call(api.accounts.login, {
    body: { email, password, ...(code !== undefined && { code }) },
  })
const subjects = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

const REQUIRED = { status: 409, code: 'code_required' }
const WRONG = {
  status: 400,
  body: { code: [expect.stringContaining('wrong or was used already')] },
}

describe('setting an app up', () => {
  it('takes the password and a code of the app, and is told by email', async () => {
    const person = await newPerson(app)
    const begin = (password?: string) =>
      person.call(api.secondFactor.begin, { body: password === undefined ? {} : { password } })
    await expect(begin()).rejects.toMatchObject({ status: 400 })
    await expect(begin('not the password')).rejects.toMatchObject({ status: 400 })
    await begin(PASSWORD)
    const { secret, uri } = await begin(PASSWORD)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(toBase32(fromBase32(secret))).toBe(secret)
    // It asks for nothing before it is confirmed.
    await logIn(person)
    const confirm = (code: string) => person.call(api.secondFactor.confirm, { body: { code } })
    await expect(confirm(codeOf(secret, 5))).rejects.toMatchObject(WRONG)
    expect(await person.call(api.secondFactor.read, {})).toEqual({
      since: null,
      recovery_codes_left: 0,
    })
    const { recovery_codes: codes } = await confirm(codeOf(secret))
    expect(new Set(codes).size).toBe(10)
    expect(await person.call(api.secondFactor.read, {})).toEqual({
      since: expect.any(String),
      recovery_codes_left: 10,
    })
    expect(await subjects(person.email)).toEqual(['Two-factor login is on'])
    await expect(begin(PASSWORD)).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await expect(confirm(codeOf(secret, 1))).rejects.toMatchObject({ status: 409 })
    // The session that was there before goes on.
    expect((await person.call(api.account.export, {})).sign_in.second_factor).toMatchObject({
      recovery_codes_left: 10,
    })
  })

  it('keeps neither the secret nor the codes in the database', async () => {
    const { id, secret, codes } = await protectedPerson()
    const { rows } = await app.db.pool.query<{ text: string }>(
      `select f::text || coalesce(string_agg(c::text, ''), '') as text from second_factors f
       left join recovery_codes c using (user_id) where f.user_id = $1 group by f.*`,
      [id],
    )
    const raw = fromBase32(secret)
    for (const kept of [raw.toString('hex'), Buffer.from(raw.toString('base64')).toString('hex')])
      expect(rows[0]!.text).not.toContain(kept)
    expect(rows[0]!.text).not.toContain(Buffer.from(codes[0]!.replaceAll('-', '')).toString('hex'))
  })
})

describe('a login with a password', () => {
  it('asks for a code, accepts each once, and none of before', async () => {
    const person = await protectedPerson()
    await expect(logIn(person)).rejects.toMatchObject(REQUIRED)
    await expect(logIn(person, '000000', 'not the password')).rejects.toMatchObject({
      body: { non_field_errors: [expect.any(String)] },
    })
    // That of the set-up was used by it.
    await expect(logIn(person, codeOf(person.secret))).rejects.toMatchObject(WRONG)
    const next = codeOf(person.secret, 1)
    const { key } = await logIn(person, `${next.slice(0, 3)} ${next.slice(3)}`)
    expect((await app.as(key)(api.users.me, {})).email).toBe(person.email)
    await expect(logIn(person, next)).rejects.toMatchObject(WRONG)
  })

  it('accepts a code once also for many at once', async () => {
    const person = await protectedPerson()
    for (const code of [codeOf(person.secret, 1), person.codes[0]!]) {
      const answers = await Promise.allSettled([1, 2, 3].map(() => logIn(person, code)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('accepts a recovery code once, in any spelling', async () => {
    const person = await protectedPerson()
    const [code] = person.codes
    await logIn(person, code!.toLowerCase().replaceAll('-', ' '))
    await expect(logIn(person, code)).rejects.toMatchObject(WRONG)
    expect(await person.call(api.secondFactor.read, {})).toMatchObject({ recovery_codes_left: 9 })
  })

  it('is held up after a few wrong codes, wherever they come from, and right ones do not count', async () => {
    const person = await protectedPerson()
    for (const code of person.codes.slice(0, 6)) await logIn(person, code)
    const limit = app.config.limits.failedLoginsPerAccount
    for (let tried = 0; tried < limit; tried++)
      await expect(logIn(person, 'AAAA-AAAA-AAAA-AAAA')).rejects.toMatchObject(WRONG)
    await expect(logIn(person, codeOf(person.secret, 1))).rejects.toMatchObject({ status: 429 })
    // Nobody else is.
    const other = await protectedPerson()
    await logIn(other, codeOf(other.secret, 1))
  })
})

describe('other ways in', () => {
  it('by Google ask for it, too', async () => {
    const person = await protectedPerson()
    const access_token = `ya29.${randomUUID()}`
    google.tokens.set(access_token, {
      aud: CLIENT_ID,
      sub: randomUUID(),
      email: person.email,
      givenName: 'Ada',
      familyName: 'Lovelace',
    })
    const enter = (more: object = {}) =>
      app.call(api.accounts.google, { body: { access_token, ...more } })
    await expect(enter()).rejects.toMatchObject({ code: 'password_required' })
    const body = { password: PASSWORD }
    await expect(enter(body)).rejects.toMatchObject(REQUIRED)
    await expect(enter({ ...body, code: '000000' })).rejects.toMatchObject(WRONG)
    const { key } = await enter({ ...body, code: codeOf(person.secret, 1) })
    expect((await app.as(key)(api.users.me, {})).email).toBe(person.email)
    // Joined now: the code alone is asked for.
    await expect(enter()).rejects.toMatchObject(REQUIRED)
    await enter({ code: person.codes[0]! })
  })

  it('by a link that confirms a new address with the password let nobody in', async () => {
    const person = await protectedPerson()
    const email = `${randomUUID()}@example.com`
    await person.call(api.account.changeEmail, { body: { email, password: PASSWORD } })
    const [mail] = await mailsTo(app, email)
    const answer = await app.call(api.accounts.verifyEmail, {
      body: { key: linkValue(mail, 'key'), password: PASSWORD },
    })
    expect(answer).toEqual({ detail: 'ok' })
    await expect(logIn({ email })).rejects.toMatchObject(REQUIRED)
  })

  it('by a new password ask for it, unless the address was never confirmed', async () => {
    const person = await protectedPerson()
    const stranger = await newPerson(app, { verified: false })
    const { secret } = await stranger.call(api.secondFactor.begin, { body: { password: PASSWORD } })
    await stranger.call(api.secondFactor.confirm, { body: { code: codeOf(secret) } })
    for (const { email } of [person, stranger]) {
      await app.call(api.accounts.passwordReset, { body: { email } })
      const [mail] = await mailsTo(app, email)
      await app.call(api.accounts.passwordResetConfirm, {
        body: {
          uid: linkValue(mail, 'uid'),
          token: linkValue(mail, 'token'),
          new_password1: `${PASSWORD}!`,
          new_password2: `${PASSWORD}!`,
        },
      })
    }
    await expect(logIn(person, undefined, `${PASSWORD}!`)).rejects.toMatchObject(REQUIRED)
    await logIn(stranger, undefined, `${PASSWORD}!`)
  })
})

describe('switching it off', () => {
  it('takes the password and a code, and is told by email', async () => {
    const person = await protectedPerson()
    const disable = (body: { password?: string; code: string }) =>
      person.call(api.secondFactor.disable, { body })
    const code = codeOf(person.secret, 1)
    await expect(disable({ code })).rejects.toMatchObject({ status: 400 })
    await expect(disable({ code, password: 'wrong' })).rejects.toMatchObject({ status: 400 })
    await expect(disable({ code: '000000', password: PASSWORD })).rejects.toMatchObject(WRONG)
    await disable({ code, password: PASSWORD })
    await logIn(person)
    expect(await subjects(person.email)).toEqual([
      'Two-factor login is off',
      'Two-factor login is on',
    ])
    await expect(disable({ code, password: PASSWORD })).rejects.toMatchObject({ status: 409 })
  })

  it('recovery codes are replaced, and the ones before stop working', async () => {
    const person = await protectedPerson()
    const { recovery_codes: fresh } = await person.call(api.secondFactor.renewCodes, {
      body: { password: PASSWORD, code: person.codes[0]! },
    })
    await expect(logIn(person, person.codes[1])).rejects.toMatchObject(WRONG)
    await logIn(person, fresh[0])
    expect((await subjects(person.email))[0]).toBe('Your recovery codes were replaced')
  })

  it('is done by an administrator for a person, with a reason in the log and an email', async () => {
    const admin = await newPerson(app)
    await app.context.accounts.setUser({ email: admin.email, admin: true })
    const person = await protectedPerson()
    const params = { id: person.id }
    const body = { reason: 'Lost the phone' }
    expect(await admin.call(api.adminPeople.read, { params })).toMatchObject({
      second_factor: true,
    })
    expect(await admin.call(api.adminPeople.resetSecondFactor, { params, body })).toMatchObject({
      second_factor: false,
    })
    await logIn(person)
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
    const person = await protectedPerson()
    await app.context.accounts.setUser({ email: person.email, secondFactor: false })
    expect(await logIn(person)).toEqual({ key: expect.any(String) })
  })
})

it('with another key of the installation the recovery codes still work', async () => {
  const person = await protectedPerson()
  const other = await startTestApp({
    database,
    env: { ROLES: 'web', SECRET_KEY: 'another key, which is long enough too' },
  })
  try {
    const enter = (code: string) =>
      other.call(api.accounts.login, { body: { email: person.email, password: PASSWORD, code } })
    await expect(enter(codeOf(person.secret, 1))).rejects.toMatchObject(WRONG)
    await enter(person.codes[0]!)
  } finally {
    await other.dispose()
  }
})
