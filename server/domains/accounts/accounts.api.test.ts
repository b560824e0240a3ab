import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { CookieJar } from '#tests/support/fetch-transport.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const AUTH = '/api/dj-rest-auth'
const PASSWORD = 'correct horse battery'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const newEmail = () => `${randomUUID()}@example.com`

function registration(email: string, change: Record<string, unknown> = {}) {
  return { first_name: 'Ada', email, password1: PASSWORD, password2: PASSWORD, ...change }
}

async function register(email = newEmail()): Promise<string> {
  await app.call(api.accounts.register, { body: registration(email) })
  return email
}

async function logIn(email: string, password = PASSWORD): Promise<string> {
  return (await app.call(api.accounts.login, { body: { email, password } })).key
}

const statusOf = async (token: string) =>
  (
    await rawRequest(app, '/api/users/me/', {
      method: 'GET',
      headers: { authorization: `Token ${token}` },
    })
  ).status

describe('registering', () => {
  test('opens an account, mails a link, and the first credits come with the confirmation', async () => {
    const email = newEmail()
    const answer = await rawRequest(app, `${AUTH}/register/`, { body: registration(email) })
    expect([answer.status, answer.body]).toEqual([201, { detail: 'Verification email sent.' }])
    const token = await logIn(email)
    expect(await app.as(token)(api.users.me, {})).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: '',
      email_verified: false,
      credits: 0,
    })
    const [mail] = await mailsTo(app, email)
    expect(mail).toMatchObject({ subject: 'Confirm your email address' })
    expect(mail!.links[0]).toMatch(new RegExp(`^${app.url}/verify-email\\?key=[\\w-]{43}$`))
    expect(mail!.html).toContain(mail!.links[0])
    expect(mail!.text).toContain(mail!.links[0])
    const key = linkValue(mail, 'key')
    expect(await app.as(token)(api.accounts.verifyEmail, { body: { key } })).toEqual({
      detail: 'ok',
    })
    expect(await app.as(token)(api.users.me, {})).toMatchObject({
      email_verified: true,
      credits: 40,
    })
  })

  test('an address that has an account gets the same answer and another mail', async () => {
    const email = await register()
    const other = email.toUpperCase()
    const body = registration(other, {
      password1: 'another password!',
      password2: 'another password!',
    })
    const answer = await rawRequest(app, `${AUTH}/register/`, { body })
    expect([answer.status, answer.body]).toEqual([201, { detail: 'Verification email sent.' }])
    const mails = await mailsTo(app, email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You already have an account',
      'Confirm your email address',
    ])
    await expect(logIn(email, 'another password!')).rejects.toMatchObject({ status: 400 })
    expect(await statusOf(await logIn(other))).toBe(200)
  })

  test('many at once with one address: one account', async () => {
    const email = newEmail()
    const tries = Array.from({ length: 8 }, (_, i) =>
      rawRequest(app, `${AUTH}/register/`, {
        body: registration(i % 2 ? email : email.toUpperCase()),
      }),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(8).fill(201))
    const { rows } = await app.db.pool.query('select 1 from users where lower(email) = $1', [email])
    expect(rows).toHaveLength(1)
  })

  test.each([
    [
      'short',
      { password1: 'seven77', password2: 'seven77' },
      { password1: ['This password is too short. It must contain at least 8 characters.'] },
    ],
    [
      'common',
      { password1: 'Password123', password2: 'Password123' },
      { password1: ['This password is too common.'] },
    ],
    [
      'different',
      { password2: `${PASSWORD}!` },
      { password2: ["The two password fields didn't match."] },
    ],
  ])('a password that is %s', async (_name, change, fields) => {
    const email = newEmail()
    const answer = await rawRequest(app, `${AUTH}/register/`, { body: registration(email, change) })
    expect([answer.status, answer.body]).toEqual([400, fields])
    expect(await mailsTo(app, email)).toEqual([])
  })

  test('the e-mail itself is no password', async () => {
    const email = newEmail()
    const change = { password1: email.toUpperCase(), password2: email.toUpperCase() }
    const { body } = await rawRequest(app, `${AUTH}/register/`, {
      body: registration(email, change),
    })
    expect(body).toEqual({ password1: ['The password is too similar to the email.'] })
  })

  test('names may hold anything that is text, and are escaped nowhere but in HTML', async () => {
    const email = newEmail()
    const first_name = `Zoë "<script>" '); drop table users;-- 😀`
    await rawRequest(app, `${AUTH}/register/`, { body: registration(email, { first_name }) })
    const me = await app.as(await logIn(email))(api.users.me, {})
    expect(me.first_name).toBe(first_name)
    expect((await mailsTo(app, email))[0]!.html).not.toContain('script')
  })

  test('links lead to PUBLIC_URL, whatever the Host header says', async () => {
    const email = newEmail()
    // fetch does not let the Host header be set.
    const answer = await app.context.http!.inject({
      method: 'POST',
      url: `${AUTH}/register/`,
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      payload: registration(email),
    })
    expect(answer.statusCode).toBe(201)
    expect((await mailsTo(app, email))[0]!.links[0]).toMatch(new RegExp(`^${app.url}/verify-email`))
  })
})

describe('signing in', () => {
  test('a wrong password, an unknown e-mail and a person without password look the same', async () => {
    const email = await register()
    const social = newEmail()
    await app.db.pool.query('insert into users (email) values ($1)', [social])
    for (const who of [email, newEmail(), social]) {
      const answer = await rawRequest(app, `${AUTH}/login/`, {
        body: { email: who, password: 'wrong password' },
      })
      expect([answer.status, answer.body, answer.code]).toEqual([
        400,
        { non_field_errors: ['Unable to log in with provided credentials.'] },
        'invalid',
      ])
    }
  })

  test('only the hash of a token is stored', async () => {
    const token = await logIn(await register())
    const { rows } = await app.db.pool.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from (select * from sessions) t`,
    )
    expect(rows[0]!.text).not.toContain(token)
    expect(rows[0]!.text).not.toContain(Buffer.from(token).toString('hex'))
  })

  test('logout ends exactly this session', async () => {
    const email = await register()
    const [one, two] = [await logIn(email), await logIn(email)]
    expect(await app.as(one)(api.accounts.logout, { body: {} })).toEqual({
      detail: 'Successfully logged out.',
    })
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200])
  })

  test('a session ends after seven days, and is swept', async () => {
    const email = await register()
    const token = await logIn(email)
    const { rows } = await app.db.pool.query<{ days: string }>(
      `select extract(epoch from s.expires_at - s.created_at) / 86400 as days from sessions s join users u on u.id = s.user_id where u.email = $1`,
      [email],
    )
    expect(Number(rows[0]!.days)).toBeCloseTo(7, 5)
    await app.db.pool.query(
      `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
      [email],
    )
    expect(await statusOf(token)).toBe(401)
    await app.context.accounts.sweep()
    const left = await app.db.pool.query('select 1 from sessions where expires_at < now()')
    expect(left.rows).toEqual([])
  })

  test('a banned person is told so with the right password only, and old sessions stop', async () => {
    const email = await register()
    const token = await logIn(email)
    const { rows } = await app.db.pool.query<{ id: string }>(
      'update users set banned_at = now() where email = $1 returning id',
      [email],
    )
    expect(rows).toHaveLength(1)
    const me = await rawRequest(app, '/api/users/me/', {
      method: 'GET',
      headers: { authorization: `Token ${token}` },
    })
    expect([me.status, me.code]).toEqual([403, 'account_banned'])
    const right = await rawRequest(app, `${AUTH}/login/`, { body: { email, password: PASSWORD } })
    expect([right.status, right.code]).toEqual([403, 'banned'])
    const wrong = await rawRequest(app, `${AUTH}/login/`, {
      body: { email, password: 'wrong password' },
    })
    expect(wrong.status).toBe(400)
  })

  test('an old cookie and an old header do not stand in the way', async () => {
    const email = await register()
    const answer = await rawRequest(app, `${AUTH}/login/`, {
      body: { email, password: PASSWORD },
      headers: { authorization: 'Token old', cookie: 'accessToken=old' },
    })
    expect(answer.status).toBe(200)
  })

  test('the same password typed with other code points signs in', async () => {
    const email = newEmail()
    const composed = 'pâtisserie-café'.normalize('NFC')
    await app.call(api.accounts.register, {
      body: registration(email, { password1: composed, password2: composed }),
    })
    expect(await statusOf(await logIn(email, composed.normalize('NFD')))).toBe(200)
  })
})

test('an international domain is one account in both spellings', async () => {
  const name = randomUUID()
  await register(`${name}@müller.example`)
  const ascii = `${name}@xn--mller-kva.example`
  expect(await mailsTo(app, ascii)).toHaveLength(1)
  for (const email of [`${name}@müller.example`, `${name}@MÜLLER.example`, ascii]) {
    const token = await logIn(email)
    expect(await app.as(token)(api.users.me, {})).toMatchObject({ email: ascii })
    await expect(
      app.context.accounts.createUser({ email, password: PASSWORD }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
  }
})

test.each([
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
])('an international top-level domain registers: %s', async (domain, ascii) => {
  const name = randomUUID()
  await register(`${name}@${domain}`)
  expect(await mailsTo(app, `${name}@${ascii}`)).toHaveLength(1)
  expect(await statusOf(await logIn(`${name}@${domain}`))).toBe(200)
})

describe('by cookie', () => {
  test('a write needs the echo of the XSRF cookie, reading does not', async () => {
    const token = await logIn(await register())
    const cookie = { cookie: `accessToken=${token}` }
    expect(
      (await rawRequest(app, '/api/users/me/', { method: 'GET', headers: cookie })).status,
    ).toBe(200)
    const refused = await rawRequest(app, `${AUTH}/logout/`, { headers: cookie })
    expect([refused.status, refused.code]).toEqual([403, 'csrf_failed'])
    expect(await statusOf(token)).toBe(200)

    const jar = new CookieJar()
    jar.set('accessToken', token)
    const browser = app.browser(jar)
    await browser(api.users.me, {})
    expect(jar.get('XSRF-TOKEN')).toBeDefined()
    await browser(api.accounts.logout, { body: {} })
    expect(await statusOf(token)).toBe(401)
  })
})

describe('confirming an address', () => {
  test('a link works once, also for two at once, and grants once', async () => {
    const email = await register()
    const key = linkValue((await mailsTo(app, email))[0], 'key')
    const body = { key, password: PASSWORD }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.call(api.accounts.verifyEmail, { body })),
    )
    expect(answers.filter((answer) => answer.key !== undefined)).toHaveLength(1)
    expect(answers.filter(({ state }) => state === 'used')).toHaveLength(5)
    const me = await app.as(await logIn(email))(api.users.me, {})
    expect(me).toMatchObject({ email_verified: true, credits: 40 })
  })

  test('a newer link ends the older one', async () => {
    const email = await register()
    const old = linkValue((await mailsTo(app, email))[0], 'key')
    expect(
      await app.call(api.accounts.resendEmail, { body: { email: ` ${email.toUpperCase()} ` } }),
    ).toEqual({ detail: 'ok' })
    const mails = await mailsTo(app, email)
    expect(mails).toHaveLength(2)
    const refused = await rawRequest(app, `${AUTH}/registration/verify-email/`, {
      body: { key: old, password: PASSWORD },
    })
    expect(refused.status).toBe(400)
    const key = linkValue(mails[0], 'key')
    await app.call(api.accounts.verifyEmail, { body: { key, password: PASSWORD } })
  })

  test('a link works for a day', async () => {
    const email = await register()
    const key = linkValue((await mailsTo(app, email))[0], 'key')
    const { rows } = await app.db.pool.query<{ token_hash: Buffer; hours: string }>(
      `select t.token_hash, extract(epoch from t.expires_at - t.created_at) / 3600 as hours
       from one_time_tokens t join users u on u.id = t.user_id where u.email = $1`,
      [email],
    )
    expect(Number(rows[0]!.hours)).toBeCloseTo(24, 5)
    await app.db.pool.query('update one_time_tokens set expires_at = now() where token_hash = $1', [
      rows[0]!.token_hash,
    ])
    const body = { key, password: PASSWORD }
    expect((await rawRequest(app, `${AUTH}/registration/verify-email/`, { body })).status).toBe(400)
    expect(await app.call(api.accounts.readConfirmation, { query: { key } })).toMatchObject({
      state: 'expired',
    })
  })

  test('the key of a link is stored as a hash, and no key of another kind fits', async () => {
    const email = await register()
    const key = linkValue((await mailsTo(app, email))[0], 'key')
    const { rows } = await app.db.pool.query<{ text: string }>(
      `select string_agg(t::text, ' ') as text from (select * from one_time_tokens) t`,
    )
    expect(rows[0]!.text).not.toContain(key)
    await app.call(api.accounts.passwordReset, { body: { email } })
    const token = linkValue((await mailsTo(app, email))[0], 'token')
    expect(
      (
        await rawRequest(app, `${AUTH}/registration/verify-email/`, {
          body: { key: token, password: PASSWORD },
        })
      ).status,
    ).toBe(400)
  })

  test('asking again says the same for everybody and mails only who needs it', async () => {
    const verified = newEmail()
    await app.context.accounts.createUser({ email: verified, password: PASSWORD, verified: true })
    for (const email of [verified, newEmail()]) {
      expect(await app.call(api.accounts.resendEmail, { body: { email } })).toEqual({
        detail: 'ok',
      })
      expect(await mailsTo(app, email)).toEqual([])
    }
  })
})
