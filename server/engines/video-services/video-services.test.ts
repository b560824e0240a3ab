import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { KEYS, type ServiceName } from '#tests/support/doubles/video-services.ts'
import { photographFile } from '#scripts/support/photographs.ts'
import {
  codeOf,
  double,
  engineOf,
  image,
  make,
  mp4,
  orderFor,
  withVideoServices,
} from '#tests/support/service-videos.ts'
import type { Beginning, EngineVideo } from '../spec/index.ts'
import { isFromHeygen } from './heygen.ts'
import { VIDEO_SERVICES } from './index.ts'
import { klingToken } from './kling-token.ts'

withVideoServices()

const UNREACHABLE = ['engine_unreachable', true]
const UNSUPPORTED = ['unsupported', false]
const REFUSED = ['content_refused', false]

/** What each service answers when it does not begin, and what that means. */
const REJECTS: Record<ServiceName, [status: number, body: unknown, means: unknown][]> = {
  luma: [
    [400, { detail: 'prompt failed moderation' }, REFUSED],
    [422, { detail: [{ loc: ['prompt'], msg: 'bad' }] }, UNSUPPORTED],
  ],
  runway: [
    [400, { error: 'You do not have enough credits to run this task.' }, UNREACHABLE],
    [400, { error: 'Validation of body failed', issues: [] }, UNSUPPORTED],
    [400, { error: 'SAFETY.INPUT.TEXT' }, REFUSED],
  ],
  kling: [
    [429, { code: 1102, message: 'depleted' }, UNREACHABLE],
    [429, { code: 1302, message: 'too fast' }, UNREACHABLE],
    [400, { code: 1201, message: 'invalid' }, UNSUPPORTED],
    [400, { code: 1301, message: 'policy' }, REFUSED],
  ],
  minimax: [
    [200, { base_resp: { status_code: 1008, status_msg: 'balance' } }, UNREACHABLE],
    [200, { base_resp: { status_code: 2013, status_msg: 'params' } }, UNSUPPORTED],
    [200, { base_resp: { status_code: 1026, status_msg: 'sensitive' } }, REFUSED],
  ],
  ltx: [
    [402, { type: 'error', error: { type: 'insufficient_funds_error' } }, UNREACHABLE],
    [422, { type: 'error', error: { type: 'content_filtered_error' } }, REFUSED],
    [400, { type: 'error', error: { type: 'invalid_request_error' } }, UNSUPPORTED],
  ],
  heygen: [
    [400, { error: { code: 'invalid_parameter' }, data: null }, UNSUPPORTED],
    [400, { error: { code: 'moderation_failed' }, data: null }, REFUSED],
  ],
}

describe.each(VIDEO_SERVICES)('%s', (name) => {
  test('makes a video, which is copied to here with its cost', async () => {
    const engine = engineOf(name)
    const { video, costMicros } = await make(engine)
    expect(video).toMatchObject({ width: 64, height: 64, duration: 1, fps: 24, seed: 7 })
    expect(Buffer.from(video.data).equals(Buffer.from(mp4))).toBe(true)
    expect(await sharp(video.stills[0]).metadata()).toMatchObject({ width: 64, height: 64 })
    expect(costMicros).toBeGreaterThan(0)
    expect(double.begun).toHaveLength(1)
    expect(engine.video?.imagesGoTo).toBe(name)
  })

  test('is found again by another process', async () => {
    const operation = await engineOf(name).video!.start(await orderFor(engineOf(name)))
    const videos: EngineVideo[] = []
    await engineOf(name).video!.follow(operation, {
      onProgress: () => undefined,
      onOutput: async (video) => void videos.push(video),
    })
    expect(videos).toHaveLength(1)
    expect(double.begun).toHaveLength(1)
  })

  test.each([
    [401, {}, UNREACHABLE],
    [429, {}, UNREACHABLE],
    [500, {}, ['engine_failed', true]],
    [503, {}, UNREACHABLE],
    [200, '<html>', ['engine_failed', true]],
    ...REJECTS[name],
  ])('answers %i %j where it begins nothing', async (status, body, means) => {
    double.reject = { status, body, headers: { 'retry-after': '1' } }
    expect(await codeOf(make(engineOf(name)))).toEqual(means)
    expect(double.begun).toEqual([])
  })

  test('whose answer is lost is not asked again by the same attempt', async () => {
    double.losesAnswer = true
    expect(await codeOf(make(engineOf(name)))).toEqual(UNREACHABLE)
    expect(double.begun).toHaveLength(1)
  })

  test('fails, and refuses what it made, each in its own words', async () => {
    double.ending = 'failed'
    expect(await codeOf(make(engineOf(name)))).toEqual(['picture_failed', true])
    double.ending = 'refused'
    expect(await codeOf(make(engineOf(name)))).toEqual(REFUSED)
  })

  test.each([
    ['nothing any more', { status: 403, bytes: new Uint8Array() }],
    ['no video', { status: 200, bytes: Buffer.from('<html></html>') }],
    ['half a video', { status: 200, bytes: Buffer.from('00000018667479706d', 'hex') }],
  ])('hands out %s: nothing is delivered', async (_what, file) => {
    double.file = file
    expect(await codeOf(make(engineOf(name)))).toEqual(['picture_failed', true])
  })

  test('forgets a request, and does not take the key', async () => {
    const engine = engineOf(name)
    const operation = await engine.video!.start(await orderFor(engine))
    double.begun = []
    const following = engine.video!.follow(operation, {
      onProgress: () => undefined,
      onOutput: async () => undefined,
    })
    // MiniMax says nothing of its own for a request that it does not know.
    const code = name === 'minimax' ? ['unsupported', false] : ['operation_lost', true]
    expect(await codeOf(following)).toEqual(code)
    const stranger = engineOf(name, { key: 'another', secret: 'another' })
    expect(await codeOf(make(stranger))).toEqual(UNREACHABLE)
  })

  test('is cancelled where it can be', async () => {
    double.ending = 'never'
    const engine = engineOf(name)
    const operation = await engine.video!.start(await orderFor(engine))
    const ended = engine.video!.follow(operation, {
      onProgress: () => undefined,
      onOutput: async () => undefined,
    })
    await expect.poll(() => double.begun[0]?.looks).toBeGreaterThan(0)
    await engine.video!.cancel(operation)
    const canCancel = name === 'luma' || name === 'runway'
    expect(double.cancelled).toHaveLength(canCancel ? 1 : 0)
    // Without a call that cancels, what still comes is delivered and paid.
    if (!canCancel) double.begun[0]!.ending = 'done'
    expect(await ended).toMatchObject({ outcome: canCancel ? 'cancelled' : 'succeeded' })
  })
})

const again = (key: string): Beginning => ({ key, attempt: 2, begunSince: new Date() })

test('Kling: what was begun and whose answer was lost is not begun twice', async () => {
  double.losesAnswer = true
  const engine = engineOf('kling')
  const first = { key: 'job', attempt: 1, begunSince: null }
  expect(await codeOf(make(engine, {}, first))).toEqual(UNREACHABLE)
  double.losesAnswer = false
  await make(engine, {}, again('job'))
  expect(double.begun).toHaveLength(1)
})

test('HeyGen: what was begun and whose answer was lost is not begun twice', async () => {
  double.losesAnswer = true
  const engine = engineOf('heygen')
  const first = { key: 'job', attempt: 1, begunSince: null }
  expect(await codeOf(make(engine, {}, first))).toEqual(UNREACHABLE)
  double.losesAnswer = false
  await make(engine, {}, again('job'))
  expect(double.begun).toHaveLength(1)
})

test('HeyGen: a failed video is ordered again under another key, and that one is known again too', async () => {
  const engine = engineOf('heygen')
  const attempt = (number: number) =>
    codeOf(
      make(
        engine,
        {},
        number === 1 ? { ...again('job'), attempt: 1, begunSince: null } : again('job'),
      ),
    )
  double.ending = 'failed'
  await attempt(1)
  double.ending = 'done'
  double.losesAnswer = true
  expect(await attempt(2)).toEqual(UNREACHABLE)
  double.losesAnswer = false
  await make(engine, {}, again('job'))
  expect(new Set(double.begun.map(({ key }) => key)).size).toBe(2)
  expect(double.begun).toHaveLength(2)
})

test('Kling: a failed task is started over under another id', async () => {
  double.ending = 'failed'
  const engine = engineOf('kling')
  await codeOf(make(engine, {}, { key: 'job', attempt: 1, begunSince: null }))
  double.ending = 'done'
  await make(engine, {}, again('job'))
  expect(new Set(double.begun.map(({ external }) => external)).size).toBe(2)
})

test('what services are asked for is what they know', async () => {
  await make(engineOf('ltx'), { motion: 'rise', image: undefined } as never)
  await make(engineOf('ltx'))
  await make(engineOf('kling'), { motion: 'pull_out', image: undefined } as never)
  await make(engineOf('runway'))
  await make(engineOf('minimax'))
  expect(double.begun.map(({ path }) => path)).toEqual([
    '/v2/text-to-video',
    '/v2/image-to-video',
    '/v1/videos/text2video',
    '/v1/image_to_video',
    '/v1/video_generation',
  ])
  expect(double.begun.map(({ body }) => body)).toMatchObject([
    { camera_motion: 'jib_up', resolution: '1920x1080', duration: 6 },
    { image_uri: expect.stringMatching(/^data:image\/jpeg;base64,/) },
    {
      camera_control: { type: 'simple', config: { zoom: 5 } },
      aspect_ratio: '16:9',
      duration: '5',
    },
    { ratio: '1280:720', promptImage: expect.stringMatching(/^data:image\/jpeg;base64,/) },
    { resolution: '768P', model: 'MiniMax-Hailuo-02' },
  ])
})

test('who takes a last frame gets it in its own words', async () => {
  const endImage = await readFile(photographFile('coffee'))
  for (const name of ['kling', 'ltx', 'minimax'] as const) {
    const { costMicros } = await make(engineOf(name), { endImage })
    expect(costMicros).toBeGreaterThan(0)
  }
  const better = await make(engineOf('kling'), { provider: 'KLING_1_5', endImage })
  expect(better.costMicros).toBe(490_000)
  const [kling, ltx, minimax, kling15] = double.begun.map(({ body }) => body)
  // Kling wants no more than the letters of the file; the others an address.
  expect(kling).toMatchObject({
    model_name: 'kling-v1',
    mode: 'std',
    image_tail: expect.stringMatching(/^\/9j\//),
  })
  expect(kling15).toMatchObject({ model_name: 'kling-v1-5', mode: 'pro', duration: '5' })
  const jpeg = expect.stringMatching(/^data:image\/jpeg;base64,/)
  expect(ltx).toMatchObject({ image_uri: jpeg, last_frame_uri: jpeg })
  expect(minimax).toMatchObject({ first_frame_image: jpeg, last_frame_image: jpeg })
  for (const [first, last] of [
    [kling!['image'], kling!['image_tail']],
    [ltx!['image_uri'], ltx!['last_frame_uri']],
    [minimax!['first_frame_image'], minimax!['last_frame_image']],
  ])
    expect(first).not.toBe(last)
})

test('Luma gets the addresses of images, where it can reach them', async () => {
  const images = { imageUrl: '/media/a.png?sig=1', endImageUrl: '/media/b.png?sig=2', image }
  await make(engineOf('luma'), { ...images, endImage: image })
  expect(double.begun[0]!.body['keyframes']).toEqual({
    frame0: { type: 'image', url: `${double.url}/media/a.png?sig=1` },
    frame1: { type: 'image', url: `${double.url}/media/b.png?sig=2` },
  })
  const hidden = engineOf('luma', KEYS, null)
  expect(await hidden.video!.models()).toMatchObject([{ image: 'none', endFrame: null }])
})

test('who takes none does not say so', async () => {
  for (const name of ['runway', 'heygen'] as const)
    for (const { endFrame } of await engineOf(name).video!.models()) expect(endFrame).toBeNull()
})

test('HeyGen: words that take longer than the video are refused before anything is sent', async () => {
  const engine = engineOf('heygen')
  const prompt = Array.from({ length: 40 }, () => 'word').join(' ')
  expect(await codeOf(make(engine, { prompt }))).toEqual(UNSUPPORTED)
  expect(double.begun).toEqual([])
})

describe('messages of services', () => {
  test('Kling’s token and HeyGen’s signature are those of the sheet', () => {
    expect(klingToken('AK_TEST', 'SK_TEST', 1_700_000_000_000)).toBe(
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJBS19URVNUIiwiZXhwIjoxNzAwMDAxODAwLCJuYmYiOjE2OTk5OTk5OTV9.6L4y5-2k74trk6jmaKXDAvqPATo_9aKYSk-HhIQYesk',
    )
    const body = Buffer.from('{"event_type":"avatar_video.success","event_data":{"video_id":"v1"}}')
    const signature = '67f8bfa70fe5351cdc662234dcb8d3421ba26d02e63dc7460b4a390a614fc61b'
    const now = 1_700_000_000_000
    const said = (timestamp: number, sign = signature) => ({
      body,
      headers: { 'heygen-signature': sign, 'heygen-timestamp': String(timestamp) },
    })
    expect(isFromHeygen(said(1_700_000_000), 'whsec_heygen', now)).toBe(true)
    expect(isFromHeygen(said(1_699_999_000), 'whsec_heygen', now)).toBe(false)
    expect(isFromHeygen(said(1_700_000_000, 'ff'), 'whsec_heygen', now)).toBe(false)
    expect(isFromHeygen(said(1_700_000_000), 'another', now)).toBe(false)
  })

  test('wake whoever follows, and nobody for what is not theirs', async () => {
    const engine = engineOf('heygen')
    const body = Buffer.from('{"event_data":{"video_id":"v1"}}')
    const signature = createHmac('sha256', KEYS.secret).update(body).digest('hex')
    const headers = {
      'heygen-signature': signature,
      'heygen-timestamp': String(Math.floor(Date.now() / 1000)),
    }
    expect(await engine.webhooks!.receive({ headers, body })).toBe('v1')
    expect(await engine.webhooks!.receive({ headers: {}, body })).toBeNull()
    const broken = { headers, body: Buffer.from('no JSON') }
    expect(await engine.webhooks!.receive(broken)).toBeNull()
    const luma = Buffer.from('{"id":"g1","state":"completed"}')
    expect(await engineOf('luma').webhooks!.receive({ headers: {}, body: luma })).toBe('g1')
    const kling = Buffer.from('{"task_id":"t1","task_status":"succeed"}')
    expect(await engineOf('kling').webhooks!.receive({ headers: {}, body: kling })).toBe('t1')
    engine.webhooks!.wake('v1')
  })
})
