import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import {
  type GoogleAccount,
  type GoogleDouble,
  startGoogle,
} from '#tests/support/doubles/google.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { type RawAnswer, rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Whose an address is when Google vouches for somebody, and somebody else was there first. */

const CLIENT_ID = 'our-client.apps.googleusercontent.com'

let google: GoogleDouble
let app: TestApp
beforeAll(async () => {
  google = await startGoogle()
  app = await startTestApp({
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_TOKENINFO_URL: google.tokenInfoUrl,
      GOOGLE_USERINFO_URL: google.userInfoUrl,
    },
  })
})
afterAll(async () => {
  await app.dispose()
  await google.close()
})

const newEmail = () => `${randomUUID()}@example.com`
const signIn = (token: string, password?: string) =>
  rawRequest(app, api.accounts.google.path, { body: { access_token: token, password } })
const keyOf = ({ body }: RawAnswer) => (body as { key: string }).key
const me = (token: string) => app.as(token)(api.users.me, {})

/** @returns an access token */
function googleToken(account: Partial<GoogleAccount>): string {
  const token = `ya29.${randomUUID()}`
  google.tokens.set(token, { aud: CLIENT_ID, sub: randomUUID(), ...account })
  return token
}

test('a password that nobody knows any more is reset by mail, and then joins', async () => {
  const email = newEmail()
  const { id } = await app.context.accounts.createUser({
    email,
    password: PASSWORD,
    verified: true,
  })
  const token = googleToken({ email })
  expect((await signIn(token)).code).toBe('password_required')
  await app.call(api.accounts.passwordReset, { body: { email } })
  const link = linkValue((await mailsTo(app, email))[0], 'token')
  const [new_password1, new_password2] = ['chosen by mail', 'chosen by mail']
  await app.call(api.accounts.passwordResetConfirm, {
    body: { uid: id, token: link, new_password1, new_password2 },
  })
  expect((await signIn(token, PASSWORD)).status).toBe(400)
  expect(await me(keyOf(await signIn(token, new_password1)))).toMatchObject({ id })
})

test('who asked for the address from an account of theirs does not get it', async () => {
  const [mailbox, theirs] = [newEmail(), newEmail()]
  await app.context.accounts.createUser({ email: theirs, password: PASSWORD, verified: true })
  const body = { email: theirs, password: PASSWORD }
  const { key } = await app.call(api.accounts.login, { body })
  await app.as(key)(api.account.changeEmail, { body: { email: mailbox, password: PASSWORD } })
  const link = linkValue((await mailsTo(app, mailbox))[0], 'key')
  // Its owner opens the link, which says that it takes more than that.
  const opened = await rawRequest(app, api.accounts.verifyEmail.path, { body: { key: link } })
  expect(opened.code).toBe('confirmation_needed')
  const owner = await me(keyOf(await signIn(googleToken({ email: mailbox }))))
  expect(owner.id).not.toBe((await me(key)).id)
  // By now the address has an account, which is not theirs.
  await expect(
    app.as(key)(api.accounts.verifyEmail, { body: { key: link } }),
  ).rejects.toMatchObject({ status: 400 })
  expect(await me(key)).toMatchObject({ email: theirs })
})

test('an unconfirmed account that another Google id opened goes to who owns the mailbox', async () => {
  const email = newEmail()
  const thief = { sub: randomUUID(), email, emailVerified: false }
  const opened = keyOf(await signIn(googleToken(thief)))
  const { id } = await me(opened)
  const owner = keyOf(await signIn(googleToken({ email })))
  expect(await me(owner)).toMatchObject({ id, email_verified: true })
  await expect(me(opened)).rejects.toMatchObject({ status: 401 })
  expect((await signIn(googleToken(thief))).status).toBe(400)
})

test('three who show the password at once join the account one by one; a fourth guess is a wrong password', async () => {
  const email = newEmail()
  const { id } = await app.context.accounts.createUser({
    email,
    password: PASSWORD,
    verified: true,
  })
  const account = { sub: randomUUID(), email }
  const answers = await Promise.all(
    [PASSWORD, PASSWORD, PASSWORD, 'a guess'].map((one) => signIn(googleToken(account), one)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400])
  for (const answer of answers.slice(0, 3)) expect(await me(keyOf(answer))).toMatchObject({ id })
  expect(await mailsTo(app, email)).toHaveLength(1)
})

test('guesses of the password count as failed logins', async () => {
  const email = newEmail()
  await app.context.accounts.createUser({ email, password: PASSWORD, verified: true })
  const token = googleToken({ email })
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess += 1) {
    statuses.push((await signIn(token, `guess ${guess}`)).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
})
