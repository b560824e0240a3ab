import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '#server/platform/db/index.ts'
import { type JsonServer, listenOnLoopback, readBody } from '#tests/support/doubles/json-server.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { uploadForm } from '#tests/support/uploads.ts'

/** Answers the API itself. */
let own: TestApp
/** Another one, whose `/proxy/api/*` leads to the first. */
let front: TestApp
let person: TestPerson
beforeAll(async () => {
  own = await startTestApp()
  front = await startTestApp({ env: { API_HOST: own.url } })
  person = await newPerson(own)
})
afterAll(async () => {
  await front.dispose()
  await own.dispose()
})

/** Asks for a path as it is written, which fetch would tidy up. */
const asWritten = (url: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const asked = httpRequest(url, { path }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once('error', reject).end()
  })

/** Posts `bytes` of a body; resolves with the answer's status, which may come before all is sent. */
const send = (url: string, headers: Record<string, string>, bytes: number) =>
  new Promise<number>((resolve, reject) => {
    const asked = httpRequest(url, { path: '/proxy/api/big/', method: 'POST', headers })
    asked.once('response', (answer) => {
      resolve(answer.statusCode ?? 0)
      asked.destroy()
    })
    asked.once('error', reject)
    asked.write(new Uint8Array(bytes))
  })

/** Headers that differ from one answer to the next. */
const CHANGING = new Set(['x-request-id', 'date', 'set-cookie', 'connection', 'keep-alive'])
const lasting = (headers: Headers) =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !CHANGING.has(name))
      .map(([name, value]) => [name, value.replace(/'nonce-\w+'/g, 'nonce')]),
  )

const bySession = (token: string) => ({ authorization: `Token ${token}` })
const byCookie = (token: string) => ({ cookie: `accessToken=${token}` })

describe.each([
  ['this server', () => own],
  ['another host', () => front],
])('answered by %s', (_where, at) => {
  test.each([
    ['GET', '/api/site_configuration/'],
    ['HEAD', '/api/site_configuration/'],
    ['GET', '/api/users/me/'],
    ['GET', '/api/prediction_images/?limit=x'],
    ['GET', '/api/nothing/'],
    ['GET', '/api/nothing'],
    ['DELETE', '/api/users/me/'],
    ['POST', '/api/auth/login/'],
  ])('%s %s is the same call', async (method, path) => {
    const headers = bySession(person.token)
    const straight = await rawRequest(own, path, { method, headers })
    const through = await rawRequest(at(), `/proxy${path}`, { method, headers })
    expect([through.status, through.body]).toEqual([straight.status, straight.body])
    // Another host adds what this server says on every answer of its own.
    expect(lasting(through.headers)).toMatchObject(lasting(straight.headers))
  })

  test('a session counts in the header and in the cookie, and who has none is told so', async () => {
    const ask = (headers = {}) =>
      rawRequest(at(), '/proxy/api/users/me/', { method: 'GET', headers })
    for (const headers of [bySession(person.token), byCookie(person.token)]) {
      expect((await ask(headers)).body).toMatchObject({ email: person.email })
    }
    expect((await ask()).status).toBe(401)
    expect((await ask(bySession('wrong'))).code).toBe('invalid_token')
  })

  test('a write by the cookie needs the echo that the same server gave', async () => {
    const path = '/proxy/api/presets/'
    const body = { name: `of ${at().url}`, settings: {} }
    const refused = await rawRequest(at(), path, { body, headers: byCookie(person.token) })
    expect([refused.status, refused.code]).toEqual([403, 'csrf_failed'])
    const given = refused.headers.getSetCookie()
    expect(given).toHaveLength(1)
    const xsrf = /^XSRF-TOKEN=([^;]+); Path=\/; SameSite=Lax$/.exec(given[0]!)![1]!
    const echoed = await rawRequest(at(), path, {
      body,
      headers: {
        cookie: `accessToken=${person.token}; XSRF-TOKEN=${xsrf}`,
        'x-xsrf-token': xsrf,
      },
    })
    expect(echoed.code).not.toBe('csrf_failed')
    expect([200, 201, 400]).toContain(echoed.status)
  })

  test('a file goes through', async () => {
    const response = await fetch(`${at().url}/proxy/api/uploaded_images/upload_image/`, {
      method: 'POST',
      headers: bySession(person.token),
      body: uploadForm(await makePng(40, 30)),
    })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ width: 40, height: 30 })
  })

  test('events come as they happen', async () => {
    const gone = new AbortController()
    const response = await fetch(`${at().url}/proxy/api/events/`, {
      headers: { ...bySession(person.token), 'accept-encoding': 'gzip, br' },
      signal: gone.signal,
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const until = async (what: string) => {
      while (!text.includes(what)) text += (await reader.read()).value ?? ''
    }
    await until('retry: ')
    await transact(own.db, async (tx) =>
      own.context.events.publish(tx, person.id, 'notice', { title: 'n', message: 'through' }),
    )
    await until('through')
    gone.abort()
  })

  test.each([
    '/proxy/api/../dev/inbox',
    '/proxy/api/../../dev/inbox',
    '/proxy/api/./users/me/',
    '/proxy/api//users/me/',
    '/proxy//api/users/me/',
    '/proxy/api/%2e%2e/dev/inbox',
    '/proxy/api/..%2fdev/inbox',
    '/proxy/api/%2F/example.com/',
    '/proxy/api/..\\dev\\inbox',
    '/proxy/api/%5c%5cexample.com/',
    '/proxy/api@example.com/',
    '/proxy/apis/users/me/',
    '/proxy/http://example.com/',
    '/proxy/proxy/api/users/me/',
    '/proxy/',
  ])('%s leads nowhere', async (path) => {
    expect(await asWritten(at().url, path)).toBe(404)
  })

  test('it is no open proxy', async () => {
    let called = 0
    const elsewhere = await listenOnLoopback(async (_request, response) => {
      called += 1
      response.end('elsewhere')
    })
    const { host } = new URL(elsewhere.url)
    const port = Number(new URL(at().url).port)
    /** The first line of the answer to a request that names a host in its first line. */
    const askFor = (target: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
        )
        socket.once('error', reject)
        socket.once('data', (data) => {
          socket.destroy()
          resolve(data.toString('latin1').split('\r\n', 1)[0]!)
        })
      })
    expect(await askFor(`${elsewhere.url}/proxy/api/users/me/`)).toContain(' 404 ')
    expect(await askFor(`/proxy/api/?url=${elsewhere.url}`)).toContain(' 404 ')
    expect(await askFor(`/proxy/api/users/me/?host=${host}`)).toContain(' 401 ')
    expect(called).toBe(0)
    await elsewhere.close()
  })
})

describe('what the other host sees and says', () => {
  let host: JsonServer
  let app: TestApp
  const seen: { url: string; headers: Record<string, unknown>; bytes: number }[] = []
  beforeAll(async () => {
    host = await listenOnLoopback(async (request, response) => {
      const bytes = await readBody(request)
      seen.push({ url: request.url ?? '', headers: request.headers, bytes: bytes.length })
      if (request.url === '/api/moved/') {
        response.writeHead(302, { location: '/api/here/', 'set-cookie': 'a=b' }).end()
      } else if (request.url === '/api/away/') {
        response.writeHead(302, { location: 'http://elsewhere.example/' }).end()
      } else response.writeHead(200, { 'content-type': 'text/plain' }).end('as it is')
    })
    app = await startTestApp({
      env: { API_HOST: host.url },
      overrides: { apiLimits: { perAddress: 12, perCaller: 0 } },
    })
  })
  afterAll(async () => {
    await app.dispose()
    await host.close()
  })

  test('path, query and cookies as they were asked, and who asked; no redirect is followed', async () => {
    const headers = { cookie: 'accessToken=t', 'x-forwarded-for': '6.6.6.6', 'x-page-url': '/es/' }
    const answer = await fetch(`${app.url}/proxy/api/a%20b/?q=a%2Fb&c=//x`, { headers })
    expect(await answer.text()).toBe('as it is')
    const [call] = seen.splice(0)
    expect(call).toMatchObject({
      url: '/api/a%20b/?q=a%2Fb&c=//x',
      headers: {
        host: new URL(host.url).host,
        cookie: 'accessToken=t',
        'x-page-url': '/es/',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': new URL(app.url).host,
        'x-forwarded-proto': 'http',
      },
    })
    const moved = await rawRequest(app, '/proxy/api/moved/', { method: 'GET' })
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/proxy/api/here/'])
    expect(moved.headers.getSetCookie().join()).not.toContain('a=b')
    const away = await rawRequest(app, '/proxy/api/away/', { method: 'GET' })
    expect(away.headers.get('location')).toBe('http://elsewhere.example/')
    expect(seen.splice(0).map(({ url }) => url)).toEqual(['/api/moved/', '/api/away/'])
  })

  test('a body without end is cut off, a trick is not even passed on, and there is a limit of calls', async () => {
    const large = 25 * 1024 * 1024
    expect(await send(app.url, { 'content-length': String(large) }, 10)).toBe(413)
    expect(await send(app.url, {}, large)).toBe(413)
    expect(await asWritten(app.url, '/proxy/api/%2e%2e/dev/inbox')).toBe(404)
    expect(seen.splice(0)).toEqual([])
    const statuses = []
    for (let i = 0; i < 10; i++) {
      statuses.push(
        (await rawRequest(app, '/proxy/api/x/', { method: 'OPTIONS' }).catch(() => null))?.status,
      )
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

test('a host that is away is said to be', async () => {
  const host = await listenOnLoopback(async () => {})
  await host.close()
  const app = await startTestApp({ env: { API_HOST: host.url } })
  const answer = await rawRequest(app, '/proxy/api/users/me/', { method: 'GET' })
  expect([answer.status, answer.code]).toEqual([503, 'unavailable'])
  expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  await app.dispose()
})
