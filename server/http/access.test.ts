import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { asGood, startHttp } from '#tests/support/http-app.ts'

describe('who asks', () => {
  test.each([
    ['nobody', '/api/things/1/', {}, 401, 'not_authenticated'],
    ['a wrong token', '/api/things/1/', { authorization: 'Token bad' }, 401, 'invalid_token'],
    [
      'a wrong token on a public call',
      '/api/public/',
      { authorization: 'Token bad' },
      401,
      'invalid_token',
    ],
    ['an empty token', '/api/public/', { authorization: 'Token ' }, 401, 'invalid_token'],
    [
      'a wrong header beside a good cookie',
      '/api/public/',
      { authorization: 'Token bad', cookie: 'accessToken=good' },
      401,
      'invalid_token',
    ],
    ['a wrong cookie', '/api/things/1/', { cookie: 'accessToken=bad' }, 401, 'not_authenticated'],
    [
      'a wrong cookie on a public call',
      '/api/public/',
      { cookie: 'accessToken=bad' },
      200,
      undefined,
    ],
    ['a cookie', '/api/things/1/', { cookie: 'accessToken=good' }, 200, undefined],
    [
      'an API key where a session is needed',
      '/api/session-only/',
      { authorization: 'Bearer api' },
      403,
      'permission_denied',
    ],
    [
      'an API key for a call that no scope names',
      '/api/things/1/',
      { authorization: 'Bearer api' },
      403,
      'permission_denied',
    ],
    [
      'an API key on a public call',
      '/api/public/',
      { authorization: 'Bearer api' },
      200,
      undefined,
    ],
    [
      'an API key on an admin call',
      '/api/admin-only/',
      { authorization: 'Bearer api' },
      404,
      'not_found',
    ],
    ['a wrong API key', '/api/public/', { authorization: 'Bearer bad' }, 401, 'invalid_token'],
    [
      'an admin call by another',
      '/api/admin-only/',
      { authorization: 'Token staff' },
      404,
      'not_found',
    ],
    [
      'an admin call by an admin',
      '/api/admin-only/',
      { authorization: 'Token admin' },
      200,
      undefined,
    ],
    [
      'a staff call by an admin',
      '/api/staff-only/',
      { authorization: 'Token admin' },
      200,
      undefined,
    ],
    ['a staff call by staff', '/api/staff-only/', { authorization: 'token staff' }, 200, undefined],
    ['a staff call by another', '/api/staff-only/', asGood, 404, 'not_found'],
    ['an admin call by nobody', '/api/admin-only/', {}, 401, 'not_authenticated'],
  ])('%s', async (_name, url, headers, status, code) => {
    const app = await startHttp()
    const answer = await app.inject({ url, headers })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([status, code])
  })

  test('a call that signs in does not look at an old token', async () => {
    const app = await startHttp()
    const headers = { authorization: 'Token bad', cookie: 'accessToken=bad' }
    expect((await app.inject({ method: 'POST', url: '/api/anonymous/', headers })).statusCode).toBe(
      200,
    )
  })

  test('X-Forwarded-For counts only from a trusted proxy', async () => {
    const headers = { ...asGood, 'x-forwarded-for': '203.0.113.9' }
    const open = await startHttp()
    expect((await open.inject({ url: '/api/things/1/', headers })).json().ip).toBe('127.0.0.1')
    const behind = await startHttp({ settings: { trustedProxies: ['127.0.0.1'] } })
    expect((await behind.inject({ url: '/api/things/1/', headers })).json().ip).toBe('203.0.113.9')
  })
})

describe('csrf', () => {
  const write = { method: 'POST', url: '/api/echo/', payload: { size: 1 } } as const

  /** The value that the browser of a session is given. */
  async function xsrfOf(app: FastifyInstance, session: string): Promise<string> {
    const answer = await app.inject({ url: '/api/public/', cookies: { accessToken: session } })
    return answer.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
  }

  test.each<[string, (own: string, other: string) => Record<string, string>, number]>([
    ['the cookie alone', () => ({ cookie: 'accessToken=good' }), 403],
    [
      'a header without its cookie',
      (own) => ({ cookie: 'accessToken=good', 'x-xsrf-token': own }),
      403,
    ],
    [
      'another echo',
      (own) => ({ cookie: `accessToken=good; XSRF-TOKEN=${own}`, 'x-xsrf-token': `${own}x` }),
      403,
    ],
    [
      'two empty ones',
      () => ({ cookie: 'accessToken=good; XSRF-TOKEN=', 'x-xsrf-token': '' }),
      403,
    ],
    [
      'the echo of another session',
      (_own, other) => ({
        cookie: `accessToken=good; XSRF-TOKEN=${other}`,
        'x-xsrf-token': other,
      }),
      403,
    ],
    [
      'one made up',
      () => ({
        cookie: `accessToken=good; XSRF-TOKEN=${'a'.repeat(32)}`,
        'x-xsrf-token': 'a'.repeat(32),
      }),
      403,
    ],
    [
      'the echo',
      (own) => ({ cookie: `accessToken=good; XSRF-TOKEN=${own}`, 'x-xsrf-token': own }),
      201,
    ],
    ['a token in the header', () => ({ ...asGood, cookie: 'accessToken=bad' }), 201],
  ])('%s', async (_name, headersOf, status) => {
    const app = await startHttp()
    const headers = headersOf(await xsrfOf(app, 'good'), await xsrfOf(app, 'staff'))
    const answer = await app.inject({ ...write, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['x-error-code']).toBe(status === 403 ? 'csrf_failed' : undefined)
  })

  test('the value changes with the session, and with its end', async () => {
    const app = await startHttp()
    const given = async (cookies: Record<string, string>, headers = {}) => {
      const answer = await app.inject({ url: '/api/public/', cookies, headers })
      return answer.cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value
    }
    const before = (await given({}))!
    const own = (await given({ accessToken: 'good', 'XSRF-TOKEN': before }))!
    expect(own).not.toBe(before)
    expect(await given({ accessToken: 'good', 'XSRF-TOKEN': own })).toBeUndefined()
    // Pages of ours send both; what they are given belongs to the cookie.
    expect(await given({ accessToken: 'good', 'XSRF-TOKEN': before }, asGood)).toBe(own)
    const other = (await given({ accessToken: 'staff', 'XSRF-TOKEN': own }))!
    expect([before, own]).not.toContain(other)
    const after = (await given({ 'XSRF-TOKEN': own }))!
    expect([before, own, other]).not.toContain(after)
  })

  test('the cookie is set when it is missing, and kept when it is there', async () => {
    const app = await startHttp()
    const first = await app.inject({ url: '/api/public/' })
    expect(first.cookies).toEqual([
      expect.objectContaining({ name: 'XSRF-TOKEN', path: '/', sameSite: 'Lax' }),
    ])
    expect(first.cookies[0]).not.toHaveProperty('httpOnly')
    const again = await app.inject({
      url: '/api/public/',
      cookies: { 'XSRF-TOKEN': first.cookies[0]!.value },
    })
    expect(again.cookies).toEqual([])
    const secure = await startHttp({ settings: { publicUrl: 'https://example.com' } })
    expect((await secure.inject({ url: '/api/public/' })).cookies[0]).toHaveProperty('secure', true)
  })
})

describe('a GET that acts', () => {
  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
    ['none', 200],
    [undefined, 200],
  ])('asked by %s', async (site, status) => {
    const app = await startHttp()
    const headers = { cookie: 'accessToken=good', ...(site && { 'sec-fetch-site': site }) }
    const answer = await app.inject({ url: '/api/acts/', headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['x-error-code']).toBe(status === 403 ? 'csrf_failed' : undefined)
    expect((await app.inject({ url: '/api/public/', headers })).statusCode).toBe(200)
  })
})

test('a request with two Host headers is refused', async () => {
  const app = await startHttp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const ask = (hosts: string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (piece) => (answer += piece.toString()))
      socket.on('end', () => resolve(answer.split('\r\n', 1)[0]!))
      socket.on('error', reject)
      const lines = hosts.map((host) => `Host: ${host}\r\n`).join('')
      socket.write(`GET /api/public/ HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    })
  expect(await ask(['localhost'])).toBe('HTTP/1.1 200 OK')
  expect(await ask(['localhost', 'elsewhere.example'])).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask(['localhost', 'localhost'])).toBe('HTTP/1.1 400 Bad Request')
})

describe('limits', () => {
  test('per address and per caller, with Retry-After', async () => {
    const app = await startHttp({ settings: { apiLimits: { perAddress: 3, perCaller: 2 } } })
    const ask = () => app.inject({ url: '/api/things/1/', headers: asGood })
    expect((await ask()).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(200)
    const third = await ask()
    expect([third.statusCode, third.headers['x-error-code']]).toEqual([429, 'throttled'])
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.inject({ url: '/api/public/' })).statusCode).toBe(429)
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
  })
})

test('a body is looked at only when its sender may make the call', async () => {
  const app = await startHttp()
  const send = (token: string, payload: unknown) =>
    app.inject({
      method: 'POST',
      url: '/api/staff-only/change/',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  for (const payload of [{}, { size: 'x' }, { size: 1 }, '{"size":']) {
    const answer = await send('good', payload)
    expect([payload, answer.statusCode, answer.json()]).toEqual([
      payload,
      404,
      { detail: 'Not found.' },
    ])
  }
  expect((await send('staff', { size: 'x' })).statusCode).toBe(400)
  expect((await send('staff', { size: 1 })).statusCode).toBe(200)
})
