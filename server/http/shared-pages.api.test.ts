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

test('a query that no page reads, and a host that nobody claims, lead to the page that is kept', async () => {
  const marked = async (path: string, headers: Record<string, string> = {}) => {
    const { body, headers: sent } = await get(path, headers)
    return body.replaceAll(nonceOf(sent['content-security-policy'])!, '')
  }
  const kept = await marked('/faq', { host: 'atelier.localhost' })
  for (const query of ['?q=1', '?utm_source=a&utm_source=b', '?__proto__=1', '?'])
    expect(await marked(`/faq${query}`, { host: 'atelier.localhost' })).toBe(kept)
  // What a page reads still counts.
  const chosen = await get('/pricing?nextUrl=/library', { host: 'atelier.localhost' })
  expect(chosen.body).toContain('%2Flibrary')
  const led = await get('/faq?language=es', { host: 'atelier.localhost' })
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

test('pages count towards the limit of an address, those rendered for their visitor as several', async () => {
  const limited = await startTestApp({
    pages: true,
    env: { LANGUAGES: 'en,es' },
    overrides: { apiLimits: { perAddress: 40, perCaller: 0 } },
  })
  try {
    const ask = (path: string, remoteAddress: string, accept = 'text/html') =>
      limited.context.http!.inject({ url: path, headers: { accept }, remoteAddress })
    await ask('/faq', '10.0.0.1')
    const statuses = async (count: number, path: (at: number) => string, address: string) => {
      const all = []
      for (let at = 0; at < count; at++) all.push((await ask(path(at), address)).statusCode)
      return all
    }
    expect(await statuses(40, () => '/faq', '10.0.0.2')).toEqual(Array(40).fill(200))
    const refused = await ask('/es/faq', '10.0.0.2')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.body).toContain('Demasiadas páginas en poco tiempo.')
    expect((await ask('/faq', '10.0.0.2', '*/*')).headers['x-error-code']).toBe('throttled')
    const rendered = await statuses(8, (at) => `/faq?view=${at}`, '10.0.0.3')
    expect(rendered.indexOf(429)).toBeGreaterThan(2)
  } finally {
    await limited.dispose()
  }
})
