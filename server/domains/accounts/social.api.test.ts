import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { setClock } from '#tests/support/books.ts'
import { type FacebookDouble, startFacebook } from '#tests/support/doubles/facebook.ts'
import { type GoogleDouble, startGoogle } from '#tests/support/doubles/google.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { type RawAnswer, rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const CLIENT_ID = 'our-client.apps.googleusercontent.com'
const PASSWORD = 'correct horse battery'

let google: GoogleDouble
let facebook: FacebookDouble
let app: TestApp
beforeAll(async () => {
  google = await startGoogle()
  facebook = await startFacebook()
  app = await startTestApp({
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: google.tokenInfoUrl,
      GOOGLE_USERINFO_URL: google.userInfoUrl,
      FACEBOOK_APP_ID: facebook.appId,
      FACEBOOK_APP_SECRET: facebook.appSecret,
      FACEBOOK_GRAPH_URL: facebook.graphUrl,
    },
  })
  // Free credits are counted by the day: none begins while the tests run.
  await setClock(app.db, '2027-01-30T12:00:00Z')
})
afterEach(() => {
  google.failure = null
  google.userInfo = null
  facebook.failure = null
  facebook.userId = null
})
afterAll(async () => {
  await app.dispose()
  await google.close()
  await facebook.close()
})

const newEmail = () => `${randomUUID()}@example.com`
const signIn = (provider: 'google' | 'facebook', token: string, password?: string) =>
  rawRequest(app, `/api/rest-auth/${provider}/`, { body: { access_token: token, password } })
const keyOf = ({ body }: RawAnswer) => (body as { key: string }).key
const me = (token: string) => app.as(token)(api.users.me, {})

/** How many statements wait for what another transaction has locked. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await app.db.pool.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]!.count)
}

/** @returns an access token */
function googleToken(account: Partial<Parameters<typeof google.tokens.set>[1]> = {}): string {
  const token = `ya29.${randomUUID()}`
  google.tokens.set(token, {
    aud: CLIENT_ID,
    sub: randomUUID(),
    email: newEmail(),
    givenName: 'Ada',
    familyName: 'Lovelace',
    ...account,
  })
  return token
}

function facebookToken(account: Partial<Parameters<typeof facebook.tokens.set>[1]> = {}): string {
  const token = `EAA${randomUUID()}`
  facebook.tokens.set(token, {
    appId: facebook.appId,
    id: randomUUID(),
    name: 'Ada Lovelace',
    email: newEmail(),
    ...account,
  })
  return token
}

describe('Google', () => {
  test('opens an account, and finds it again by its id though the address changed', async () => {
    const [sub, email] = [randomUUID(), newEmail()]
    const first = await signIn('google', googleToken({ sub, email }))
    expect(first.status).toBe(200)
    const person = await me(keyOf(first))
    expect(person).toMatchObject({
      email,
      first_name: 'Ada',
      last_name: 'Lovelace',
      email_verified: true,
      credits: 40,
    })
    const again = await signIn('google', googleToken({ sub, email: newEmail() }))
    expect(await me(keyOf(again))).toMatchObject({ id: person.id, email, credits: 40 })
    expect(await mailsTo(app, email)).toEqual([])
  })

  test('counts for the free credits of a network address like every other account', async () => {
    const credits: number[] = []
    while (credits.length < 4) {
      const opened = await rawRequest(app, '/api/rest-auth/google/', {
        body: { access_token: googleToken() },
        headers: { 'x-forwarded-for': '203.0.113.80' },
      })
      credits.push((await me(keyOf(opened))).credits)
    }
    expect(credits).toEqual([40, 40, 40, 0])
  })

  test('joins a confirmed account once its password is shown, and keeps password and sessions', async () => {
    const email = newEmail()
    const { id } = await app.context.accounts.createUser({
      email,
      password: PASSWORD,
      verified: true,
    })
    const { key } = await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
    const token = googleToken({ email: email.toUpperCase() })
    expect(await signIn('google', token)).toMatchObject({ status: 409, code: 'password_required' })
    expect((await signIn('google', token, 'not the password')).status).toBe(400)
    expect(await mailsTo(app, email)).toEqual([])
    const answer = await signIn('google', token, PASSWORD)
    expect(await me(keyOf(answer))).toMatchObject({ id, email })
    expect(await mailsTo(app, email)).toMatchObject([{ subject: 'You can now log in with Google' }])
    expect((await signIn('google', token)).status).toBe(200)
    expect(await me(key)).toMatchObject({ id })
    await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
  })

  test('drops the password, sessions and links of somebody who never confirmed the address', async () => {
    const email = newEmail()
    const { id } = await app.context.accounts.createUser({ email, password: PASSWORD })
    const { key } = await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
    await app.call(api.accounts.passwordReset, { body: { email } })
    const [mail] = await mailsTo(app, email)
    const answer = await signIn('google', googleToken({ email }))
    expect(await me(keyOf(answer))).toMatchObject({ id, email_verified: true, credits: 40 })
    const [told] = await mailsTo(app, email)
    expect(told).toMatchObject({ subject: 'You can now log in with Google' })
    expect(told!.text).toContain('That password no longer works')
    await expect(me(key)).rejects.toMatchObject({ status: 401 })
    await expect(
      app.call(api.accounts.login, { body: { email, password: PASSWORD } }),
    ).rejects.toMatchObject({ status: 400 })
    const reset = await rawRequest(app, '/api/dj-rest-auth/password/reset/confirm/', {
      body: {
        uid: id,
        token: linkValue(mail, 'token'),
        new_password1: 'attackers password',
        new_password2: 'attackers password',
      },
    })
    expect(reset.status).toBe(400)
  })

  test('an address that Google has not checked joins nothing, and a new account must confirm it', async () => {
    const email = newEmail()
    await app.context.accounts.createUser({ email, password: PASSWORD, verified: true })
    const refused = await signIn('google', googleToken({ email, emailVerified: false }))
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([
      400,
      ['non_field_errors'],
    ])

    const fresh = newEmail()
    const opened = await signIn('google', googleToken({ email: fresh, emailVerified: false }))
    expect(await me(keyOf(opened))).toMatchObject({ email_verified: false, credits: 0 })
    await app.as(keyOf(opened))(api.accounts.verifyEmail, {
      body: { key: linkValue((await mailsTo(app, fresh))[0], 'key') },
    })
    expect(await me(keyOf(opened))).toMatchObject({ email_verified: true, credits: 40 })
  })

  test('an account that belongs to one Google id is not joined by another', async () => {
    const email = newEmail()
    expect((await signIn('google', googleToken({ email }))).status).toBe(200)
    expect((await signIn('google', googleToken({ email }))).status).toBe(400)
  })

  test.each([
    ['unknown', () => 'ya29.unknown'],
    ['of another application', () => googleToken({ aud: 'other.apps.googleusercontent.com' })],
    ['expired', () => googleToken({ expiresIn: 0 })],
  ])('a token that is %s', async (_name, token) => {
    const answer = await signIn('google', token())
    expect([answer.status, answer.body]).toEqual([
      400,
      { access_token: ['The login was not accepted. Please try again.'] },
    ])
  })

  test('userinfo about somebody else than the token', async () => {
    google.userInfo = { sub: 'somebody-else' }
    expect((await signIn('google', googleToken())).status).toBe(400)
  })

  test('without an address', async () => {
    const token = googleToken()
    delete google.tokens.get(token)!.email
    expect((await signIn('google', token)).status).toBe(400)
  })

  test.each([
    ['an error', { status: 500, body: {} }],
    ['too many calls', { status: 429, body: {} }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['nonsense', { status: 200, body: { aud: CLIENT_ID } }],
    ['a flood', { status: 200, body: ' '.repeat(100_000) }],
  ])('%s at Google is a 502 that leaks nothing', async (_name, failure) => {
    google.failure = failure
    const token = googleToken()
    const answer = await signIn('google', token)
    expect([answer.status, answer.code]).toEqual([502, 'provider_error'])
    expect(JSON.stringify(answer.body)).not.toContain(token)
  })

  // More than once, for what one of them sees depends on when the others are done.
  test.each([1, 2, 3, 4])('first sign-ins at once make one account (%i)', async () => {
    const account = { sub: randomUUID(), email: newEmail() }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => signIn('google', googleToken(account))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const people = await Promise.all(answers.map((answer) => me(keyOf(answer))))
    expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    expect(people[0]!.credits).toBe(40)
  })

  test('first sign-ins at once join one account', async () => {
    const account = { sub: randomUUID(), email: newEmail() }
    await app.context.accounts.createUser({ ...account, password: PASSWORD, verified: true })
    const blocker = await app.db.pool.connect()
    try {
      await blocker.query('begin')
      await blocker.query('select from users where email = $1 for update', [account.email])
      const signIns = [1, 2, 3].map(() => signIn('google', googleToken(account), PASSWORD))
      await expect.poll(() => waitingForLocks()).toBe(signIns.length)
      await blocker.query('commit')
      const answers = await Promise.all(signIns)
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const people = await Promise.all(answers.map((answer) => me(keyOf(answer))))
      expect(new Set(people.map(({ id }) => id)).size).toBe(1)
    } finally {
      blocker.release()
    }
  })

  test('a banned person', async () => {
    const account = { sub: randomUUID(), email: newEmail() }
    await signIn('google', googleToken(account))
    await app.db.pool.query('update users set banned_at = now() where email = $1', [account.email])
    const answer = await signIn('google', googleToken(account))
    expect([answer.status, answer.code]).toEqual([403, 'banned'])
  })
})

describe('Facebook', () => {
  test('opens an account that must confirm its address, and finds it by its id', async () => {
    const [id, email] = [randomUUID(), newEmail()]
    const first = await signIn('facebook', facebookToken({ id, email }))
    expect(first.status).toBe(200)
    expect(await me(keyOf(first))).toMatchObject({
      email,
      first_name: 'Ada',
      email_verified: false,
    })
    expect(await mailsTo(app, email)).toHaveLength(1)
    const token = facebookToken({ id })
    delete facebook.tokens.get(token)!.email
    const again = await signIn('facebook', token)
    expect((await me(keyOf(again))).email).toBe(email)
  })

  test('never joins an account by its address', async () => {
    for (const verified of [true, false]) {
      const email = newEmail()
      await app.context.accounts.createUser({ email, password: PASSWORD, verified })
      expect((await signIn('facebook', facebookToken({ email }))).status).toBe(400)
      await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
    }
  })

  test('whoever opened an account with an address that is not theirs loses it to whoever proves to own it', async () => {
    const byGoogle = newEmail()
    const thief = { id: randomUUID(), email: byGoogle }
    await signIn('facebook', facebookToken(thief))
    await signIn('google', googleToken({ email: byGoogle }))
    expect((await signIn('facebook', facebookToken(thief))).status).toBe(400)

    const byReset = newEmail()
    const other = { id: randomUUID(), email: byReset }
    const { id } = await me(keyOf(await signIn('facebook', facebookToken(other))))
    await app.call(api.accounts.passwordReset, { body: { email: byReset } })
    const [mail] = await mailsTo(app, byReset)
    await app.call(api.accounts.passwordResetConfirm, {
      body: {
        uid: id,
        token: linkValue(mail, 'token'),
        new_password1: PASSWORD,
        new_password2: PASSWORD,
      },
    })
    expect((await mailsTo(app, byReset))[0]!.text).toContain('Facebook was switched off')
    expect((await signIn('facebook', facebookToken(other))).status).toBe(400)
  })

  test('without an address it is a 400', async () => {
    const token = facebookToken()
    delete facebook.tokens.get(token)!.email
    const answer = await signIn('facebook', token)
    expect([answer.status, answer.body]).toEqual([
      400,
      { non_field_errors: ['The login provider did not give us your email address.'] },
    ])
  })

  test.each([
    ['unknown', () => 'EAAunknown'],
    ['of another application', () => facebookToken({ appId: '999' })],
  ])('a token that is %s', async (_name, token) => {
    const answer = await signIn('facebook', token())
    expect([answer.status, Object.keys(answer.body as object)]).toEqual([400, ['access_token']])
  })

  test('a token that was made out to somebody else', async () => {
    facebook.userId = 'somebody-else'
    expect((await signIn('facebook', facebookToken())).status).toBe(400)
  })

  test('trouble at Facebook', async () => {
    for (const failure of [
      { status: 500, body: {} },
      { status: 400, body: { error: { code: 4, message: 'Application request limit reached' } } },
    ]) {
      facebook.failure = failure
      expect((await signIn('facebook', facebookToken())).code).toBe('provider_error')
    }
  })
})

test('wrong tokens count as failed logins of their address, a provider that is away does not', async () => {
  const strict = await startTestApp({
    env: {
      FAILED_LOGINS_PER_IP: '3',
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: google.tokenInfoUrl,
      GOOGLE_USERINFO_URL: google.userInfoUrl,
    },
  })
  const statuses = async (count: number) => {
    const found: number[] = []
    for (let i = 0; i < count; i += 1) {
      const body = { access_token: 'unknown' }
      found.push((await rawRequest(strict, '/api/rest-auth/google/', { body })).status)
    }
    return found
  }
  try {
    google.failure = { status: 500, body: {} }
    expect(await statuses(5)).toEqual([502, 502, 502, 502, 502])
    google.failure = null
    expect(await statuses(5)).toEqual([400, 400, 400, 429, 429])
  } finally {
    await strict.dispose()
  }
})

test('without the settings both are 503', async () => {
  const plain = await startTestApp()
  try {
    for (const provider of ['google', 'facebook']) {
      const answer = await rawRequest(plain, `/api/rest-auth/${provider}/`, {
        body: { access_token: 'x' },
      })
      expect([answer.status, answer.code]).toEqual([503, 'provider_not_configured'])
    }
  } finally {
    await plain.dispose()
  }
})
