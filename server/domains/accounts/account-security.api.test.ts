import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#contract/index.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const AUTH = '/api/dj-rest-auth'
const NEW_PASSWORD = 'a wholly new password'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'warn' } })
})
afterAll(() => app.dispose())

const newEmail = () => `${randomUUID()}@example.com`
const as = (token: string) => ({ authorization: `Token ${token}` })
const logIn = async (email: string, userAgent = 'test', password = PASSWORD) => {
  const answer = await rawRequest(app, `${AUTH}/login/`, {
    body: { email, password },
    headers: { 'user-agent': userAgent },
  })
  return (answer.body as { key: string }).key
}
const subjects = async (email: string) => (await mailsTo(app, email)).map((mail) => mail.subject)

describe('a new password', () => {
  const answerTo = async (password: string) => {
    const answer = await rawRequest(app, `${AUTH}/register/`, {
      body: { first_name: 'Ada', email: newEmail(), password1: password, password2: password },
    })
    return answer.status === 201 ? 'taken' : (answer.body as { password1: string[] }).password1
  }
  const EASY = [
    'This password is too easy to guess. Use at least 12 characters, or make it less predictable.',
  ]

  test.each(['aaaaaaaa', 'abcdefgh', 'qwertyui1', '12.03.1990', '@@@@@@@@@@@'])(
    'of 8 to 11 characters that is easy to guess is refused: %s',
    async (password) => expect(await answerTo(password)).toEqual(EASY),
  )

  test.each(['kX9#mQ2vZ', 'vofi-rabu-x', 'long enough to be fine'])('is taken: %s', async (it) =>
    expect(await answerTo(it)).toBe('taken'),
  )

  test('made of the e-mail address is refused', async () => {
    const email = 'quibzorf9@example.com'
    const { body } = await rawRequest(app, `${AUTH}/register/`, {
      body: { first_name: 'Ada', email, password1: 'quibzorf9@', password2: 'quibzorf9@' },
    })
    expect(body).toEqual({ password1: EASY })
  })

  test('is told by mail, whether it was changed or reset', async () => {
    const { email, token } = await newPerson(app)
    await app.as(token)(api.accounts.passwordChange, {
      body: { old_password: PASSWORD, new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD },
    })
    expect(await subjects(email)).toEqual(['Your password was changed'])
    await app.call(api.accounts.passwordReset, { body: { email } })
    const [mail] = await mailsTo(app, email)
    await app.call(api.accounts.passwordResetConfirm, {
      body: {
        uid: linkValue(mail, 'uid'),
        token: linkValue(mail, 'token'),
        new_password1: PASSWORD,
        new_password2: PASSWORD,
      },
    })
    expect(await subjects(email)).toEqual([
      'Your password was changed',
      'Choose a new password',
      'Your password was changed',
    ])
  })
})

describe('another email address', () => {
  const ask = ({ token }: TestPerson, email: string, password: string | undefined = PASSWORD) =>
    rawRequest(app, '/api/account/email/', { headers: as(token), body: { email, password } })
  const confirm = (key: string) =>
    rawRequest(app, `${AUTH}/registration/verify-email/`, { body: { key, password: PASSWORD } })

  test('counts once its link is opened; both addresses are told', async () => {
    const person = await newPerson(app)
    const email = newEmail()
    expect(await ask(person, email)).toMatchObject({ status: 200 })
    expect((await person.call(api.users.me, {})).email).toBe(person.email)
    expect(await person.call(api.account.email, {})).toEqual({
      email: person.email,
      waiting: email,
      confirm_with: 'password',
      signed_in_recently: true,
    })
    expect(await subjects(person.email)).toEqual(['A change of your email address was requested'])
    // A link to a new password that lies in the old mailbox must not outlive the change.
    await app.call(api.accounts.passwordReset, { body: { email: person.email } })
    const [reset] = await mailsTo(app, person.email)

    const [mail] = await mailsTo(app, email)
    const key = linkValue(mail, 'key')
    expect((await confirm(key)).status).toBe(200)
    expect((await confirm(key)).body).toEqual({ detail: 'ok', state: 'used' })
    expect(await person.call(api.users.me, {})).toMatchObject({ email, email_verified: true })
    expect(await person.call(api.account.email, {})).toMatchObject({ email, waiting: null })
    expect((await subjects(person.email))[0]).toBe('Your email address was changed')
    expect((await subjects(email))[0]).toBe('Your email address was changed')
    const body = {
      uid: linkValue(reset, 'uid'),
      token: linkValue(reset, 'token'),
      new_password1: NEW_PASSWORD,
      new_password2: NEW_PASSWORD,
    }
    expect((await rawRequest(app, `${AUTH}/password/reset/confirm/`, { body })).status).toBe(400)
    expect(await logIn(email)).toEqual(expect.any(String))
  })

  test('needs the password', async () => {
    const person = await newPerson(app)
    const wrong = await ask(person, newEmail(), 'not the password')
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { password: ['Your password was entered incorrectly. Please enter it again.'] },
    ])
    const none = await rawRequest(app, '/api/account/email/', {
      headers: as(person.token),
      body: { email: newEmail() },
    })
    expect([none.status, none.body]).toEqual([400, { password: ['This field is required.'] }])
    expect((await ask(person, person.email.toUpperCase())).body).toEqual({
      email: ['This is your email address already.'],
    })
    expect(await subjects(person.email)).toEqual([])
  })

  test('without a password needs a fresh sign-in', async () => {
    const person = await newPerson(app)
    const forget = `update users set password_hash = null where id = $1`
    await app.db.pool.query(forget, [person.id])
    expect((await ask(person, newEmail())).status).toBe(200)
    const age = `update sessions set created_at = now() - interval '11 minutes' where user_id = $1`
    await app.db.pool.query(age, [person.id])
    expect(await ask(person, newEmail())).toMatchObject({ status: 403, code: 'permission_denied' })
  })

  test('that has an account answers the same, and its owner is told', async () => {
    const [person, owner] = [await newPerson(app), await newPerson(app)]
    const taken = await ask(person, owner.email.toUpperCase())
    const free = await ask(person, newEmail())
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await subjects(owner.email)).toEqual(['You already have an account'])
    expect((await mailsTo(app, owner.email))[0]!.text).not.toContain('verify-email')
  })

  test('that somebody registers meanwhile stays theirs', async () => {
    const person = await newPerson(app)
    const email = newEmail()
    await ask(person, email)
    const key = linkValue((await mailsTo(app, email))[0], 'key')
    await app.context.accounts.createUser({ email, password: PASSWORD })
    const answer = await confirm(key)
    expect([answer.status, answer.body]).toEqual([
      400,
      { key: ['This link is not valid or has expired.'] },
    ])
    expect((await person.call(api.users.me, {})).email).toBe(person.email)
  })

  test('two people at once with one address: one gets it', async () => {
    const people = [await newPerson(app), await newPerson(app), await newPerson(app)]
    const email = newEmail()
    const keys: string[] = []
    for (const person of people) {
      await ask(person, email)
      keys.push(linkValue((await mailsTo(app, email))[0], 'key'))
    }
    const statuses = (await Promise.all(keys.map(confirm))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('the list of sessions', () => {
  test('names each, ends one, and ends all others', async () => {
    const person = await newPerson(app)
    const phone = await logIn(person.email, 'Phone')
    const laptop = await logIn(person.email, 'Laptop')
    const list = async () => (await person.call(api.account.sessions, {})).results
    const sessions = await list()
    expect(sessions.map((one) => [one.user_agent, one.is_current])).toEqual([
      [expect.any(String), true],
      ['Laptop', false],
      ['Phone', false],
    ])
    await person.call(api.account.endSession, { params: { id: sessions[2]!.id } })
    await expect(app.as(phone)(api.users.me, {})).rejects.toMatchObject({ status: 401 })
    expect(await list()).toHaveLength(2)
    await person.call(api.account.endOtherSessions, {})
    await expect(app.as(laptop)(api.users.me, {})).rejects.toMatchObject({ status: 401 })
    expect((await list()).map((one) => one.is_current)).toEqual([true])
  })

  test("another's session is not there", async () => {
    const [person, other] = [await newPerson(app), await newPerson(app)]
    const [session] = (await other.call(api.account.sessions, {})).results
    for (const id of [session!.id, 'no id']) {
      await expect(person.call(api.account.endSession, { params: { id } })).rejects.toMatchObject({
        status: 404,
      })
    }
    expect((await other.call(api.account.sessions, {})).results).toHaveLength(1)
  })

  test('tells to the hour when a session was used', async () => {
    const person = await newPerson(app)
    const age = `update sessions set last_used_at = now() - interval '2 hours' where user_id = $1`
    await app.db.pool.query(age, [person.id])
    const [session] = (await person.call(api.account.sessions, {})).results
    expect(Date.now() - Date.parse(session!.last_used_at)).toBeLessThan(60_000)
  })
})

test('failed sign-ins are logged, without what was typed', async () => {
  const { id, email } = await newPerson(app)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stranger = newEmail()
  for (const who of [email, stranger]) {
    await rawRequest(app, `${AUTH}/login/`, { body: { email: who, password: 'typed secret' } })
  }
  await app.db.pool.query('update users set banned_at = now() where email = $1', [email])
  await rawRequest(app, `${AUTH}/login/`, { body: { email, password: PASSWORD } })
  const text = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  const failures = text
    .split('\n')
    .filter((line) => line.includes('"sign_in_failed"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(failures).toMatchObject([
    { level: 40, reason: 'wrong_password', userId: id, ip: '127.0.0.1' },
    { level: 40, reason: 'unknown_email', ip: '127.0.0.1' },
    { level: 40, reason: 'banned', userId: id },
  ])
  for (const secret of ['typed secret', PASSWORD, email, stranger]) {
    expect(text).not.toContain(secret)
  }
})
