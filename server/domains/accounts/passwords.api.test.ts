import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { transact } from '#server/platform/db/index.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { redeemToken } from './one-time-tokens.ts'

const AUTH = '/api/dj-rest-auth'
const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'a wholly new password'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

async function newUser(verified = true): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`
  return app.context.accounts.createUser({ email, password: PASSWORD, verified })
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

async function resetLink(email: string): Promise<{ uid: string; token: string }> {
  await app.call(api.accounts.passwordReset, { body: { email } })
  const [mail] = await mailsTo(app, email)
  return { uid: linkValue(mail, 'uid'), token: linkValue(mail, 'token') }
}

const confirm = (link: { uid: string; token: string }, change: Record<string, unknown> = {}) =>
  rawRequest(app, `${AUTH}/password/reset/confirm/`, {
    body: { ...link, new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD, ...change },
  })

describe('a forgotten password', () => {
  test('is replaced by the link, which ends all sessions and works once', async () => {
    const { email } = await newUser()
    const token = await logIn(email)
    const link = await resetLink(email.toUpperCase()).catch(() => resetLink(email))
    expect((await mailsTo(app, email))[0]!.links[0]).toMatch(
      new RegExp(`^${app.url}/reset-password\\?uid=[\\da-f-]{36}&token=[\\w-]{43}$`),
    )
    const answer = await confirm(link)
    expect([answer.status, answer.body]).toEqual([
      200,
      { detail: 'Password has been reset with the new password.' },
    ])
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(await logIn(email, NEW_PASSWORD))).toBe(200)
    await expect(logIn(email)).rejects.toMatchObject({ status: 400 })
    expect((await confirm(link)).body).toEqual({
      token: ['This link is not valid or has expired.'],
    })
  })

  test('two at once with one link: one wins, and its password counts', async () => {
    const { email } = await newUser()
    const link = await resetLink(email)
    const passwords = ['first new password', 'second new password', 'third new password']
    const answers = await Promise.all(
      passwords.map((password) =>
        confirm(link, { new_password1: password, new_password2: password }),
      ),
    )
    const winners = passwords.filter((_, i) => answers[i]!.status === 200)
    expect(winners).toHaveLength(1)
    expect(await statusOf(await logIn(email, winners[0]))).toBe(200)
  })

  test('a link fits one person and ends with a newer one, after an hour, and with the password', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const old = await resetLink(one.email)
    const link = await resetLink(one.email)
    expect((await confirm(old)).status).toBe(400)
    expect((await confirm({ ...link, uid: two.id })).status).toBe(400)
    expect((await confirm({ ...link, uid: 'no uuid' })).status).toBe(400)

    const late = await resetLink(two.email)
    const { rows } = await app.db.pool.query<{ seconds: string }>(
      `select extract(epoch from expires_at - created_at) as seconds
       from one_time_tokens where user_id = $1`,
      [two.id],
    )
    expect(Number(rows[0]!.seconds)).toBeCloseTo(3600, 3)
    await app.db.pool.query('update one_time_tokens set expires_at = now() where user_id = $1', [
      two.id,
    ])
    expect((await confirm(late)).status).toBe(400)
    // Its time may end after it was found and before it is used.
    const used = await transact(app.db, (tx) => redeemToken(tx, late.token, 'reset_password'))
    expect(used).toBeNull()

    await app.as(await logIn(one.email))(api.accounts.passwordChange, {
      body: { old_password: PASSWORD, new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD },
    })
    expect((await confirm(link)).status).toBe(400)
  })

  test('a refused password leaves the link as it was', async () => {
    const { email } = await newUser()
    const link = await resetLink(email)
    const common = await confirm(link, {
      new_password1: 'password123',
      new_password2: 'password12',
    })
    expect([common.status, common.body]).toEqual([
      400,
      {
        new_password1: ['This password is too common.'],
        new_password2: ["The two password fields didn't match."],
      },
    ])
    expect((await confirm(link, { new_password1: email, new_password2: email })).body).toEqual({
      new_password1: ['The password is too similar to the email.'],
    })
    expect((await confirm(link)).status).toBe(200)
  })

  test('who can read the mailbox has confirmed the address', async () => {
    const { email } = await newUser(false)
    await confirm(await resetLink(email))
    const me = await app.as(await logIn(email, NEW_PASSWORD))(api.users.me, {})
    expect(me).toMatchObject({ email_verified: true, credits: 40 })
  })

  test('an unknown or banned address gets the same answer and no mail', async () => {
    const { email } = await newUser()
    await app.db.pool.query('update users set banned_at = now() where email = $1', [email])
    for (const who of [email, 'nobody@example.com']) {
      const answer = await app.call(api.accounts.passwordReset, { body: { email: who } })
      expect(answer).toEqual({ detail: 'Password reset email has been sent.' })
      expect(await mailsTo(app, who)).toEqual([])
    }
  })
})

describe('changing the password', () => {
  const change = (token: string, body: Record<string, unknown> = {}) =>
    rawRequest(app, `${AUTH}/password/change/`, {
      headers: { authorization: `Token ${token}` },
      body: {
        old_password: PASSWORD,
        new_password1: NEW_PASSWORD,
        new_password2: NEW_PASSWORD,
        ...body,
      },
    })

  test('ends all other sessions and keeps this one', async () => {
    const { email } = await newUser()
    const [own, other] = [await logIn(email), await logIn(email)]
    const answer = await change(own)
    expect([answer.status, answer.body]).toEqual([200, { detail: 'New password has been saved.' }])
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 401])
    expect(await statusOf(await logIn(email, NEW_PASSWORD))).toBe(200)
  })

  test('needs the old one, and a good new one', async () => {
    const { email } = await newUser()
    const token = await logIn(email)
    expect((await change(token, { old_password: 'wrong password' })).body).toEqual({
      old_password: ['Your old password was entered incorrectly. Please enter it again.'],
    })
    const short = await change(token, { new_password1: 'short', new_password2: 'short' })
    expect(Object.keys(short.body as object)).toEqual(['new_password1'])
    expect((await change('wrong')).status).toBe(401)
    expect(await statusOf(await logIn(email))).toBe(200)
  })

  test('twice at once: one of the two counts', async () => {
    const { email } = await newUser()
    const token = await logIn(email)
    const passwords = ['first new password', 'second new password']
    const answers = await Promise.all(
      passwords.map((password) =>
        change(token, { new_password1: password, new_password2: password }),
      ),
    )
    const winners = passwords.filter((_, i) => answers[i]!.status === 200)
    expect(winners).toHaveLength(1)
    expect(await statusOf(await logIn(email, winners[0]))).toBe(200)
  })
})
