import { describe, expect, test } from 'vitest'
import {
  REPLICATE_TOKEN,
  signAsReplicate,
  startReplicateDouble,
} from '#tests/support/doubles/replicate-server.ts'
import { followImages } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import { testServiceEngine } from '#tests/support/test-service-engine.ts'
import { createReplicateEngine } from './index.ts'
import { isFromReplicate } from './verify-replicate-webhook.ts'

const { double, engine, request } = testServiceEngine({
  startDouble: startReplicateDouble,
  exactModel: 'flux-pro',
  createEngine: (baseUrl, options) =>
    createReplicateEngine({
      token: REPLICATE_TOKEN,
      baseUrl: `${baseUrl}/v1`,
      modelsFile: null,
      ...options,
    }),
})

test('an official model goes by its name, another by its version', async () => {
  await followImages(engine(), await engine().image!.start(request))
  const sdxl = { ...request, model: 'sdxl', sampler: 'Euler a' } as const
  await followImages(engine(), await engine().image!.start(sdxl))
  expect(double().begun[0]?.endpoint).toBe('black-forest-labs/flux-1.1-pro')
  expect(double().begun[1]?.endpoint).toMatch(/^:7762fd07/)
  expect(double().begun[1]?.input).toMatchObject({ scheduler: 'K_EULER_ANCESTRAL', width: 512 })
})

test('a service that knows ratios gets the nearest one, and the result is cut to the size', async () => {
  const wide = { ...request, model: 'flux-schnell', width: 640, height: 512 }
  const { images } = await followImages(engine(), await engine().image!.start(wide))
  expect(double().begun[0]?.input).toMatchObject({ aspect_ratio: '5:4' })
  expect(images[0]).toMatchObject({ width: 640, height: 512 })
})

test('proportions that a service does not come near are refused before it draws', async () => {
  const banner = { ...request, model: 'flux-schnell', width: 1536, height: 256 }
  await expect(engine().image!.start(banner)).rejects.toMatchObject({
    code: 'unsupported',
    retryable: false,
  })
  expect(double().begun).toEqual([])
})

describe('a request whose answer was lost', () => {
  test('is found in the list and taken over', async () => {
    double().faults = ['answer lost']
    const { images } = await followImages(engine(), await engine().image!.start(request))
    expect(images).toHaveLength(1)
    expect(double().begun).toHaveLength(1)
  })

  test('by a process that ended is found by the next one', async () => {
    const again = { key: 'job', attempt: 2, begunSince: new Date() }
    await engine().image!.start(request)
    const next = createReplicateEngine({
      token: REPLICATE_TOKEN,
      baseUrl: `${double().url}/v1`,
      modelsFile: null,
      webhookUrl: null,
    })
    await next.image!.start(request, again)
    expect(double().begun).toHaveLength(1)
    // Of another order, nothing is taken over.
    await next.image!.start({ ...request, seed: 11 }, again)
    expect(double().begun).toHaveLength(2)
    await next.dispose()
  })

  test('without a seed is not told from others, so that nothing is taken for it', async () => {
    const cut = { tool: 'remove_background' as const, image: await makePng(40, 40) }
    await engine().tool!.start(cut)
    double().faults = ['answer lost']
    await expect(engine().tool!.start(cut)).rejects.toMatchObject({ code: 'engine_unreachable' })
    const next = createReplicateEngine({
      token: REPLICATE_TOKEN,
      baseUrl: `${double().url}/v1`,
      modelsFile: null,
      webhookUrl: null,
    })
    await next.tool!.start(cut, { key: 'job', attempt: 2, begunSince: new Date(0) })
    expect(double().begun).toHaveLength(3)
    await next.dispose()
  })
})

describe('signatures', () => {
  const body = '{"id":"p1","status":"succeeded"}'
  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='
  const headers = signAsReplicate(body, 1_700_000_000, 'msg_1')
  const at = (seconds: number) => (1_700_000_000 + seconds) * 1000
  const message = { headers, body: Buffer.from(body) }

  test('the vector', () => {
    expect(headers['webhook-signature']).toBe('v1,Fx3EI75U65WpS+0JAX2ydwBlGOHVb0wh85dovyn6vXo=')
    expect(isFromReplicate(message, secret, at(299))).toBe(true)
    const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
    expect(isFromReplicate({ ...message, headers: several }, secret, at(0))).toBe(true)
  })

  test.each([
    ['too old', message, secret, 301],
    ['from the future', message, secret, -301],
    ['another body', { headers, body: Buffer.from(`${body} `) }, secret, 0],
    ['another secret', message, 'whsec_AAAA', 0],
    ['no headers', { headers: {}, body: Buffer.from(body) }, secret, 0],
  ])('%s', (_what, given, known, seconds) => {
    expect(isFromReplicate(given, known, at(seconds))).toBe(false)
  })
})
