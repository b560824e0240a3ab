import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import { codeOf, fromBase32 } from '#tests/support/authenticator.ts'
import { type GoogleDouble, startGoogle } from '#tests/support/doubles/google.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import { logInTwice, questionOf } from '#tests/support/log-in.ts'
import { protectedPerson } from '#tests/support/protected-person.ts'
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
      TRUSTED_PROXIES: '127.0.0.1',
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

const enter = ({ email }: Pick<TestPerson, 'email'>, password = PASSWORD) =>
  app.call(api.accounts.login, { body: { email, password } })
const logIn = ({ email }: Pick<TestPerson, 'email'>, code: string) =>
  logInTwice(app.call, { email, password: PASSWORD }, { code })
const recover = ({ email }: Pick<TestPerson, 'email'>, code: string) =>
  logInTwice(app.call, { email, password: PASSWORD }, { recovery_code: code })
const pass = (challenge: string, shown: { code: string } | { recovery_code: string }) =>
  app.call(api.accounts.passSecondFactor, { body: { challenge, ...shown } })
const subjects = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject)

const REQUIRED = { status: 403, code: 'second_factor_required' }
const OVER = { status: 410, code: 'gone' }
const text = [expect.stringContaining('wrong or was used already')]
const WRONG = { status: 400, body: { code: text } }
const WRONG_RECOVERY = { status: 400, body: { recovery_code: text } }

describe('setting an app up', () => {
  it('takes the password and a code of the app, and is told by email', async () => {
    const person = await newPerson(app)
    const begin = (password?: string, more = {}) =>
      person.call(api.secondFactor.begin, {
        body: password === undefined ? {} : { password, ...more },
      })
    await expect(begin()).rejects.toMatchObject({ status: 400 })
    await expect(begin('not the password')).rejects.toMatchObject({ status: 400 })
    await begin(PASSWORD)
    const { secret, uri } = await begin(PASSWORD)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
    expect(toBase32(fromBase32(secret))).toBe(secret)
    // It asks for nothing before it is confirmed.
    await enter(person)
    const confirm = (code: string) => person.call(api.secondFactor.finish, { body: { code } })
    await expect(confirm(codeOf(secret, 5))).rejects.toMatchObject(WRONG)
    expect(await person.call(api.secondFactor.read, {})).toEqual({
      since: null,
      passkeys: 0,
      recovery_codes_left: 0,
    })
    const { recovery_codes: codes } = await confirm(codeOf(secret))
    expect(new Set(codes ?? []).size).toBe(10)
    expect(await person.call(api.secondFactor.read, {})).toEqual({
      since: expect.any(String),
      passkeys: 0,
      recovery_codes_left: 10,
    })
    expect(await subjects(person.email)).toEqual(['Two-factor login is on'])
    await expect(begin(PASSWORD, { code: codes![0]! })).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
    })
    await expect(confirm(codeOf(secret, 1))).rejects.toMatchObject({ status: 409 })
    // The session that was there before goes on.
    expect((await person.call(api.account.export, {})).sign_in.second_factor).toMatchObject({
      recovery_codes_left: 10,
    })
  })

  it('keeps neither the secret nor the codes in the database', async () => {
    const { id, secret, codes } = await protectedPerson(app)
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
    const person = await protectedPerson(app)
    expect(await questionOf(enter(person))).toMatchObject({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      methods: ['code', 'recovery_code'],
      passkey: null,
    })
    // A wrong password is answered as for everybody else.
    await expect(enter(person, 'not the password')).rejects.toMatchObject({
      status: 400,
      body: { non_field_errors: [expect.any(String)] },
    })
    // That of the set-up was used by it.
    await expect(logIn(person, person.used)).rejects.toMatchObject(WRONG)
    const next = codeOf(person.secret, 1)
    const { key } = await logIn(person, `${next.slice(0, 3)} ${next.slice(3)}`)
    expect((await app.as(key)(api.users.me, {})).email).toBe(person.email)
    await expect(logIn(person, next)).rejects.toMatchObject(WRONG)
  })

  it('accepts a code once also for many at once', async () => {
    const person = await protectedPerson(app)
    const code = codeOf(person.secret, 1)
    for (const answers of [
      await Promise.allSettled([1, 2, 3].map(() => logIn(person, code))),
      await Promise.allSettled([1, 2, 3].map(() => recover(person, person.codes[0]!))),
    ])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is finished once, also by many at once, and takes one method', async () => {
    const person = await protectedPerson(app)
    const { challenge } = await questionOf(enter(person))
    const both = { code: codeOf(person.secret, 1), recovery_code: person.codes[0]! }
    await expect(pass(challenge, both)).rejects.toMatchObject({ status: 400 })
    const answers = await Promise.allSettled(
      person.codes.slice(0, 3).map((code) => pass(challenge, { recovery_code: code })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(pass(challenge, { recovery_code: person.codes[4]! })).rejects.toMatchObject(OVER)
    await expect(pass('unknown', { recovery_code: person.codes[4]! })).rejects.toMatchObject(OVER)
    // Those that met a finished login were not spent.
    expect((await person.call(api.secondFactor.read, {})).recovery_codes_left).toBe(9)
  })

  it('starts over after five wrong codes, ten minutes, or a new password', async () => {
    const person = await protectedPerson(app)
    const right = { recovery_code: person.codes[0]! }
    const tried = await questionOf(enter(person))
    for (let i = 0; i < 5; i++)
      await expect(pass(tried.challenge, { code: '000000' })).rejects.toMatchObject(WRONG)
    await expect(pass(tried.challenge, right)).rejects.toMatchObject(OVER)
    const late = await questionOf(enter(person))
    await app.db.kysely
      .updateTable('login_challenges')
      .set({ expires_at: sql<Date>`expires_at - interval '10 minutes'` })
      .where('user_id', '=', person.id)
      .execute()
    await expect(pass(late.challenge, right)).rejects.toMatchObject(OVER)
    const former = await questionOf(enter(person))
    await person.call(api.accounts.passwordChange, {
      body: {
        old_password: PASSWORD,
        new_password1: `${PASSWORD}!`,
        new_password2: `${PASSWORD}!`,
      },
    })
    await expect(pass(former.challenge, right)).rejects.toMatchObject(OVER)
    const { challenge } = await questionOf(enter(person, `${PASSWORD}!`))
    await pass(challenge, right)
  })

  it('keeps no challenge in the database, and sweeps what is over', async () => {
    const person = await protectedPerson(app)
    const { challenge } = await questionOf(enter(person))
    const rows = () =>
      app.db.kysely
        .selectFrom('login_challenges')
        .selectAll()
        .where('user_id', '=', person.id)
        .execute()
    const [row] = await rows()
    expect(row!.token_hash).not.toEqual(Buffer.from(challenge, 'base64url'))
    expect(row!.token_hash.toString()).not.toContain(challenge)
    await app.context.accounts.sweep()
    expect(await rows()).toHaveLength(1)
    await app.db.kysely
      .updateTable('login_challenges')
      .set({ expires_at: new Date() })
      .where('user_id', '=', person.id)
      .execute()
    await app.context.accounts.sweep()
    expect(await rows()).toEqual([])
  })

  it('accepts a recovery code once, in any spelling', async () => {
    const person = await protectedPerson(app)
    const [code] = person.codes
    await recover(person, code!.toLowerCase().replaceAll('-', ' '))
    await expect(recover(person, code!)).rejects.toMatchObject(WRONG_RECOVERY)
    // Each in its own field.
    await expect(logIn(person, person.codes[1]!)).rejects.toMatchObject(WRONG)
    expect(await person.call(api.secondFactor.read, {})).toMatchObject({ recovery_codes_left: 9 })
  })

  it('is held up after a few wrong codes in one network, and right ones do not count', async () => {
    const person = await protectedPerson(app)
    const login = { email: person.email, password: PASSWORD }
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
    const tryAt = async (ip: string, shown: { code: string } | { recovery_code: string }) => {
      const { challenge } = await questionOf(
        app.call(api.accounts.login, { body: login }, from(ip)),
      )
      return app.call(api.accounts.passSecondFactor, { body: { challenge, ...shown } }, from(ip))
    }
    for (const code of person.codes.slice(0, 6))
      await tryAt('198.51.100.1', { recovery_code: code })
    const limit = app.config.limits.failedLoginsPerAccount
    for (let tried = 0; tried < limit; tried++)
      await expect(tryAt('198.51.100.1', { code: '000000' })).rejects.toMatchObject(WRONG)
    const held = { status: 429, code: 'throttled' }
    // Nor does the password help there any more.
    const right = { code: codeOf(person.secret, 1) }
    await expect(tryAt('198.51.100.2', right)).rejects.toMatchObject(held)
    // Elsewhere its owner gets in.
    await tryAt('203.0.113.1', right)
  })

  it('codes from many networks are held up together, for browsers that never logged in', async () => {
    const person = await protectedPerson(app)
    const device = new CookieJar()
    const browser = app.browser(device)
    const login = { email: person.email, password: PASSWORD }
    await logInTwice(browser, login, { recovery_code: person.codes[0]! })
    for (let tried = 0; tried < 100; tried += 5) {
      const { challenge } = await questionOf(enter(person))
      const body = { challenge, code: '000000' }
      for (let more = 0; more < 5; more++) {
        const headers = { 'x-forwarded-for': `10.${tried + more}.1.1` }
        await expect(
          app.call(api.accounts.passSecondFactor, { body }, { headers }),
        ).rejects.toMatchObject(WRONG)
      }
    }
    const code = codeOf(person.secret, 1)
    await expect(logIn(person, code)).rejects.toMatchObject({ status: 429 })
    // Its owner is not locked out: by a known browser, or with what nobody guesses.
    await recover(person, person.codes[1]!)
    await logInTwice(browser, login, { code })
  })
})

describe('guessing codes from one browser', () => {
  const failTimes = async (person: TestPerson, browser: TestApp['call'], times: number) => {
    for (let tried = 0; tried < times; tried += 5) {
      await app.db.kysely.deleteFrom('rate_limits').where('key', 'like', 'login-device%').execute()
      const { challenge } = await questionOf(
        browser(api.accounts.login, { body: { email: person.email, password: PASSWORD } }),
      )
      for (let more = 0; more < 5; more++)
        await expect(
          browser(api.accounts.passSecondFactor, { body: { challenge, code: '000000' } }),
        ).rejects.toMatchObject(WRONG)
    }
  }
  it('is held up for the day, also where it has logged in before', async () => {
    const person = await protectedPerson(app)
    const browser = app.browser(new CookieJar())
    const login = { email: person.email, password: PASSWORD }
    await logInTwice(browser, login, { recovery_code: person.codes[0]! })
    await failTimes(person, browser, 100)
    await app.db.kysely.deleteFrom('rate_limits').where('key', 'like', 'login-device%').execute()
    const code = codeOf(person.secret, 1)
    await expect(logInTwice(browser, login, { code })).rejects.toMatchObject({ status: 429 })
    await logInTwice(browser, login, { recovery_code: person.codes[1]! })
    // Other browsers count apart from it.
    await logIn(person, code)
  })

  it('is not made easier by a new password, which shows no second factor', async () => {
    const reset = async ({ email }: TestPerson) => {
      const device = new CookieJar()
      await app.call(api.accounts.passwordReset, { body: { email } })
      const [mail] = await mailsTo(app, email)
      await app.browser(device)(api.accounts.passwordResetConfirm, {
        body: {
          uid: linkValue(mail, 'uid'),
          token: linkValue(mail, 'token'),
          new_password1: `${PASSWORD}!`,
          new_password2: `${PASSWORD}!`,
        },
      })
      return device.get('device')
    }
    expect(await reset(await protectedPerson(app))).toBeUndefined()
    expect(await reset(await newPerson(app))).toMatch(/^[\w-]{43}$/)
  })
})

describe('other ways in', () => {
  it('by Google ask for it, too', async () => {
    const person = await protectedPerson(app)
    const access_token = `ya29.${randomUUID()}`
    google.tokens.set(access_token, {
      aud: CLIENT_ID,
      sub: randomUUID(),
      email: person.email,
      givenName: 'Ada',
      familyName: 'Lovelace',
    })
    const arrive = (more: object = {}) =>
      app.call(api.accounts.google, { body: { access_token, ...more } })
    await expect(arrive()).rejects.toMatchObject({ code: 'password_required' })
    const { challenge } = await questionOf(arrive({ password: PASSWORD }))
    await expect(pass(challenge, { code: '000000' })).rejects.toMatchObject(WRONG)
    // Nothing is joined before the second factor was shown.
    await expect(arrive()).rejects.toMatchObject({ code: 'password_required' })
    const { key } = await pass(challenge, { code: codeOf(person.secret, 1) })
    expect((await app.as(key)(api.users.me, {})).email).toBe(person.email)
    expect((await subjects(person.email))[0]).toBe('You can now log in with Google')
    // Joined now: the second factor alone is asked for.
    const again = await questionOf(arrive())
    await pass(again.challenge, { recovery_code: person.codes[0]! })
  })

  it('by a link that confirms a new address with the password let nobody in', async () => {
    const person = await protectedPerson(app)
    const email = `${randomUUID()}@example.com`
    await person.call(api.account.changeEmail, { body: { email, password: PASSWORD } })
    const [mail] = await mailsTo(app, email)
    const answer = await app.call(api.accounts.verifyEmail, {
      body: { key: linkValue(mail, 'key'), password: PASSWORD },
    })
    expect(answer).toEqual({ detail: 'ok' })
    await expect(enter({ email })).rejects.toMatchObject(REQUIRED)
  })

  it('by a new password ask for it, unless the address was never confirmed', async () => {
    const person = await protectedPerson(app)
    const stranger = await newPerson(app, { verified: false })
    const { secret } = await stranger.call(api.secondFactor.begin, { body: { password: PASSWORD } })
    await stranger.call(api.secondFactor.finish, { body: { code: codeOf(secret) } })
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
    await expect(enter(person, `${PASSWORD}!`)).rejects.toMatchObject(REQUIRED)
    await enter(stranger, `${PASSWORD}!`)
  })
})
