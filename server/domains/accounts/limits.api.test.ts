import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailsTo } from '#tests/support/inbox.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const AUTH = '/api/dj-rest-auth'
const PASSWORD = 'correct horse battery'

/** The limits as they are by default; each test comes from its own address. */
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: { REGISTRATIONS_PER_IP: '', FAILED_LOGINS_PER_IP: '', TRUSTED_PROXIES: '127.0.0.1' },
  })
})
afterAll(() => app.dispose())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const newEmail = () => `${randomUUID()}@example.com`

async function newUser(): Promise<string> {
  const email = newEmail()
  await app.context.accounts.createUser({ email, password: PASSWORD })
  return email
}

const logIn = (email: string, password: string, ip: string) =>
  rawRequest(app, `${AUTH}/login/`, { body: { email, password }, headers: from(ip) })

async function countStatuses(
  calls: Promise<{ status: number }>[],
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('failed logins', () => {
  test('an account allows ten from a network, also all at once', async () => {
    const email = await newUser()
    const tries = Array.from({ length: 25 }, (_, i) =>
      logIn(i % 2 ? email : email.toUpperCase(), 'wrong password', `198.51.100.${i}`),
    )
    expect(await countStatuses(tries)).toEqual({ 400: 10, 429: 15 })
    const right = await logIn(email, PASSWORD, '198.51.100.200')
    expect([right.status, right.code]).toEqual([429, 'throttled'])
    const wait = Number(right.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(500)
    expect(wait).toBeLessThanOrEqual(600)
    // Its owner elsewhere is not locked out by them.
    expect((await logIn(email, PASSWORD, '203.0.113.200')).status).toBe(200)
  })

  test('a device that has logged in has ten of its own, also in the network of a stranger', async () => {
    const email = await newUser()
    const ip = '192.0.2.1'
    const first = await logIn(email, PASSWORD, ip)
    const set = first.headers.getSetCookie().find((line) => line.startsWith('device='))!
    expect(set).toMatch(/^device=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
    const secret = /^device=([^;]+)/.exec(set)![1]!
    const { rows } = await sql<{ hash: Buffer }>`select token_hash as hash from devices d
      join users u on u.id = d.user_id where u.email = ${email}`.execute(app.db.kysely)
    expect(rows.map(({ hash }) => hash)).toEqual([createHash('sha256').update(secret).digest()])
    const onDevice = (password: string, of = email) =>
      rawRequest(app, `${AUTH}/login/`, {
        body: { email: of, password },
        headers: { ...from(ip), cookie: `device=${secret}` },
      })
    const strangers = Array.from({ length: 12 }, () => logIn(email, 'wrong password', ip))
    expect(await countStatuses(strangers)).toEqual({ 400: 10, 429: 2 })
    expect((await onDevice(PASSWORD)).status).toBe(200)
    const own = Array.from({ length: 12 }, () => onDevice('wrong password'))
    expect(await countStatuses(own)).toEqual({ 400: 10, 429: 2 })
    // It is one of this account alone, and a made-up one is none.
    const other = await newUser()
    for (let i = 0; i < 10; i += 1) await logIn(other, 'wrong password', ip)
    expect((await onDevice('wrong password', other)).status).toBe(429)
    const madeUp = { ...from(ip), cookie: `device=${'a'.repeat(43)}` }
    const guess = await rawRequest(app, `${AUTH}/login/`, {
      body: { email, password: PASSWORD },
      headers: madeUp,
    })
    expect(guess.status).toBe(429)
  })

  test('a reset link clears those of the account', async () => {
    const email = await newUser()
    const ip = '192.0.2.77'
    for (let i = 0; i < 11; i += 1) await logIn(email, 'wrong password', ip)
    expect((await logIn(email, PASSWORD, ip)).status).toBe(429)
    await rawRequest(app, `${AUTH}/password/reset/`, { body: { email }, headers: from(ip) })
    const link = new URL(
      (await mailsTo(app, email))[0]!.links.find((one) => one.includes('token='))!,
    )
    const password = 'a wholly new password'
    const reset = await rawRequest(app, `${AUTH}/password/reset/confirm/`, {
      body: {
        uid: link.searchParams.get('uid'),
        token: link.searchParams.get('token'),
        new_password1: password,
        new_password2: password,
      },
      headers: from(ip),
    })
    expect(reset.status).toBe(200)
    expect(reset.headers.getSetCookie().join()).toContain('device=')
    expect((await logIn(email, password, ip)).status).toBe(200)
  })

  test('an account that does not exist is counted alike', async () => {
    const email = newEmail()
    const tries = Array.from({ length: 12 }, () => logIn(email, 'wrong password', '198.51.100.1'))
    expect(await countStatuses(tries)).toEqual({ 400: 10, 429: 2 })
  })

  test('those that succeed do not count', async () => {
    const email = await newUser()
    for (let i = 0; i < 15; i += 1) {
      expect((await logIn(email, PASSWORD, '198.51.100.2')).status).toBe(200)
    }
  })

  test('an address allows a hundred, over all accounts', async () => {
    const tries = Array.from({ length: 105 }, (_, i) =>
      logIn(`${i}${newEmail()}`, 'wrong password', '2001:db8:1:2::1'),
    )
    expect(await countStatuses(tries)).toEqual({ 400: 100, 429: 5 })
    // The rest of the same network counts as the same address, another network does not.
    expect((await logIn(newEmail(), 'wrong', '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await logIn(newEmail(), 'wrong', '2001:db8:1:3::1')).status).toBe(400)
  })

  test('guessing the old password counts too', async () => {
    const email = await newUser()
    const { body } = await logIn(email, PASSWORD, '198.51.100.3')
    const guess = () =>
      rawRequest(app, `${AUTH}/password/change/`, {
        headers: {
          ...from('198.51.100.3'),
          authorization: `Token ${(body as { key: string }).key}`,
        },
        body: {
          old_password: 'wrong password',
          new_password1: 'a wholly new password',
          new_password2: 'a wholly new password',
        },
      })
    expect(await countStatuses(Array.from({ length: 12 }, guess))).toEqual({ 400: 10, 429: 2 })
  })

  test('those of strangers do not keep somebody logged in from changing the password', async () => {
    const email = await newUser()
    const ip = '192.0.2.140'
    const { body } = await logIn(email, PASSWORD, ip)
    for (let i = 0; i < 11; i += 1) await logIn(email, 'wrong password', ip)
    const changed = await rawRequest(app, `${AUTH}/password/change/`, {
      headers: { ...from(ip), authorization: `Token ${(body as { key: string }).key}` },
      body: {
        old_password: PASSWORD,
        new_password1: 'a wholly new password',
        new_password2: 'a wholly new password',
      },
    })
    expect(changed.status).toBe(200)
  })
})

test('sixty registrations an address; refused ones do not count', async () => {
  const register = (change: Record<string, unknown> = {}) =>
    rawRequest(app, `${AUTH}/register/`, {
      headers: from('198.51.100.4'),
      body: {
        first_name: 'Ada',
        email: newEmail(),
        password1: PASSWORD,
        password2: PASSWORD,
        ...change,
      },
    })
  expect(
    await countStatuses(Array.from({ length: 5 }, () => register({ password1: 'x' }))),
  ).toEqual({ 400: 5 })
  expect(await countStatuses(Array.from({ length: 63 }, () => register()))).toEqual({
    201: 60,
    429: 3,
  })
})

test('mails to one address end silently', async () => {
  const email = await newUser()
  const calls = Array.from({ length: 14 }, (_, i) =>
    rawRequest(app, `${AUTH}/${i % 2 ? 'password/reset' : 'registration/resend-email'}/`, {
      body: { email },
      headers: from(`203.0.113.${i}`),
    }),
  )
  expect(await countStatuses(calls)).toEqual({ 200: 14 })
  expect(await mailsTo(app, email)).toHaveLength(10)
})

test('a stranger cannot use up the mails that an owner elsewhere asks for', async () => {
  const email = await newUser()
  const ask = (ip: string) =>
    rawRequest(app, `${AUTH}/password/reset/`, { body: { email }, headers: from(ip) })
  await Promise.all(Array.from({ length: 14 }, () => ask('203.0.113.5')))
  expect(await mailsTo(app, email)).toHaveLength(10)
  await ask('198.51.100.5')
  expect(await mailsTo(app, email)).toHaveLength(11)
})

/** Begins some registrations that have all come in before the first may write, however slow the machine is. */
async function beginTogether<T>(count: number, register: () => Promise<T>): Promise<Promise<T>[]> {
  const client = await app.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table users in share mode')
    const calls = Array.from({ length: count }, register)
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const countWaiting = async () => (await app.db.pool.query(waiting)).rows.length
    await expect.poll(countWaiting).toBeGreaterThanOrEqual(count)
    return calls
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test.each([
  ['new', newEmail],
  ['taken', newUser],
])('five registrations of a %s address at once send one mail', async (_name, make) => {
  const email = await make()
  const body = { first_name: 'Ada', email, password1: PASSWORD, password2: PASSWORD }
  const register = () =>
    rawRequest(app, `${AUTH}/register/`, { body, headers: from('198.51.100.61') })
  expect(await countStatuses(await beginTogether(5, register))).toEqual({ 201: 5 })
  expect(await mailsTo(app, email)).toHaveLength(1)
})

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Median time of the first call over that of the second; in turn, so that other load hits both alike. */
async function timeRatio(pairs: number, calls: [() => Promise<unknown>, () => Promise<unknown>]) {
  const times: [number[], number[]] = [[], []]
  for (let i = 0; i < pairs; i += 1) {
    for (const side of [0, 1] as const) {
      const started = performance.now()
      await calls[side]()
      times[side].push(performance.now() - started)
    }
  }
  return median(times[0]) / median(times[1])
}

describe('the time does not tell whether there is an account', () => {
  test.each([
    ['login', (email: string) => ({ email, password: 'wrong password' })],
    [
      'register',
      (email: string) => ({ first_name: 'A', email, password1: PASSWORD, password2: PASSWORD }),
    ],
    ['password/reset', (email: string) => ({ email })],
    ['registration/resend-email', (email: string) => ({ email })],
  ])('%s', async (path, body) => {
    const known = await newUser()
    let ip = 0
    const call = (email: string) => () =>
      rawRequest(app, `${AUTH}/${path}/`, {
        body: body(email),
        headers: from(`192.0.2.${(ip += 1)}`),
      })
    await call(known)()
    const ratio = await timeRatio(8, [call(known), () => call(newEmail())()])
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})
