import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Caller, Reply, route } from '#server/platform/route.ts'
import { createHttp, type HttpOptions } from './index.ts'

const CALLER: Caller = {
  userId: 'u1',
  email: 'a@example.com',
  emailVerified: true,
  isStaff: false,
  isAdmin: false,
  by: 'session',
  tokenHash: Buffer.alloc(32),
}
const CALLERS: Record<string, Partial<Caller>> = {
  good: {},
  admin: { userId: 'u2', isAdmin: true },
  staff: { userId: 'u3', isStaff: true },
  api: { userId: 'u4', by: 'api_key' },
}

const define = <const M extends 'GET' | 'POST' | 'DELETE'>(method: M, path: string) =>
  ({ method, path, access: 'user', summary: path, response: z.unknown() }) as const

const routes = [
  route(
    endpoint({
      ...define('POST', '/api/echo/'),
      body: z.strictObject({
        size: z.int().max(4),
        text: z.string().max(2000).default('filled in'),
      }),
      response: z.object({ size: z.number(), text: z.string() }),
      statuses: [201],
    }),
    async ({ body }) => body,
  ),
  route(
    endpoint({ ...define('GET', '/api/things/:id/'), params: z.object({ id: z.string() }) }),
    async ({ params, ip }) => ({ id: params.id, ip }),
  ),
  route(
    endpoint({ ...define('GET', '/api/things/special/') }),
    async () => new Reply(200, { special: true }, { 'X-Extra': '1' }),
  ),
  route(
    endpoint({
      ...define('DELETE', '/api/things/:id/'),
      params: z.object({ id: z.string() }),
      response: z.null(),
      statuses: [204],
    }),
    async () => null,
  ),
  route(endpoint({ ...define('GET', '/api/admin-only/'), access: 'admin' }), async () => 'admin'),
  route(endpoint({ ...define('GET', '/api/staff-only/'), access: 'staff' }), async () => 'staff'),
  route(endpoint({ ...define('GET', '/api/session-only/'), access: 'session' }), async () => 'me'),
  route(endpoint({ ...define('GET', '/api/public/'), access: 'public' }), async ({ caller }) => ({
    known: caller?.userId ?? null,
  })),
  route(
    endpoint({ ...define('POST', '/api/anonymous/'), access: 'anonymous' }),
    async ({ caller }) => caller,
  ),
  route(endpoint({ ...define('GET', '/api/broken/'), access: 'public' }), async () => {
    throw new Error('select secret from table')
  }),
  route(endpoint({ ...define('GET', '/api/poor/'), access: 'public' }), async () => {
    throw new AppError('not_enough_credits', 'log text', {
      userMessage: 'Not enough credits.',
      extra: { missing: 3 },
    })
  }),
  route(endpoint({ ...define('GET', '/api/wait/'), access: 'public' }), async () => {
    throw new AppError('queue_full', 'Full.', { retryAfterSeconds: 2.2 })
  }),
  route(
    endpoint({
      ...define('GET', '/api/liar/'),
      access: 'public',
      response: z.object({ a: z.string() }),
    }),
    async () => ({ a: 1 }) as never,
  ),
]

const apps: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function start(
  change: Partial<HttpOptions> & { settings?: Partial<HttpOptions['settings']> } = {},
) {
  const app = await createHttp({
    log: pino({ level: 'silent' }),
    routes,
    authenticate: async (token) => (token in CALLERS ? { ...CALLER, ...CALLERS[token] } : null),
    readiness: async () => ({ database: true }),
    inbox: null,
    validateResponses: true,
    ...change,
    settings: {
      publicUrl: 'http://localhost:41400',
      trustedProxies: [],
      apiLimits: { perAddress: 0, perCaller: 0 },
      mediaOrigins: [],
      development: false,
      ...change.settings,
    },
  })
  apps.push(app)
  return app
}

const asGood = { authorization: 'Token good' }

describe('binding', () => {
  test('parses, fills in defaults and answers with the status of the contract', async () => {
    const app = await start()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/echo/',
      headers: asGood,
      payload: { size: 2 },
    })
    expect([answer.statusCode, answer.json()]).toEqual([201, { size: 2, text: 'filled in' }])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('names the fields that are wrong', async () => {
    const app = await start()
    const payload = { size: '4', extra: 1 }
    const answer = await app.inject({ method: 'POST', url: '/api/echo/', headers: asGood, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      size: ['A valid integer is required.'],
      extra: ['Unknown field.'],
    })
    expect(answer.headers['x-error-code']).toBe('invalid')
  })

  test.each([
    ['no body', {}],
    ['an empty JSON body', { headers: { 'content-type': 'application/json' }, payload: '' }],
  ])('%s counts as an empty object', async (_name, extra) => {
    const app = await start()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/echo/',
      ...extra,
      headers: { ...asGood, ...('headers' in extra ? extra.headers : {}) },
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { size: ['This field is required.'] }])
  })

  test.each([
    ['null', 'None'],
    ['[1]', 'list'],
    ['"text"', 'str'],
    ['7', 'int'],
  ])('the body %s is named by its type', async (payload, type) => {
    const app = await start()
    const headers = { ...asGood, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/echo/', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { non_field_errors: [`Invalid data. Expected a dictionary, but got ${type}.`] },
    ])
  })

  test.each([
    ['broken JSON', 'application/json', '{"size":', 400, 'invalid'],
    ['a prototype in JSON', 'application/json', '{"__proto__":{"a":1},"size":1}', 400, 'invalid'],
    ['text', 'text/plain', 'size=1', 415, 'unsupported_media_type'],
    ['a form', 'application/x-www-form-urlencoded', 'size=1', 415, 'unsupported_media_type'],
    [
      'too much',
      'application/json',
      `{"text":"${'a'.repeat(1_100_000)}"}`,
      413,
      'payload_too_large',
    ],
  ])('%s', async (_name, type, payload, status, code) => {
    const app = await start()
    const headers = { ...asGood, 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/api/echo/', headers, payload })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([status, code])
    expect(answer.json()).toEqual({ detail: expect.any(String) })
  })

  test('a path without its slash, an unknown one and one that cannot be decoded are 404 in JSON', async () => {
    const app = await start()
    for (const url of ['/api/echo', '/api/nothing/', '/api/things/%ff/', '/api//echo/']) {
      const answer = await app.inject({ method: 'GET', url, headers: asGood })
      expect([url, answer.statusCode, answer.json(), answer.headers['x-error-code']]).toEqual([
        url,
        404,
        { detail: 'Not found.' },
        'not_found',
      ])
    }
  })

  test('a wrong method is 405 with Allow, whatever the body', async () => {
    const app = await start()
    for (const [method, url, allow] of [
      ['PUT', '/api/echo/', 'POST'],
      ['GET', '/api/echo/', 'POST'],
      ['OPTIONS', '/api/things/1/', 'GET, HEAD, DELETE'],
      ['DELETE', '/api/things/special/', 'GET, HEAD'],
    ] as const) {
      const answer = await app.inject({
        method,
        url,
        payload: 'x',
        headers: { 'content-type': 'text/css' },
      })
      expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 405, allow])
    }
  })

  test('headers of a reply, and a 204 without a body', async () => {
    const app = await start()
    const special = await app.inject({ url: '/api/things/special/', headers: asGood })
    expect([special.json(), special.headers['x-extra']]).toEqual([{ special: true }, '1'])
    const removed = await app.inject({ method: 'DELETE', url: '/api/things/1/', headers: asGood })
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
  })

  test('an answer that breaks the contract is a 500 while answers are checked', async () => {
    const strict = await start()
    expect((await strict.inject({ url: '/api/liar/' })).statusCode).toBe(500)
    const lenient = await start({ validateResponses: false })
    expect((await lenient.inject({ url: '/api/liar/' })).json()).toEqual({ a: 1 })
  })
})

describe('errors', () => {
  test('nothing of the inside leaks, and the answer carries a request id', async () => {
    const app = await start()
    const answer = await app.inject({ url: '/api/broken/' })
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Server error.' }])
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(answer.headers['x-error-code']).toBe('internal')
  })

  test('extra fields and Retry-After', async () => {
    const app = await start()
    const poor = await app.inject({ url: '/api/poor/' })
    expect([poor.statusCode, poor.json()]).toEqual([
      402,
      { detail: 'Not enough credits.', missing: 3 },
    ])
    const wait = await app.inject({ url: '/api/wait/' })
    expect([wait.statusCode, wait.headers['retry-after']]).toEqual([429, '3'])
  })
})

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
      { authorization: 'Token api' },
      403,
      'permission_denied',
    ],
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
    const app = await start()
    const answer = await app.inject({ url, headers })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([status, code])
  })

  test('a call that signs in does not look at an old token', async () => {
    const app = await start()
    const headers = { authorization: 'Token bad', cookie: 'accessToken=bad' }
    expect((await app.inject({ method: 'POST', url: '/api/anonymous/', headers })).statusCode).toBe(
      200,
    )
  })

  test('X-Forwarded-For counts only from a trusted proxy', async () => {
    const headers = { ...asGood, 'x-forwarded-for': '203.0.113.9' }
    const open = await start()
    expect((await open.inject({ url: '/api/things/1/', headers })).json().ip).toBe('127.0.0.1')
    const behind = await start({ settings: { trustedProxies: ['127.0.0.1'] } })
    expect((await behind.inject({ url: '/api/things/1/', headers })).json().ip).toBe('203.0.113.9')
  })
})

describe('csrf', () => {
  const XSRF = 'abcdefghijklmnopqrstuvwxyz'
  const write = { method: 'POST', url: '/api/echo/', payload: { size: 1 } } as const

  test.each([
    ['the cookie alone', { cookie: 'accessToken=good' }, 403],
    ['a header without its cookie', { cookie: 'accessToken=good', 'x-xsrf-token': XSRF }, 403],
    [
      'another echo',
      { cookie: `accessToken=good; XSRF-TOKEN=${XSRF}`, 'x-xsrf-token': `${XSRF}x` },
      403,
    ],
    ['two empty ones', { cookie: 'accessToken=good; XSRF-TOKEN=', 'x-xsrf-token': '' }, 403],
    ['the echo', { cookie: `accessToken=good; XSRF-TOKEN=${XSRF}`, 'x-xsrf-token': XSRF }, 201],
    ['a token in the header', { ...asGood, cookie: 'accessToken=bad' }, 201],
  ])('%s', async (_name, headers, status) => {
    const app = await start()
    const answer = await app.inject({ ...write, headers })
    expect(answer.statusCode).toBe(status)
    if (status === 403) expect(answer.headers['x-error-code']).toBe('csrf_failed')
  })

  test('the cookie is set when it is missing, and kept when it is there', async () => {
    const app = await start()
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
    const secure = await start({ settings: { publicUrl: 'https://example.com' } })
    expect((await secure.inject({ url: '/api/public/' })).cookies[0]).toHaveProperty('secure', true)
  })
})

describe('limits', () => {
  test('per address and per caller, with Retry-After', async () => {
    const app = await start({ settings: { apiLimits: { perAddress: 3, perCaller: 2 } } })
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

describe('around the API', () => {
  test('security headers, with a new nonce each time', async () => {
    const app = await start()
    const [one, two] = [
      await app.inject({ url: '/healthz' }),
      await app.inject({ url: '/healthz' }),
    ]
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'nonce-[\da-f]{32}'(;|$)/)
    expect(policy).toContain("img-src 'self' data: blob:")
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(policy).not.toBe(two.headers['content-security-policy'])
    expect(one.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    expect(one.headers).not.toHaveProperty('x-powered-by')
    expect(one.headers).not.toHaveProperty('strict-transport-security')
  })

  test('readiness names what is missing', async () => {
    const app = await start({ readiness: async () => ({ database: true, engine: false }) })
    const answer = await app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'not ready', database: true, engine: false },
    ])
  })

  test('the OpenAPI document and its page show every call', async () => {
    const app = await start()
    const document = (await app.inject({ url: '/api/schema/' })).json()
    expect(Object.keys(document.paths)).toHaveLength(
      new Set(routes.map((r) => r.endpoint.path)).size,
    )
    const body = document.paths['/api/echo/'].post.requestBody.content['application/json'].schema
    expect(body.required).toEqual(['size'])
    const page = await app.inject({ url: '/api/docs/' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('/api/things/{id}/')
    expect(page.body).not.toContain('<script')
  })

  test('the inbox is there only when it is given', async () => {
    const without = await start()
    expect((await without.inject({ url: '/dev/inbox.json' })).statusCode).toBe(404)
    const mail = {
      id: '1',
      to: 'a@b.co',
      subject: '<b>',
      text: 't',
      html: '<p>h</p>',
      links: ['http://x/?a=1&b=2'],
    }
    const inbox = {
      list: async () => [{ ...mail, sentAt: new Date(0) }],
      find: async (id: string) => (id === '1' ? { ...mail, sentAt: new Date(0) } : null),
    }
    const app = await start({ inbox })
    expect((await app.inject({ url: '/dev/inbox.json' })).json()).toEqual([mail])
    const page = await app.inject({ url: '/dev/inbox' })
    expect(page.body).toContain('&lt;b&gt;')
    expect(page.body).toContain('href="http://x/?a=1&amp;b=2"')
    expect((await app.inject({ url: '/dev/inbox/1' })).body).toBe('<p>h</p>')
    expect((await app.inject({ url: '/dev/inbox/2' })).statusCode).toBe(404)
  })
})
