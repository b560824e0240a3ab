import { randomUUID } from 'node:crypto'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { CookieJar, fetchTransport } from './fetch-transport.ts'
import { PASSWORD, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Somebody in front of one browser, who has no account yet. */
export interface VisitorOptions {
  /** The public address that a trusted proxy names. */
  ip?: string
  /** Cookies that the browser keeps; none by default. */
  cookies?: CookieJar
  /** The link by which they come. */
  code?: string
  email?: string
}

/** Opens a link by which somebody invites others. @returns where it leads */
export async function followReferral(
  { url }: Pick<TestApp, 'url'>,
  code: string,
  cookies: CookieJar,
): Promise<string | null> {
  const response = await fetch(`${url}/r/${code}`, {
    redirect: 'manual',
    headers: { cookie: cookies.header() },
  })
  cookies.store(response.headers.getSetCookie())
  return response.headers.get('location')
}

/** Registers as a visitor's browser does, confirms the address and logs in. */
export async function register(
  app: TestApp,
  {
    ip,
    cookies = new CookieJar(),
    code,
    email = `${randomUUID()}@example.com`,
  }: VisitorOptions = {},
): Promise<TestPerson> {
  if (code !== undefined) await followReferral(app, code, cookies)
  const headers: Record<string, string> = ip === undefined ? {} : { 'x-forwarded-for': ip }
  const browser = createClient(fetchTransport(app.url, { headers, cookies }), { validate: true })
  await browser(api.accounts.register, {
    body: { first_name: 'Eve', email, password1: PASSWORD, password2: PASSWORD },
  })
  const { id } = await app.context.accounts.setUser({ email, verified: true })
  const { key: token } = await browser(api.accounts.login, { body: { email, password: PASSWORD } })
  return { id, email, token, call: app.as(token) }
}
