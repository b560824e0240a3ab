import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { LANGUAGES: 'en,es' } })
  await app.context.community.start()
})
afterAll(() => app.dispose())

const get = (url: string, host = 'atelier.localhost') =>
  app.context.http!.inject({ url, headers: { host, accept: 'text/html' } })

const firstImage = async () => (await app.call(api.civitImages.list, { query: {} })).results[0]!

test('the first page of a feed is in the HTML, narrowed by the address', async () => {
  const { body } = await get('/inspire/images/all')
  expect(body.match(/href="\/inspire\/images\/detail\//g)).toHaveLength(40)
  const { body: narrowed } = await get('/inspire/images/all?tag=apple&sort=-reactions')
  const count = narrowed.match(/href="\/inspire\/images\/detail\//g)?.length ?? 0
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(40)
  expect((await get('/es/inspire/models/all')).body).toContain('Explorar modelos')
})

test('old addresses lead on, in the language of the page', async () => {
  const leads = async (url: string) => {
    const { statusCode, headers } = await get(url)
    return [statusCode, headers.location]
  }
  expect(await leads('/inspire/images/')).toEqual([301, '/inspire/images/all'])
  expect(await leads('/es/inspire/images/')).toEqual([301, '/es/inspire/images/all'])
  expect(await leads('/inspire/models/')).toEqual([301, '/inspire/models/all'])
  expect(await leads('/inspire/models/?id=atelier-v1')).toEqual([
    301,
    '/inspire/models/detail/atelier-v1',
  ])
})

test('a published image has its own title, picture and address', async () => {
  const { id, url, alt, creator } = await firstImage()
  const { body } = await get(`/inspire/images/detail/${id}?from=mail`)
  const origin = 'http://atelier.localhost'
  expect(body).toContain(`<title>${alt} - Atelier</title>`)
  expect(body).toContain(`<meta property="og:image" content="${origin}${url}"/>`)
  expect(body).toContain(`<link rel="canonical" href="${origin}/inspire/images/detail/${id}"/>`)
  expect(body.match(/rel="canonical"|property="og:image"/g)).toHaveLength(2)
  expect((await get(`/inspire/creators/${creator.id}`)).body).toContain(`>${creator.name}</h1>`)
})

test('what is not there, or on a brand without it, is a 404', async () => {
  const { id } = await firstImage()
  const codes = await Promise.all([
    get('/inspire/images/detail/00000000-0000-7000-8000-000000000000').then((r) => r.statusCode),
    get('/inspire/models/detail/none').then((r) => r.statusCode),
    get(`/inspire/images/all?tag=${'a'.repeat(41)}`).then((r) => r.statusCode),
    get('/inspire/images/all?q=%00').then((r) => r.statusCode),
    get('/inspire/images/all', 'portrait.localhost').then((r) => r.statusCode),
    get(`/inspire/images/detail/${id}`, 'portrait.localhost').then((r) => r.statusCode),
    get('/inspire/search?q=a', 'portrait.localhost').then((r) => r.statusCode),
  ])
  expect(codes).toEqual(codes.map(() => 404))
})
