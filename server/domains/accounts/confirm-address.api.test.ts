import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { newPerson, PASSWORD } from '#tests/support/people.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const PATH = '/api/dj-rest-auth/registration/verify-email/'
const ATTACKER = 'chosen by a stranger'
const OWNER = 'chosen by the owner'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

const newEmail = () => `${randomUUID()}@example.com`

/** Somebody registers an address; the key lies in its mailbox. */
async function registered(email = newEmail(), next?: string) {
  await app.call(api.accounts.register, {
    body: { first_name: 'Ada', email, password1: ATTACKER, password2: ATTACKER, next },
  })
  const [mail] = await mailsTo(app, email)
  const login = { email, password: ATTACKER }
  const { key: token } = await app.call(api.accounts.login, { body: login })
  return { email, key: linkValue(mail, 'key'), token, mail: mail! }
}

const state = async (key: string) => app.call(api.accounts.readConfirmation, { query: { key } })
const confirm = (body: object, token?: string) =>
  rawRequest(app, PATH, {
    body,
    ...(token !== undefined && { headers: { authorization: `Token ${token}` } }),
  })
const isVerified = async (token: string) => (await app.as(token)(api.users.me, {})).email_verified

describe('opening the link', () => {
  test('changes nothing, and says whose address it is', async () => {
    const { email, key, token } = await registered()
    expect(await state(key)).toEqual({
      state: 'open',
      email_masked: `${email[0]}•••@example.com`,
      has_password: true,
      is_change: false,
    })
    expect(await state(key)).toMatchObject({ state: 'open' })
    expect(await isVerified(token)).toBe(false)
    expect(await state('x'.repeat(43))).toEqual({
      state: 'unknown',
      email_masked: null,
      has_password: false,
      is_change: false,
    })
  })

  test('alone, or with the session of somebody else, confirms nothing', async () => {
    const { key, token } = await registered()
    const other = await newPerson(app)
    for (const answer of [await confirm({ key }), await confirm({ key }, other.token)]) {
      expect([answer.status, answer.code]).toEqual([403, 'confirmation_needed'])
    }
    expect(await isVerified(token)).toBe(false)
  })

  test('once it was used says so, and gives no session', async () => {
    const { key, token } = await registered()
    expect((await confirm({ key }, token)).body).toEqual({ detail: 'ok' })
    expect(await isVerified(token)).toBe(true)
    expect(await state(key)).toMatchObject({ state: 'used' })
    for (const again of [{ key }, { key, password: ATTACKER }]) {
      expect((await confirm(again)).body).toEqual({ detail: 'ok', state: 'used' })
    }
  })
})

describe('a stranger who registered the address', () => {
  test('is put out when its owner chooses a new password', async () => {
    const { email, key, token } = await registered()
    const wrong = await confirm({ key, password: OWNER })
    expect([wrong.status, Object.keys(wrong.body as object)]).toEqual([400, ['password']])
    const chosen = { key, new_password1: OWNER, new_password2: OWNER }
    expect((await confirm({ ...chosen, new_password2: 'another one here' })).status).toBe(400)
    const answer = await confirm(chosen)
    const { key: owned } = answer.body as { key: string }
    expect(await isVerified(owned)).toBe(true)
    await expect(isVerified(token)).rejects.toMatchObject({ status: 401 })
    const login = (password: string) => app.call(api.accounts.login, { body: { email, password } })
    await expect(login(ATTACKER)).rejects.toMatchObject({ status: 400 })
    await login(OWNER)
    const [mail] = await mailsTo(app, email)
    expect(mail).toMatchObject({ subject: 'Your password was changed' })
  })

  test('keeps no way in: a change of the address that they asked for before is off', async () => {
    const { key, token } = await registered()
    const theirs = newEmail()
    await app.as(token)(api.account.changeEmail, { body: { email: theirs, password: ATTACKER } })
    const change = linkValue((await mailsTo(app, theirs))[0], 'key')
    expect(await state(change)).toMatchObject({ state: 'open' })
    const answer = await confirm({ key, new_password1: OWNER, new_password2: OWNER })
    expect(answer.status).toBe(200)
    expect(await state(change)).toMatchObject({ state: 'unknown' })
    expect((await confirm({ key: change, password: OWNER })).status).toBe(400)
  })

  test('cannot confirm without the key, whatever else they have', async () => {
    const { token } = await registered()
    const answer = await confirm({ key: 'x'.repeat(43), password: ATTACKER }, token)
    expect(answer.status).toBe(400)
  })

  test('of six who confirm at once with new passwords one wins', async () => {
    const { email, key } = await registered()
    const passwords = Array.from({ length: 6 }, (_, index) => `password number ${index} of six`)
    const answers = await Promise.all(
      passwords.map((one) => confirm({ key, new_password1: one, new_password2: one })),
    )
    const won = answers.findIndex(({ body }) => (body as { key?: string }).key !== undefined)
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await app.call(api.accounts.login, { body: { email, password: passwords[won]! } })
  })
})

test('a link is known for a month after its time, so that who opens it late reads why it does nothing', async () => {
  const [late, done] = [await registered(), await registered()]
  await confirm({ key: done.key, password: ATTACKER })
  const age = (days: number) =>
    app.db.pool.query(
      `update one_time_tokens set expires_at = now() - make_interval(days => $1)
       where user_id in (select id from users where email in ($2, $3))`,
      [days, late.email, done.email],
    )
  await age(29)
  await app.context.accounts.sweep()
  expect(await state(late.key)).toMatchObject({ state: 'expired' })
  expect((await confirm({ key: late.key, password: ATTACKER })).status).toBe(400)
  expect(await isVerified(late.token)).toBe(false)
  expect(await state(done.key)).toMatchObject({ state: 'used' })
  await age(31)
  await app.context.accounts.sweep()
  expect(await state(late.key)).toMatchObject({ state: 'unknown' })
})

test('the link of a new address takes the session or the password, and no new one', async () => {
  const person = await newPerson(app)
  const email = newEmail()
  await person.call(api.account.changeEmail, { body: { email, password: PASSWORD } })
  const key = linkValue((await mailsTo(app, email))[0], 'key')
  expect(await state(key)).toMatchObject({ state: 'open', is_change: true })
  for (const body of [{ key }, { key, new_password1: OWNER, new_password2: OWNER }]) {
    expect(await confirm(body)).toMatchObject({ status: 403, code: 'confirmation_needed' })
  }
  expect((await confirm({ key }, person.token)).body).toEqual({ detail: 'ok' })
  expect(await state(key)).toMatchObject({ state: 'used' })
  expect(await person.call(api.users.me, {})).toMatchObject({ email })
})

test('the mail leads back to where the person was, within this site only', async () => {
  const { mail } = await registered(undefined, '/text-to-image?prompt=a%20fox')
  expect(linkValue(mail, 'next')).toBe('/text-to-image?prompt=a%20fox')
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    const { mail: other } = await registered(undefined, next)
    expect(other.links[0]).not.toContain('evil')
  }
})
