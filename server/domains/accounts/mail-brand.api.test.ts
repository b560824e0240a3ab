import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandFiles as brands } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { linkValue, mailsTo } from '#tests/support/inbox.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.dispose())

/** A call as a browser makes it at one of the brands. */
async function callAt(host: string, path: string, payload: object): Promise<void> {
  const headers = { host }
  const answer = await app.context.http!.inject({ method: 'POST', url: path, headers, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}

const { register, passwordReset, resendEmail } = api.accounts
const [atelier, easel] = brands
const registration = (email: string) => ({
  first_name: 'Ada',
  email,
  password1: PASSWORD,
  password2: PASSWORD,
})

describe.each([
  [atelier.name, '127.0.0.1', 'easel.localhost', '127.0.0.1'],
  [easel!.name, 'easel.localhost', '127.0.0.1', 'easel.localhost'],
])('%s', (name, own, other, linkHost) => {
  test('all mails are in the name of the brand where the account was opened, wherever they are asked for', async () => {
    const email = `${own}@example.com`
    await callAt(own, register.path, registration(email))
    await callAt(other, resendEmail.path, { email })
    await callAt(other, register.path, registration(email))
    await callAt(other, passwordReset.path, { email })
    const [reset] = await mailsTo(app, email)
    const token = linkValue(reset, 'token')
    await callAt(other, api.accounts.passwordResetConfirm.path, {
      uid: linkValue(reset, 'uid'),
      token,
      new_password1: `${PASSWORD}!`,
      new_password2: `${PASSWORD}!`,
    })
    const mails = (await mailsTo(app, email)).toReversed()
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Confirm your email address',
      'Confirm your email address',
      'You already have an account',
      'Choose a new password',
      'Your password was changed',
    ])
    const { port } = new URL(app.url)
    for (const mail of mails) {
      expect(mail.sender).toBe(name)
      expect(mail.text).toContain(name)
      expect(mail.links.map((link) => new URL(link).host)).toEqual([`${linkHost}:${port}`])
    }
  })
})

test('the people of a brand that is gone get the mails of the first one', async () => {
  const email = 'gone@example.com'
  await callAt('easel.localhost', register.path, registration(email))
  await app.db.pool.query(`update users set brand = 'gone' where email = $1`, [email])
  await callAt('easel.localhost', passwordReset.path, { email })
  const [mail] = await mailsTo(app, email)
  expect([mail!.sender, new URL(mail!.links[0]!).hostname]).toEqual([atelier.name, '127.0.0.1'])
})
