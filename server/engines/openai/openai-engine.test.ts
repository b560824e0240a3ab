import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type AnswerStyle, OPENAI_MODEL as MODEL } from '#tests/support/doubles/openai-server.ts'
import { testFailures } from '#tests/support/failure-matrix.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { bodyOf, draw, engineAt, server, withOpenAi } from '#tests/support/openai-engines.ts'
import { makePng } from '#tests/support/pictures.ts'
import { readOptions } from './presets.ts'

withOpenAi()

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
  expect(server.calls).toEqual([])
})

test('OpenAI itself is asked for a size of its own, and for nothing that it refuses', async () => {
  server.size = { width: 1536, height: 1024 }
  const { images } = await draw('preset=openai', { width: 960, height: 640 })
  expect(bodyOf()).toEqual({ model: MODEL, prompt: 'a fox', n: 1, size: '1536x1024' })
  expect(images[0]).toMatchObject({ width: 960, height: 640, seed: null })
})

test.each<AnswerStyle>(['url', 'stream'])('an image as %s is taken, too', async (given) => {
  server.style = given
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
  expect(server.calls[0]).toMatchObject({ path: '/v1/images/edits' })
  expect(server.calls[0]!.type).toMatch(/^multipart\/form-data/)
  expect(server.calls[0]!.body.match(/name="image\[\]"/g)).toHaveLength(2)
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
  server.size = { width: 1536, height: 1024 }
  const { images } = await draw('preset=openai', {
    type: 'ITI',
    width: 96,
    height: 64,
    source: { ...source, mask: { image: whiteHalf, feather: 0 } },
  })
  expect(server.calls[0]).toMatchObject({ path: '/v1/images/edits' })
  expect(server.calls[0]!.body).toContain('name="mask"')
  expect(server.calls[0]!.body).toContain('1536x1024')
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
  expect(await featuresOf('preset=sd-server')).toEqual([
    'negative_prompt',
    'image_to_image',
    'inpaint',
    'outpaint',
  ])
  expect(await featuresOf('preset=sd-server&settings=0')).toEqual(['inpaint', 'outpaint'])
  const image = await makePng(64, 64)
  const over = (query: string) => draw(query, { type: 'ITI', source: { image, strength: 0.4 } })
  await expect(over('preset=vllm-omni')).rejects.toMatchObject({ code: 'unsupported' })
  expect(server.calls).toEqual([])
  server.size = { width: 64, height: 64 }
  await over('preset=vllm-omni&strength=1')
  expect(server.calls[0]!.body).toMatch(/name="strength"\r\n\r\n0\.4/)
})

testFailures((failure) => {
  server.fault = failure
  return draw('preset=vllm-omni')
})

test.each([
  ['moderation', 'content_refused', false],
  ['fastapi', 'unsupported', false],
  ['unauthorised', 'engine_unreachable', true],
] as const)('%s is %s', async (given, code, retryable) => {
  server.fault = given
  const refusesAll = given === 'unauthorised'
  await expect(draw('preset=openai')).rejects.toMatchObject({ code, retryable, refusesAll })
})

test('what may have been billed is not asked for again, and what never arrived is', async () => {
  server.fault = 'connection lost'
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
  ;[server.fault, server.isShort] = ['throttled', true]
  expect((await draw('preset=openai')).images).toHaveLength(1)
  expect(server.calls).toHaveLength(2)
})

test('a server that is away, or lists something else than models, is told as it begins', async () => {
  const request = { ...SMALL_REQUEST, loras: [], model: MODEL }
  server.fault = 'no models'
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
  server.fault = 'unauthorised'
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
  expect([came, server.calls.length]).toEqual([[0], 1])
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
    settings: null,
  })
  expect(readOptions('http://host/v1?bills=0&settings=1')).toMatchObject({
    bills: false,
    settings: 'fields',
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
  server.drawsAlone = false
  await expect(
    draw('preset=openai&cents=4', { finish: 'transparent', width: 1024, height: 1024 }),
  ).rejects.toMatchObject({ code: 'picture_failed', costMicros: 40_000 })
  server.calls = []
  await draw('preset=openai', { width: 1024, height: 1024 })
  expect(bodyOf()).not.toHaveProperty('background')
})
