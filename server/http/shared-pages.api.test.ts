import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { LANGUAGES: 'en,es' } })
})
afterAll(() => app.dispose())

const get = (path: string, headers: Record<string, string> = {}) =>
  app.context.http!.inject({ url: path, headers: { accept: 'text/html', ...headers } })

const nonceOf = (policy: unknown) => /script-src 'self' 'nonce-(\w+)'/.exec(String(policy))?.[1]

test('a public page is rendered once, and each visitor has a nonce and a cookie of their own', async () => {
  const [first, second] = [await get('/faq'), await get('/faq')]
  const nonces = [first, second].map(({ headers }) => nonceOf(headers['content-security-policy']))
  expect(nonces[0]).not.toBe(nonces[1])
  expect(first.body).toContain(`nonce="${nonces[0]}"`)
  expect(second.body).toBe(first.body.replaceAll(nonces[0]!, nonces[1]!))
  const tokens = [first, second].map(({ cookies }) => cookies.map(({ value }) => value).join())
  expect(tokens[0]).not.toBe(tokens[1])
  for (const { headers } of [first, second])
    expect(headers['cache-control']).toBe('private, no-cache')
})

test('brands, languages and schemes do not share a page', async () => {
  const pages = await Promise.all([
    get('/faq', { host: 'atelier.localhost' }),
    get('/faq', { host: 'portrait.localhost' }),
    get('/es/faq', { host: 'atelier.localhost' }),
    get('/faq', { host: 'atelier.localhost', cookie: 'darkMode=false' }),
  ])
  const seen = pages.map(({ body }) => [
    /<title>([^<]*)/.exec(body)?.[1],
    /<html lang="(\w+)"/.exec(body)?.[1],
    /data-mantine-color-scheme="(\w+)"/.exec(body)?.[1],
  ])
  expect(seen).toEqual([
    ['Questions and answers - Atelier', 'en', 'dark'],
    ['Questions and answers - Portrait', 'en', 'dark'],
    ['Preguntas y respuestas - Atelier', 'es', 'dark'],
    ['Questions and answers - Atelier', 'en', 'light'],
  ])
  const led = await get('/faq', { cookie: 'language=es' })
  expect([led.statusCode, led.headers['location']]).toEqual([302, '/es/faq'])
})

test('nothing of a person is kept, and nothing kept is shown to a person', async () => {
  const { email, token } = await newPerson(app)
  const mine = await get('/pricing', { cookie: `accessToken=${token}` })
  expect(mine.body).toContain(email)
  expect(mine.headers['cache-control']).toBe('no-store')
  for (const visit of [await get('/pricing'), await get('/pricing')]) {
    expect(visit.body).not.toContain(email)
    expect(visit.body).toContain('Please login to upgrade.')
  }
  const again = await get('/pricing', { cookie: `accessToken=${token}` })
  expect(again.body).toContain(email)
})
