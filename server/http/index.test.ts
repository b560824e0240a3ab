import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { addApiDocs } from './api-docs.ts'
import { devInbox } from './dev-inbox.ts'
import { sampleRoutes, startHttp } from '#tests/support/http-app.ts'

describe('around the API', () => {
  test('security headers, with a new nonce each time', async () => {
    const app = await startHttp()
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

  test('calls of the API have headers for JSON', async () => {
    const app = await startHttp()
    const { headers } = await app.inject({ url: '/api/things/1/' })
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';.*frame-ancestors 'none'/,
      ),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
  })

  test('a compressed body is read; what is no such body is refused', async () => {
    const app = await startHttp()
    const send = async (encoding: string, payload: Buffer) => {
      const headers = {
        authorization: 'Token good',
        'content-type': 'application/json',
        'content-encoding': encoding,
      }
      const answer = await app.inject({ method: 'POST', url: '/api/echo/', headers, payload })
      return [answer.statusCode, answer.headers['x-error-code'], answer.json()]
    }
    const body = Buffer.from('{"size":4}')
    expect(await send('gzip', gzipSync(body))).toMatchObject([201, undefined, { size: 4 }])
    expect(await send('gzip', body)).toEqual([
      400,
      'invalid',
      { detail: 'The request cannot be decompressed.' },
    ])
    expect(await send('zip', body)).toEqual([
      415,
      'unsupported_media_type',
      { detail: 'Unsupported content encoding in request.' },
    ])
    // Small on the way, larger than a body may be.
    expect(await send('gzip', gzipSync(Buffer.alloc(50_000_000, ' ')))).toMatchObject([
      413,
      'payload_too_large',
      { detail: 'The request is too large.' },
    ])
  })

  test('readiness names what is missing', async () => {
    const app = await startHttp({ readiness: async () => ({ database: true, engine: false }) })
    const answer = await app.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      503,
      '5',
      { status: 'not ready', database: true, engine: false },
    ])
  })

  test('the OpenAPI document and its page show every call', async () => {
    const app = await startHttp()
    const document = (await app.inject({ url: '/api/schema/' })).json()
    expect(Object.keys(document.paths)).toHaveLength(
      new Set(sampleRoutes.map((r) => r.endpoint.path)).size,
    )
    const body = document.paths['/api/echo/'].post.requestBody.content['application/json'].schema
    expect(body.required).toEqual(['size'])
    const file = document.paths['/api/file/'].get.responses['200'].content
    expect(Object.keys(file)).toEqual(['text/csv'])
    const page = await app.inject({ url: '/api/docs/' })
    expect(page.headers['content-type']).toContain('text/html')
    const nonce = /'nonce-([\da-f]+)'/.exec(String(page.headers['content-security-policy']))?.[1]
    const scripts = page.body.match(/<script[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`)
    expect(page.body).toContain('/api/schema/')
    // Its own address, for search engines and shared links.
    expect(page.body.replaceAll(/http:\/\/localhost(?::80)?\//g, '/')).not.toMatch(/https?:\/\//)
    const code = await app.inject({ url: '/api/docs/js/scalar.js' })
    expect(code.headers['content-type']).toContain('javascript')
    expect(code.headers['cache-control']).toBe('public, no-cache')
    const known = { 'if-none-match': String(code.headers['etag']) }
    const again = await app.inject({ url: '/api/docs/js/scalar.js', headers: known })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('a reference that cannot be read once is read the next time, and never holds up the end', async () => {
    let times = 0
    const app = fastify()
    await addApiDocs(app, async () => {
      times += 1
      if (times % 2 === 1) throw new Error('EMFILE: too many open files')
      const reference = fastify()
      reference.get('/api/docs/js/scalar.js', async () => 'code')
      return reference
    })
    const ask = async () => (await app.inject('/api/docs/js/scalar.js')).statusCode
    expect(await Promise.all([ask(), ask()])).toEqual([500, 500])
    expect([await ask(), await ask(), times]).toEqual([200, 200, 2])
    await app.close()

    const closing = fastify()
    const { promise, reject } = Promise.withResolvers<never>()
    const begun = Promise.withResolvers<void>()
    await addApiDocs(closing, async () => {
      begun.resolve()
      return promise
    })
    const asked = closing.inject('/api/docs/')
    await begun.promise
    const closed = closing.close()
    reject(new Error('EMFILE: too many open files'))
    await closed
    expect((await asked).statusCode).toBe(500)
  })

  test('the inbox shows mails and their links', async () => {
    const mail = {
      id: '1',
      to: 'a@b.co',
      sender: 'Atelier',
      subject: '<b>',
      text: 't',
      html: '<p>h</p>',
      links: ['http://x/?a=1&b=2'],
    }
    const inbox = {
      list: async () => [{ ...mail, sentAt: new Date(0) }],
      find: async (id: string) => (id === '1' ? { ...mail, sentAt: new Date(0) } : null),
    }
    const app = await startHttp({ plugins: [devInbox(inbox)] })
    expect((await app.inject({ url: '/dev/inbox.json' })).json()).toEqual([mail])
    const page = await app.inject({ url: '/dev/inbox' })
    expect(page.body).toContain('&lt;b&gt;')
    expect(page.body).toContain('href="http://x/?a=1&amp;b=2"')
    expect((await app.inject({ url: '/dev/inbox/1' })).body).toBe('<p>h</p>')
    expect((await app.inject({ url: '/dev/inbox/2' })).statusCode).toBe(404)
  })
})
