import type { ImageEditCompletedEvent, ImagesResponse } from 'openai/resources/images'
import type { Model } from 'openai/resources/models'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { text } from 'node:stream/consumers'
import {
  listenOnLoopback,
  type JsonServer,
  sendJson,
  urlOf,
} from '#tests/support/doubles/json-server.ts'
import { type Failure, testFailures } from '#tests/support/failure-matrix.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { Engine, ImageRequest } from '../spec/index.ts'
import { createOpenAiEngine } from './openai-engine.ts'
import { readOptions } from './presets.ts'

const MODEL = 'qwen-image'
type Fault = Failure | 'moderation' | 'fastapi' | 'unauthorised' | 'no models'
type Style = 'base64' | 'url' | 'stream'

/** A server as OpenAI's SDK knows one: its answers have the SDK's types. */
let server: JsonServer
let calls: { path: string; body: string; type: string }[]
let fault: Fault | null
/** Whether the fault is over after one call. */
let isShort: boolean
let style: Style
let size: { width: number; height: number } | null
let engines: Engine[]
/** Whether it draws things alone where it is asked to. */
let drawsAlone: boolean
/** Images that it draws in one call. */
let mostInOne: number

const ERRORS: Partial<Record<Fault, [status: number, body: unknown]>> = {
  refused: [
    400,
    { error: { type: 'invalid_request_error', code: 'invalid_value', message: 'no' } },
  ],
  moderation: [
    400,
    { error: { type: 'image_generation_user_error', code: 'moderation_blocked', message: 'no' } },
  ],
  fastapi: [422, { detail: [{ loc: ['body', 'size'], msg: 'no', type: 'value_error' }] }],
  unauthorised: [
    401,
    { error: { code: 'invalid_api_key', message: 'Incorrect API key provided' } },
  ],
  'server error': [500, { error: { type: 'server_error', message: 'oh no' } }],
  throttled: [429, { error: { code: 'rate_limit_exceeded', message: 'slow down' } }],
  garbage: [200, 'no json'],
}

async function pngFor(wanted: { width: number; height: number }): Promise<Buffer> {
  const { width, height } = size ?? wanted
  if (fault === 'black')
    return sharp({ create: { width, height, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
  const whole = await makePng(fault === 'wrong size' ? width * 2 : width, height)
  return fault === 'half an image' ? whole.subarray(0, whole.length / 2) : whole
}

/** A red thing with nothing behind it. */
const alone = ({ width, height }: { width: number; height: number }): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      {
        input: { create: { width: 8, height: 8, channels: 4, background: '#d4342b' } },
        gravity: 'centre',
      },
    ])
    .png()
    .toBuffer()

beforeEach(async () => {
  calls = []
  engines = []
  ;[fault, isShort, style, size] = [null, false, 'base64', null]
  ;[drawsAlone, mostInOne] = [true, 10]
  server = await listenOnLoopback(async (request, response) => {
    const { pathname } = urlOf(request)
    if (pathname === '/v1/models') {
      if (fault === 'no models') return sendJson(response, 200, { data: 'none' })
      const model: Model = { id: MODEL, object: 'model', created: 0, owned_by: 'test' }
      return sendJson(response, 200, { object: 'list', data: [model] })
    }
    if (pathname === '/made.png') {
      response.writeHead(200, { 'content-type': 'image/png' })
      return void response.end(await pngFor({ width: 64, height: 64 }))
    }
    const body = await text(request)
    calls.push({ path: pathname, body, type: request.headers['content-type'] ?? '' })
    if (fault === 'connection lost') return void response.destroy()
    const error = fault && ERRORS[fault]
    if (isShort) fault = null
    if (error) {
      response.setHeader('retry-after', '0')
      return sendJson(response, ...error)
    }
    const [, width = 64, height = 64] = (/"size":"(\d+)x(\d+)"/.exec(body) ?? []).map(Number)
    const wanted = { width, height }
    const png =
      body.includes('"background":"transparent"') && drawsAlone ? await alone(wanted) : null
    const encoded = (png ?? (await pngFor(wanted))).toString('base64')
    if (style === 'stream') {
      const event: Pick<ImageEditCompletedEvent, 'type' | 'b64_json'> = {
        type: 'image_edit.completed',
        b64_json: encoded,
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return void response.end(
        `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`,
      )
    }
    const image = style === 'url' ? { url: `${server.url}/made.png` } : { b64_json: encoded }
    const count = Math.min(mostInOne, Number(/"n":(\d+)/.exec(body)?.[1] ?? 1))
    const answer: ImagesResponse = {
      created: 0,
      data: Array.from({ length: count }, () => image),
    }
    return sendJson(response, 200, answer)
  })
})
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.dispose()))
  await server.close()
})

function engineAt(query: string): Engine {
  const { host } = new URL(server.url)
  const engine = createOpenAiEngine(`http://:key@${host}/v1?${query}`)
  engines.push(engine)
  return engine
}

async function draw(query: string, request: Partial<ImageRequest> = {}) {
  const engine = engineAt(query)
  const asked = { ...SMALL_REQUEST, loras: [], model: MODEL, ...request }
  return followImages(engine, await engine.image!.start(asked))
}
const bodyOf = (at = 0) => JSON.parse(calls[at]!.body) as Record<string, unknown>

test('each image is a call of its own, with what its preset understands', async () => {
  const { images, result } = await draw('preset=vllm-omni&cents=2', {
    indexes: [0, 2],
    negativePrompt: 'blurry',
  })
  expect(images.map(({ index, seed }) => [index, seed])).toEqual([
    [0, 10],
    [2, 12],
  ])
  expect(result).toMatchObject({ outcome: 'succeeded', costMicros: 40_000 })
  expect(bodyOf(1)).toEqual({
    model: MODEL,
    prompt: 'a fox',
    n: 1,
    size: '64x64',
    response_format: 'b64_json',
    seed: 12,
    num_inference_steps: 4,
    guidance_scale: 7,
    negative_prompt: 'blurry',
  })
})

test('proportions that no size of the service comes near are refused before it draws', async () => {
  await expect(
    draw('preset=openai&cents=4', { width: 1536, height: 512, indexes: [0] }),
  ).rejects.toMatchObject({ code: 'unsupported', retryable: false })
  expect(calls).toEqual([])
})

test('OpenAI itself is asked for a size of its own, and for nothing that it refuses', async () => {
  size = { width: 1536, height: 1024 }
  const { images } = await draw('preset=openai', { width: 960, height: 640 })
  expect(bodyOf()).toEqual({ model: MODEL, prompt: 'a fox', n: 1, size: '1536x1024' })
  expect(images[0]).toMatchObject({ width: 960, height: 640, seed: null })
})

test.each<Style>(['url', 'stream'])('an image as %s is taken, too', async (given) => {
  style = given
  expect((await draw('preset=generic')).images).toHaveLength(1)
})

test('an edit sends its images as a form', async () => {
  const engine = engineAt('preset=vllm-omni')
  const image = await makePng(64, 64)
  const operation = await engine.tool!.start({
    tool: 'edit_image',
    model: MODEL,
    images: [image, image],
    prompt: 'make it snow',
    indexes: [0],
    seed: 1,
  })
  const images: number[] = []
  await engine.tool!.follow(operation, {
    onProgress: () => {},
    onOutput: async ({ width }) => {
      images.push(width)
    },
  })
  expect(images).toEqual([64])
  expect(calls[0]).toMatchObject({ path: '/v1/images/edits' })
  expect(calls[0]!.type).toMatch(/^multipart\/form-data/)
  expect(calls[0]!.body.match(/name="image\[\]"/g)).toHaveLength(2)
  expect(engineAt('preset=generic')).not.toHaveProperty('tool')
})

test('a mask goes along with an edit, and every pixel outside of it stays', async () => {
  const source = { image: await makePng(96, 64), strength: 1 }
  const whiteHalf = await sharp({
    create: { width: 96, height: 64, channels: 3, background: '#000' },
  })
    .composite([
      {
        input: { create: { width: 48, height: 64, channels: 3, background: '#fff' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
  size = { width: 1536, height: 1024 }
  const { images } = await draw('preset=openai', {
    type: 'ITI',
    width: 96,
    height: 64,
    source: { ...source, mask: { image: whiteHalf, feather: 0 } },
  })
  expect(calls[0]).toMatchObject({ path: '/v1/images/edits' })
  expect(calls[0]!.body).toContain('name="mask"')
  expect(calls[0]!.body).toContain('1536x1024')
  expect(images[0]).toMatchObject({ width: 96, height: 64 })
  const right = (file: Uint8Array) =>
    sharp(file).extract({ left: 48, top: 0, width: 48, height: 64 }).removeAlpha().raw().toBuffer()
  expect(await right(images[0]!.data)).toEqual(await right(source.image))
})

test('what a server does not understand beside an image is not offered, and can be switched on', async () => {
  const featuresOf = async (query: string) => (await engineAt(query).image!.models())[0]!.features
  expect(await featuresOf('preset=openai')).toEqual(['inpaint', 'outpaint', 'transparent'])
  // OpenAI itself refuses it with this one.
  for (const model of ['gpt-image-2', 'gpt-image-2-2026-04-21'])
    expect(await featuresOf(`preset=openai&mask=0&models=${model}`)).toEqual([])
  expect(await featuresOf('preset=openai&mask=0&models=gpt-image-2.5-flare')).toEqual([
    'transparent',
  ])
  expect(await featuresOf('preset=openai&mask=0&transparent=0')).toEqual([])
  expect(await featuresOf('preset=vllm-omni&strength=1')).toEqual([
    'negative_prompt',
    'image_to_image',
  ])
  const image = await makePng(64, 64)
  const over = (query: string) => draw(query, { type: 'ITI', source: { image, strength: 0.4 } })
  await expect(over('preset=vllm-omni')).rejects.toMatchObject({ code: 'unsupported' })
  expect(calls).toEqual([])
  size = { width: 64, height: 64 }
  await over('preset=vllm-omni&strength=1')
  expect(calls[0]!.body).toMatch(/name="strength"\r\n\r\n0\.4/)
})

testFailures((failure) => {
  fault = failure
  return draw('preset=vllm-omni')
})

test.each([
  ['moderation', 'content_refused', false],
  ['fastapi', 'unsupported', false],
  ['unauthorised', 'engine_unreachable', true],
] as const)('%s is %s', async (given, code, retryable) => {
  fault = given
  await expect(draw('preset=openai')).rejects.toMatchObject({ code, retryable })
})

test('what may have been billed is not asked for again, and what never arrived is', async () => {
  fault = 'connection lost'
  await expect(draw('preset=openai&cents=4')).rejects.toMatchObject({
    retryable: false,
    costMicros: 40_000,
    message: expect.stringContaining('may have billed'),
  })
  const engine = engineAt('preset=openai')
  const operation = await engine.image!.start({ ...SMALL_REQUEST, loras: [], model: MODEL })
  await server.close()
  await expect(followImages(engine, operation)).rejects.toMatchObject({
    code: 'engine_unreachable',
    retryable: true,
  })
  await expect(followImages(engineAt('preset=openai'), operation)).rejects.toMatchObject({
    code: 'operation_lost',
    retryable: false,
  })
})

test('what is throttled is sent again', async () => {
  ;[fault, isShort] = ['throttled', true]
  expect((await draw('preset=openai')).images).toHaveLength(1)
  expect(calls).toHaveLength(2)
})

test('a server that is away, or lists something else than models, is told as it begins', async () => {
  const request = { ...SMALL_REQUEST, loras: [], model: MODEL }
  fault = 'no models'
  await expect(engineAt('preset=generic').image!.start(request)).rejects.toMatchObject({
    code: 'engine_failed',
    retryable: true,
  })
  await server.close()
  await expect(engineAt('preset=generic').image!.start(request)).rejects.toMatchObject({
    code: 'engine_unreachable',
    retryable: true,
  })
})

test('the key of a server is in no message', async () => {
  fault = 'unauthorised'
  await expect(draw('preset=openai')).rejects.toThrow(/Incorrect API \*\*\* provided/)
})

test('of a cancelled request that is billed, what is begun comes and is paid, and no more is begun', async () => {
  const engine = engineAt('preset=openai&cents=4')
  expect(engine.image!.stopsAtOnce).toBe(false)
  const asked = { ...SMALL_REQUEST, loras: [], model: MODEL, indexes: [0, 1] }
  const operation = await engine.image!.start(asked)
  const came: number[] = []
  const result = await engine.image!.follow(operation, {
    onProgress: () => void engine.image!.cancel(operation),
    onOutput: async ({ index }) => {
      came.push(index)
    },
  })
  expect(result).toMatchObject({ outcome: 'cancelled', costMicros: 40_000 })
  expect([came, calls.length]).toEqual([[0], 1])
})

test('a cancelled request is given up at once', async () => {
  const engine = engineAt('preset=vllm-omni')
  const operation = await engine.image!.start({ ...SMALL_REQUEST, loras: [], model: MODEL })
  const followed = followImages(engine, operation)
  await engine.image!.cancel(operation)
  expect((await followed).result.outcome).toBe('cancelled')
})

test('models are those of the server or those that are named, and a server that is away is down', async () => {
  expect((await engineAt('preset=generic').image!.models()).map(({ id }) => id)).toEqual([MODEL])
  const named = await engineAt('models=a|b&credits=3').image!.models()
  expect(named.map(({ id, credits }) => [id, credits])).toEqual([
    ['a', 3],
    ['b', 3],
  ])
  const engine = engineAt('preset=generic')
  expect((await engine.health()).state).toBe('ready')
  await server.close()
  expect((await engineAt('preset=generic').health()).state).toBe('down')
})

test('the preset follows from the host, and a part of it may differ', () => {
  expect(readOptions('https://:k@api.openai.com/v1')).toMatchObject({
    bills: true,
    settings: false,
  })
  expect(readOptions('http://host/v1?bills=0&settings=1')).toMatchObject({
    bills: false,
    settings: true,
    responseFormat: true,
  })
  expect(() => readOptions('http://host/v1?preset=none')).toThrow('host: preset')
})

test('things alone are asked for with nothing behind them, and a background is no result', async () => {
  const { images } = await draw('preset=openai', {
    finish: 'transparent',
    width: 1024,
    height: 1024,
  })
  expect(bodyOf()).toMatchObject({ background: 'transparent', output_format: 'png' })
  const { data } = images[0]!
  expect(await sharp(data).metadata()).toMatchObject({ channels: 4, width: 1024 })
  expect((await sharp(data).stats()).isOpaque).toBe(false)
  drawsAlone = false
  await expect(
    draw('preset=openai&cents=4', { finish: 'transparent', width: 1024, height: 1024 }),
  ).rejects.toMatchObject({ code: 'picture_failed', costMicros: 40_000 })
  calls = []
  await draw('preset=openai', { width: 1024, height: 1024 })
  expect(bodyOf()).not.toHaveProperty('background')
})

test('a call that is billed is for one image, another for as many as its server draws at once', async () => {
  const indexes = [0, 1, 2, 3]
  const asked = () => calls.map((_, at) => bodyOf(at)['n'])
  await draw('preset=openai&n=8', { indexes, width: 1024, height: 1024 })
  expect(asked()).toEqual([1, 1, 1, 1])
  calls = []
  // Each image has a seed of its own.
  await draw('preset=vllm-omni', { indexes })
  expect(asked()).toEqual([1, 1, 1, 1])
  calls = []
  const { images, progress } = await draw('preset=sd-server&n=3', { indexes })
  expect(asked()).toEqual([3, 1])
  expect(images.map(({ index }) => index)).toEqual(indexes)
  expect(progress.map(({ step }) => step)).toEqual([0, 3])
  calls = []
  expect((await draw('preset=sd-server&n=8', { indexes: [0, 1, 2, 3, 4, 5] })).images).toHaveLength(
    6,
  )
  expect(asked()).toEqual([6])
})

test('fewer images than were asked for are none', async () => {
  mostInOne = 1
  await expect(draw('preset=sd-server&n=4', { indexes: [0, 1] })).rejects.toMatchObject({
    code: 'picture_failed',
  })
})
