import { expect, it } from 'vitest'
import { createPageCache, type Rendered } from './page-cache.ts'

const html = (body: string, init: { status?: number; headers?: Record<string, string> } = {}) =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers },
  })

/** A renderer that counts how often it is asked, and puts its nonce into the page. */
function countingRenderer(answer: (nonce: string) => Response) {
  let count = 0
  const render = async (): Promise<Rendered> => {
    const nonce = `own-${++count}`
    return { response: answer(nonce), nonce }
  }
  return { render, count: () => count }
}

it('renders a page once for all who ask in a while, each with a nonce of their own', async () => {
  let time = 1
  const cache = createPageCache(() => time)
  const page = countingRenderer((nonce) => html(`<i nonce="${nonce}">a</i><b nonce="${nonce}">`))
  const served = await Promise.all(['x', 'y'].map((nonce) => cache.serve('/', nonce, page.render)))
  expect(served.map((one) => one?.body.toString())).toEqual([
    '<i nonce="x">a</i><b nonce="x">',
    '<i nonce="y">a</i><b nonce="y">',
  ])
  expect(page.count()).toBe(1)
  await cache.serve('/other', 'x', page.render)
  expect(page.count()).toBe(2)
  time += 10_001
  await cache.serve('/', 'x', page.render)
  expect(page.count()).toBe(3)
})

it.each([
  ['an error', () => html('no', { status: 500 })],
  ['a page that is not there', () => html('no', { status: 404 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/es' } })],
  ['an answer with a cookie', () => html('hi', { headers: { 'set-cookie': 'a=b' } })],
  ['what is no page', () => new Response('{}', { headers: { 'content-type': 'text/plain' } })],
  [
    'a failure',
    () => {
      throw new Error('broken')
    },
  ],
])('keeps nothing of %s', async (_name, answer) => {
  const cache = createPageCache()
  const page = countingRenderer(answer)
  expect(await cache.serve('/', 'x', page.render)).toBeNull()
  expect(await cache.serve('/', 'x', page.render)).toBeNull()
  expect(page.count()).toBe(2)
})

it('keeps 400 pages, whatever hosts are asked for', async () => {
  const cache = createPageCache()
  const page = countingRenderer(() => html('hi'))
  for (let host = 0; host < 401; host++) await cache.serve(`${host}`, 'x', page.render)
  await cache.serve('400', 'x', page.render)
  expect(page.count()).toBe(401)
  await cache.serve('0', 'x', page.render)
  expect(page.count()).toBe(402)
})
