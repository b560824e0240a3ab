import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { LANGUAGES: 'en,es' } })
})
afterAll(() => app.dispose())

async function post(path: string, payload: object, headers: Record<string, string>) {
  const answer = await app.context.http!.inject({ method: 'POST', url: path, headers, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<Record<string, string>>()
}

/** Registers on a page. */
const registerOn = (page: string, email: string) =>
  post(
    api.accounts.register.path,
    { first_name: 'Ada', email, password1: PASSWORD, password2: PASSWORD },
    { 'x-page-url': page },
  )

const resetFor = (email: string, headers = {}) =>
  post(api.accounts.passwordReset.path, { email }, headers)

const subjects = async (email: string) =>
  (await mailsTo(app, email)).map(({ subject }) => subject).toReversed()

test('emails are in the language of the page where the account was opened, and so are their links', async () => {
  await registerOn(`${app.url}/es/register`, 'es@example.com')
  // Who asks, and from where, changes nothing: it is the account's.
  await resetFor('es@example.com', { 'x-page-url': `${app.url}/forgot-password` })
  expect(await subjects('es@example.com')).toEqual([
    'Confirma tu correo electrónico',
    'Elige una contraseña nueva',
  ])
  const [reset, verification] = await mailsTo(app, 'es@example.com')
  expect(new URL(reset!.links[0]!).pathname).toBe('/es/reset-password')
  expect(new URL(verification!.links[0]!).pathname).toBe('/es/verify-email')
  expect(verification!.html).toContain('<html lang="es">')
  expect(verification!.html).toContain('Si el botón no funciona')

  await registerOn(`${app.url}/register`, 'en@example.com')
  const [english] = await mailsTo(app, 'en@example.com')
  expect(english!.subject).toBe('Confirm your email address')
  expect(new URL(english!.links[0]!).pathname).toBe('/verify-email')
})

test('the account page changes it, to one that is offered', async () => {
  const email = 'changes@example.com'
  await registerOn(`${app.url}/register`, email)
  const login = { email, password: PASSWORD }
  const { key = '' } = await post(api.accounts.login.path, login, {})
  const person = app.as(key)
  expect((await person(api.users.me, {})).language).toBe('en')
  expect(await person(api.account.setLanguage, { body: { language: 'es' } })).toEqual({
    language: 'es',
  })
  expect((await person(api.users.me, {})).language).toBe('es')
  await resetFor(email)
  expect((await subjects(email)).at(-1)).toBe('Elige una contraseña nueva')
  await expect(person(api.account.setLanguage, { body: { language: 'fr' } })).rejects.toMatchObject(
    { status: 400 },
  )
  expect((await person(api.users.me, {})).language).toBe('es')
})

test('an account without one, or with one that is offered no more, is written to in English', async () => {
  const email = 'old@example.com'
  await registerOn(`${app.url}/es/register`, email)
  for (const language of [null, 'fr']) {
    await app.db.pool.query('update users set language = $2 where email = $1', [email, language])
    await resetFor(email, { 'accept-language': 'es' })
    expect((await subjects(email)).at(-1)).toBe('Choose a new password')
  }
})
