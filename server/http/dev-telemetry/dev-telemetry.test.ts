import { describe, expect, test } from 'vitest'
import { startHttp } from '#tests/support/http-app.ts'
import { devTelemetry } from './index.ts'
import { readEnvelope } from './read-envelope.ts'

const envelope = (...items: [header: object, payload: string][]): string =>
  [
    '{"dsn":"https://sink@localhost/1"}',
    ...items.flatMap(([header, payload]) => [JSON.stringify(header), payload]),
  ].join('\n')

describe('an envelope', () => {
  test('has items that end with their line or are as long as they say', () => {
    const recording = 'two\nlínes'
    const text = envelope(
      [{ type: 'event' }, '{"message":"a"}'],
      [{ type: 'replay_recording', length: Buffer.byteLength(recording) }, recording],
      [{ type: 'session' }, '{"sid":"1"}'],
    )
    expect(readEnvelope(Buffer.from(text))).toEqual([
      { type: 'event', payload: { message: 'a' } },
      { type: 'replay_recording', payload: recording },
      { type: 'session', payload: { sid: '1' } },
    ])
  })

  test('is not just anything', () => {
    expect(() => readEnvelope(Buffer.from('hello'))).toThrow(SyntaxError)
  })
})

describe('the sink', () => {
  const post = (url: string, payload: string, headers = {}) => ({
    method: 'POST' as const,
    url: `/dev/telemetry/${url}`,
    payload: Buffer.from(payload),
    headers,
  })

  test('lists what came, the newest first', async () => {
    const app = await startHttp({ plugins: [devTelemetry()] })
    const view = { name: 'pageview', url: 'http://x/pricing', domain: 'x' }
    const event = { name: 'register', url: 'http://x/register', props: { successful: true } }
    const error = { exception: { values: [{ type: 'TypeError', value: '<no>' }] } }
    const answers = [
      await app.inject(post('api/event', JSON.stringify(view), { 'content-type': 'text/plain' })),
      // A session's cookie alone would be refused elsewhere.
      await app.inject(post('api/event', JSON.stringify(event), { cookie: 'accessToken=good' })),
      await app.inject(post('envelope', envelope([{ type: 'event' }, JSON.stringify(error)]))),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
    const list = (await app.inject({ url: '/dev/telemetry.json' })).json() as object[]
    expect(list).toMatchObject([
      { kind: 'error', what: 'TypeError: <no>' },
      { kind: 'event', what: 'register', details: event },
      { kind: 'page view', what: 'http://x/pricing' },
    ])
    const page = await app.inject({ url: '/dev/telemetry' })
    expect(page.body).toContain('TypeError: &lt;no&gt;')
  })

  test('refuses what cannot be read, and keeps no more than two hundred', async () => {
    const app = await startHttp({ plugins: [devTelemetry()] })
    expect((await app.inject(post('api/event', '{'))).statusCode).toBe(400)
    expect((await app.inject(post('envelope', 'hello'))).statusCode).toBe(400)
    const view = JSON.stringify({ name: 'pageview', url: 'http://x/' })
    for (let count = 0; count < 205; count += 1) await app.inject(post('api/event', view))
    expect((await app.inject({ url: '/dev/telemetry.json' })).json()).toHaveLength(200)
  })

  test('has a chat that pages of this site alone may frame', async () => {
    const app = await startHttp({ plugins: [devTelemetry()] })
    const page = await app.inject({ url: '/dev/telemetry/chat?language=es' })
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(page.headers['x-frame-options']).toBe('SAMEORIGIN')
    await app.inject(post('chat', 'message=Hello+there'))
    expect((await app.inject({ url: '/dev/telemetry.json' })).json()).toMatchObject([
      { kind: 'chat', what: 'Hello there' },
      { kind: 'chat', what: 'opened', details: { language: 'es' } },
    ])
  })
})
