import { channel } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#server/app/options.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/**
 * Who reaches a route. `this machine`: nobody whose request was passed on by a proxy. `its sender`: everybody, but what is
 * not signed by the one it is said to come from, or asks for nothing this server named, is refused.
 */
type Reach = 'everybody' | 'signed in' | 'this machine' | 'its sender'

/** A row for each route that is no call of the contract, with the reason; page files and refused methods aside. */
const ROUTES: Record<string, [Reach, why: string]> = {
  'GET /*': ['everybody', 'pages; what they show is asked of the API as their visitor'],
  'GET /assets/*': ['everybody', 'scripts and styles of the pages, the same for everybody'],
  'GET /api/docs': ['everybody', 'the reference of the API, which is public'],
  'GET /api/docs/': ['everybody', 'the reference of the API, which is public'],
  'GET /api/docs/js/scalar.js': ['everybody', 'the script of the reference'],
  'GET /api/schema/': ['everybody', 'what the reference is made of'],
  'GET /api/events/': ['signed in', 'one person hears of their own things alone'],
  'POST /api/webhooks/stripe/': ['its sender', 'the payment provider signs its events'],
  'POST /api/webhooks/:engine/': ['its sender', 'an engine that sends hints signs them'],
  'GET /media/*': [
    'its sender',
    'an address of a private file is signed and runs out, that of a publication cannot be guessed',
  ],
  'GET /brand-logo/:file': ['everybody', 'logos of brands, which stand on every page'],
  'GET /site-picture/:file': ['everybody', 'images of public pages that administrators chose'],
  'GET /r/:code': [
    'everybody',
    'links by which people invite others; what is no code says so to nobody',
  ],
  'GET /unsubscribe/:token': ['everybody', 'leads to where mails are chosen and changes nothing'],
  'POST /unsubscribe/:token': [
    'its sender',
    'the token, which only the mail has, ends a kind of mail',
  ],
  'GET /img/': ['its sender', 'resizes what its address, made by this server, may show'],
  'POST /mcp': ['its sender', 'programs show an API key'],
  'GET /sdapi/*': ['its sender', 'nothing is there; said as programs for A1111 read it'],
  'GET /v1/*': ['its sender', 'nothing is there; said as clients of OpenAI read it'],
  'GET /healthz': ['everybody', 'whoever watches the process; says nothing but that it answers'],
  'GET /readyz': ['everybody', 'whoever watches the process; names its parts, not their contents'],
  'GET /proxy/api': ['everybody', 'passed on to the API host, which asks who calls'],
  'GET /proxy/api/*': ['everybody', 'passed on to the API host, which asks who calls'],
  'POST /share': ['everybody', 'answers what a phone shares with the app by leading to a page'],
  'GET /dev/inbox': ['this machine', 'mails of everybody, with their links'],
  'GET /dev/inbox.json': ['this machine', 'mails of everybody, with their links'],
  'GET /dev/inbox/:id': ['this machine', 'mails of everybody, with their links'],
  'GET /dev/telemetry': ['this machine', 'what pages sent, for whoever tries telemetry out'],
  'GET /dev/telemetry.json': ['this machine', 'what pages sent, for whoever tries telemetry out'],
  'GET /dev/telemetry/chat': ['this machine', 'stands in for a chat while telemetry is tried out'],
  'POST /dev/telemetry/api/event': ['this machine', 'takes the place of a service for statistics'],
  'POST /dev/telemetry/chat': ['this machine', 'stands in for a chat while telemetry is tried out'],
  'POST /dev/telemetry/envelope': ['this machine', 'takes the place of a service for errors'],
  'GET /test-checkout/:id': ['this machine', 'test payments, where anybody could pay with nothing'],
  'POST /test-checkout/:id/pay/': ['this machine', 'test payments, where anybody could pay'],
  'GET /test-checkout/lato-400.woff2': ['this machine', 'a font of the pages of test payments'],
  'GET /test-checkout/lato-700.woff2': ['this machine', 'a font of the pages of test payments'],
  'GET /test-invoice/:id': ['this machine', 'test payments'],
  'POST /test-invoice/:id/pay/': ['this machine', 'test payments, where anybody could pay'],
  'GET /test-portal/:id': ['this machine', 'test payments'],
  'POST /test-portal/:id/card/': ['this machine', 'test payments'],
  'POST /test-portal/:id/cancel/': ['this machine', 'test payments'],
  'POST /test-portal/:id/resume/': ['this machine', 'test payments'],
}

let app: TestApp
const routesOf = new Map<FastifyInstance, RouteOptions[]>()

/** Hears of every route of every server that starts, from its first on. */
function collectRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  const routes: RouteOptions[] = []
  routesOf.set(fastify, routes)
  fastify.addHook('onRoute', (route) => {
    routes.push(route)
  })
}

const started = channel('fastify.initialization')
beforeAll(async () => {
  started.subscribe(collectRoutes)
  app = await startTestApp({
    pages: true,
    env: { LOG_LEVEL: 'fatal', TELEMETRY_SINK: '1', API_HOST: 'http://127.0.0.1:9' },
  })
  started.unsubscribe(collectRoutes)
})
afterAll(() => app.dispose())

const isPageFile = ({ url }: RouteOptions) =>
  url !== '/*' && existsSync(join(ROOT, 'build', 'client', decodeURIComponent(url)))

const http = () => app.context.http!
const call = (name: string, headers: Record<string, string> = {}) => {
  const [method = '', url = ''] = name.split(' ')
  const path = url.replaceAll(/:\w+|\*/g, 'none')
  return http().inject({ method: method as 'GET', url: path, headers })
}

/** The routes by method and path, each with the HEAD that goes with a GET left out. */
async function otherRoutes(): Promise<string[]> {
  const names: string[] = []
  for (const route of routesOf.get(http()) ?? []) {
    if (route.config?.endpoint || isPageFile(route)) continue
    const [first = '', ...more] = [route.method].flat()
    if (first === 'HEAD') continue
    const name = `${first} ${route.url}`
    const isRefusal = more.length > 0 && (await call(name)).statusCode === 405
    if (!isRefusal) names.push(name)
  }
  return names
}

test('every route besides the calls of the contract has a row', async () => {
  expect((await otherRoutes()).toSorted()).toEqual(Object.keys(ROUTES).toSorted())
})

/** What is wrong with the answers to a stranger whose request a proxy passed on, and to one of this machine. */
async function findFault(name: string, reach: Reach): Promise<string | null> {
  const { statusCode } = await call(name, { 'x-forwarded-for': '203.0.113.9' })
  const isRight = {
    everybody: ![401, 403].includes(statusCode),
    'signed in': statusCode === 401,
    'this machine': statusCode === 404,
    'its sender': [400, 401, 403, 404].includes(statusCode),
  }[reach]
  if (!isRight) return `${name} for a stranger: ${statusCode}`
  if (reach !== 'this machine' || /POST|:/.test(name)) return null
  // Something is there, so the 404 was for who asked.
  const here = await call(name)
  return here.statusCode < 400 ? null : `${name} for this machine: ${here.statusCode}`
}

test('every route is there for whom its row says', async () => {
  const faults = Object.entries(ROUTES).map(([name, [reach]]) => findFault(name, reach))
  expect((await Promise.all(faults)).filter((fault) => fault !== null)).toEqual([])
})
