import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { asGood, startHttp } from '#tests/support/http-app.ts'

/** For methods that no client of ours would send. */
async function sendLine(port: number, line: string): Promise<{ status: number; head: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${line}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  const head = await text(socket)
  return { status: Number(head.split(' ')[1]), head }
}

describe('binding', () => {
  test('parses, fills in defaults and answers with the status of the contract', async () => {
    const app = await startHttp()
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
    const app = await startHttp()
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
    ['overlong', 'a'.repeat(300)],
    ['with a null character', '%00'],
    ['that cannot be decoded', '%'],
  ])('an id %s names nothing, whatever the method', async (_name, id) => {
    const app = await startHttp()
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: `/api/things/${id}/`, headers: asGood })
      expect([method, answer.statusCode, answer.headers['x-error-code']]).toEqual([
        method,
        404,
        'not_found',
      ])
    }
  })

  test.each([
    ['no body', {}],
    ['an empty JSON body', { headers: { 'content-type': 'application/json' }, payload: '' }],
  ])('%s counts as an empty object', async (_name, extra) => {
    const app = await startHttp()
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
    const app = await startHttp()
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
    ['too much', 'application/json', `{"text":"${'a'.repeat(70_000)}"}`, 413, 'payload_too_large'],
  ])('%s', async (_name, type, payload, status, code) => {
    const app = await startHttp()
    const headers = { ...asGood, 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: '/api/echo/', headers, payload })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([status, code])
    expect(answer.json()).toEqual({ detail: expect.any(String) })
  })

  test('a path without its slash, an unknown one and one that cannot be decoded are 404 in JSON', async () => {
    const app = await startHttp()
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
    const app = await startHttp()
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

  test('a method that nothing here has is 405, wherever it goes', async () => {
    const app = await startHttp()
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    for (const path of ['/api/public/', '/api/nothing/', '/a-page']) {
      for (const method of ['QUERY', 'PROPFIND', 'TRACE']) {
        const { status, head } = await sendLine(Number(port), `${method} ${path} HTTP/1.1`)
        expect([method, path, status]).toEqual([method, path, 405])
        expect(head).toMatch(/^x-error-code: method_not_allowed\r?$/m)
        expect(head).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r?$/m)
      }
    }
  })

  test('headers of a reply, and a 204 without a body', async () => {
    const app = await startHttp()
    const special = await app.inject({ url: '/api/things/special/', headers: asGood })
    expect([special.json(), special.headers['x-extra']]).toEqual([{ special: true }, '1'])
    const removed = await app.inject({ method: 'DELETE', url: '/api/things/1/', headers: asGood })
    expect([removed.statusCode, removed.body]).toEqual([204, ''])
  })

  test('an answer that breaks the contract is a 500 while answers are checked', async () => {
    const strict = await startHttp()
    expect((await strict.inject({ url: '/api/liar/' })).statusCode).toBe(500)
    const lenient = await startHttp({ validateResponses: false })
    expect((await lenient.inject({ url: '/api/liar/' })).json()).toEqual({ a: 1 })
  })
})

describe('errors', () => {
  test('nothing of the inside leaks, and the answer carries a request id', async () => {
    const app = await startHttp()
    const answer = await app.inject({ url: '/api/broken/' })
    const id = String(answer.headers['x-request-id'])
    expect(id).toMatch(/^[\da-f-]{36}$/)
    const detail = `Something went wrong. Reference: ${id.slice(0, 8)}.`
    expect([answer.statusCode, answer.json()]).toEqual([500, { detail }])
    expect(answer.headers['x-error-code']).toBe('internal')
  })

  test('extra fields and Retry-After', async () => {
    const app = await startHttp()
    const poor = await app.inject({ url: '/api/poor/' })
    expect([poor.statusCode, poor.json()]).toEqual([
      402,
      { detail: 'Not enough credits.', missing: 3 },
    ])
    const wait = await app.inject({ url: '/api/wait/' })
    expect([wait.statusCode, wait.headers['retry-after']]).toEqual([429, '3'])
  })
})
