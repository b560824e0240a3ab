import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import { CONSENT_TEXTS } from '#contract/values/consents.ts'
import { runSql } from './run-sql.ts'

export interface Person {
  email: string
  password: string
  token: string
}

interface InboxMail {
  to: string
  links: string[]
}

/** The newest mail to an address, as the app's own inbox shows it. */
export async function mailTo(request: APIRequestContext, email: string): Promise<InboxMail> {
  let found: InboxMail | undefined
  await expect(async () => {
    const mails = (await (await request.get('/dev/inbox.json')).json()) as InboxMail[]
    found = mails.find(({ to }) => to === email)
    expect(found).toBeDefined()
  }).toPass()
  return found!
}

/**
 * Registers somebody, verifies the address by the mail's link unless told not to, signs in and agrees that faces are compared, all
 * over the API.
 */
export async function newPerson(
  request: APIRequestContext,
  { verified = true, comparesFaces = true }: { verified?: boolean; comparesFaces?: boolean } = {},
): Promise<Person> {
  const email = `${randomUUID()}@example.org`
  const password = `pass-${randomUUID()}`
  const answer = await request.post('/api/dj-rest-auth/register/', {
    data: { first_name: 'Ada', email, password1: password, password2: password },
  })
  expect(answer.status()).toBe(201)
  if (verified) {
    const [link = ''] = (await mailTo(request, email)).links
    const key = new URL(link).searchParams.get('key')
    const confirmed = await request.post('/api/dj-rest-auth/registration/verify-email/', {
      data: { key, password },
    })
    expect(confirmed.status()).toBe(200)
  }
  const login = await request.post('/api/dj-rest-auth/login/', { data: { email, password } })
  const { key: token } = (await login.json()) as { key: string }
  if (comparesFaces) {
    const agreed = await request.post('/api/account/consents/', {
      headers: { authorization: `Token ${token}` },
      data: { kind: 'faces', version: CONSENT_TEXTS.faces.version },
    })
    expect(agreed.status()).toBe(201)
  }
  return { email, password, token }
}

/** Gives a browser the session of a person. */
export async function signIn(
  context: BrowserContext,
  person: Person,
  baseUrl: string,
): Promise<void> {
  await context.addCookies([{ name: 'accessToken', value: person.token, url: baseUrl }])
}

/** Makes somebody an administrator, in the database: the operator's command takes a second. */
export async function makeAdmin(
  { email }: Person,
  dataDir = process.env['E2E_DATA_DIR'] ?? '',
): Promise<void> {
  const sql = 'update users set is_admin = true where email = $1'
  expect(await runSql(dataDir, sql, [email])).toBe(1)
}

/** An administrator who is signed in on a page. */
export async function signedInAdmin(page: Page, baseURL: string): Promise<Person> {
  const admin = await newPerson(page.request)
  await makeAdmin(admin)
  await signIn(page.context(), admin, baseURL)
  return admin
}

/** Pays for Starter by the month, all over the API, and waits until it is there: the provider tells of a payment later. */
export async function payStarter(request: APIRequestContext, { token }: Person): Promise<void> {
  const headers = { authorization: `Token ${token}` }
  const bought = await request.post('/api/users/checkout_subscription/', {
    headers,
    data: { plan: 'starter', period: 'monthly' },
  })
  const { url } = (await bought.json()) as { url: string }
  await request.post(`${new URL(url).pathname}/pay/`, { data: { card: '4242' } })
  await expect(async () => {
    const me = await request.get('/api/users/me/', { headers })
    expect(await me.json()).toMatchObject({ plan: { name: 'starter' } })
  }).toPass({ timeout: 30_000 })
}

/** Somebody new who is signed in on a page. */
export async function signedIn(
  page: Page,
  baseURL: string,
  options?: Parameters<typeof newPerson>[1],
): Promise<Person> {
  const person = await newPerson(page.request, options)
  await signIn(page.context(), person, baseURL)
  return person
}
