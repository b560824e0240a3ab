import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const AUTH = '/api/dj-rest-auth'
const PASSWORD = 'correct horse battery'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({
    env: { GOOGLE_CLIENT_ID: 'id', FACEBOOK_APP_ID: 'id', FACEBOOK_APP_SECRET: 'secret' },
  })
  const email = `${randomUUID()}@example.com`
  await app.context.accounts.createUser({ email, password: PASSWORD })
  const login = await rawRequest(app, `${AUTH}/login/`, { body: { email, password: PASSWORD } })
  token = (login.body as { key: string }).key
})
afterAll(() => app.dispose())

/** Every call with a body, and for each a body that is right in form. */
const CALLS: Record<string, Record<string, string>> = {
  [`${AUTH}/login/`]: { email: 'a@example.com', password: PASSWORD },
  [`${AUTH}/register/`]: {
    first_name: 'Ada',
    email: 'a@example.com',
    password1: PASSWORD,
    password2: PASSWORD,
  },
  [`${AUTH}/registration/verify-email/`]: { key: 'x' },
  [`${AUTH}/registration/resend-email/`]: { email: 'a@example.com' },
  [`${AUTH}/password/reset/`]: { email: 'a@example.com' },
  [`${AUTH}/password/reset/confirm/`]: {
    uid: 'x',
    token: 'x',
    new_password1: PASSWORD,
    new_password2: PASSWORD,
  },
  [`${AUTH}/password/change/`]: {
    old_password: PASSWORD,
    new_password1: PASSWORD,
    new_password2: PASSWORD,
  },
  '/api/rest-auth/google/': { access_token: 'x' },
  '/api/rest-auth/facebook/': { access_token: 'x' },
}

const REQUIRED = 'This field is required.'
const WRONG: [string, unknown, unknown][] = [
  ['null', null, 'This field may not be null.'],
  ['a number', 4, 'Not a valid string.'],
  ['a boolean', true, 'Not a valid string.'],
  ['a list', ['a@example.com'], 'Not a valid string.'],
  ['an object', { $ne: '' }, 'Not a valid string.'],
  ['nothing in it', '', 'This field may not be blank.'],
  [
    '10,000 characters',
    'x'.repeat(10_000),
    expect.stringMatching(/^Ensure this field has no more than \d+ characters\.$/),
  ],
  [
    'a NUL',
    'a\0b',
    expect.stringMatching(/^(Null characters are not allowed|Enter a valid email address)\.$/),
  ],
]

const send = (path: string, body: unknown) =>
  rawRequest(app, path, { body, headers: { authorization: `Token ${token}` } })

describe.each(Object.entries(CALLS))('%s', (path, good) => {
  test('without anything every field is required', async () => {
    const answer = await send(path, {})
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual(
      Object.fromEntries(Object.keys(good).map((field) => [field, [REQUIRED]])),
    )
  })

  test.each(WRONG)('each field with %s is named', async (_name, value, message) => {
    for (const field of Object.keys(good)) {
      const answer = await send(path, { ...good, [field]: value })
      expect([field, answer.status, answer.code]).toEqual([field, 400, 'invalid'])
      expect(answer.body).toEqual({
        [field]: [message],
      })
    }
  })

  test('an unknown field is named', async () => {
    const answer = await send(path, { ...good, is_admin: true })
    expect([answer.status, answer.body]).toEqual([400, { is_admin: ['Unknown field.'] }])
  })

  test.each([
    ['a list', [], 400],
    ['null', null, 400],
    ['broken JSON', '{"email"', 400],
  ])('%s instead of an object', async (_name, body, status) => {
    expect((await send(path, body)).status).toBe(status)
  })

  test('another content type, method or no slash', async () => {
    const form = await rawRequest(app, path, {
      body: 'email=a@example.com',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([415, 401]).toContain(form.status)
    const put = await rawRequest(app, path, { method: 'PUT' })
    const allowed = path.endsWith('/verify-email/') ? 'GET, HEAD, POST' : 'POST'
    expect([put.status, put.headers.get('allow')]).toEqual([405, allowed])
    expect((await send(path.slice(0, -1), good)).status).toBe(404)
  })
})

test.each([
  "a' or '1'='1",
  `"; drop table users; --`,
  '%',
  '😀',
  '../../etc/passwd',
  '<script>',
  ' ',
])('the password, key, uid and token %j are just wrong', async (text) => {
  const email = 'a@example.com'
  const passwords = { new_password1: PASSWORD, new_password2: PASSWORD }
  for (const [path, body] of [
    [`${AUTH}/login/`, { email, password: text }],
    [`${AUTH}/registration/verify-email/`, { key: text }],
    [`${AUTH}/password/reset/confirm/`, { uid: text, token: text, ...passwords }],
    [`${AUTH}/password/change/`, { old_password: text, ...passwords }],
  ] as const) {
    const answer = await send(path, body)
    expect([path, answer.status, answer.code]).toEqual([path, 400, 'invalid'])
  }
})

test('a body that is too large', async () => {
  const answer = await send(`${AUTH}/login/`, { email: 'a@example.com', password: 'x'.repeat(2e6) })
  expect([answer.status, answer.code]).toEqual([413, 'payload_too_large'])
})

test('a change and a logout need somebody', async () => {
  for (const path of [`${AUTH}/password/change/`, `${AUTH}/logout/`]) {
    const answer = await rawRequest(app, path, { body: {} })
    expect([answer.status, answer.code]).toEqual([401, 'not_authenticated'])
  }
})
