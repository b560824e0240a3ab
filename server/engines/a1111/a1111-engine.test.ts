import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type A1111Double,
  type A1111Fault,
  startA1111Double,
} from '#tests/support/doubles/a1111-server.ts'
import { testFailures } from '#tests/support/failure-matrix.ts'
import { type Followed, followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import type { Engine, EngineImage, ImageRequest } from '../spec/index.ts'
import { createA1111Engine } from './a1111-engine.ts'

let server: A1111Double
let engine: Engine

beforeEach(async () => {
  server = await startA1111Double()
  engine = createA1111Engine(server.url)
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
})

const REQUEST: ImageRequest = {
  ...SMALL_REQUEST,
  model: 'photon_v1',
  negativePrompt: 'blurry',
  indexes: [0, 2],
  seed: 2 ** 32 - 1,
}

const draw = async (request: Partial<ImageRequest> = {}, into?: Followed) =>
  followImages(engine, await engine.image!.start({ ...REQUEST, ...request }), into)

test('models, samplers and LoRAs are what the server has', async () => {
  const [photon, dream] = await engine.image!.models()
  expect(photon).toMatchObject({
    id: 'photon_v1',
    name: 'photon v1',
    hash: 'a'.repeat(64),
    nativeSize: 512,
  })
  expect(dream).toMatchObject({ id: 'dreamXL', hash: '', nativeSize: 1024 })
  expect(photon?.samplers).toContain('DPM++ 2M Karras')
  expect(photon?.samplers).not.toContain('DPM fast')
  expect(photon?.loras.map(({ id }) => id)).toEqual(['film'])
  expect(await engine.image!.fitLoras!('photon_v1', ['film', 'none'])).toEqual([
    { id: 'film', hash: '', problem: null },
    { id: 'none', hash: '', problem: { key: 'common.noSuchLora', values: { name: 'none' } } },
  ])
  expect(await engine.health()).toMatchObject({ state: 'ready' })
})

test('an image is described where the server can', async () => {
  const order = { task: 'describe_image', image: new Uint8Array([1, 2]) } as const
  const describeIt = () => engine.words!.write(order, AbortSignal.timeout(5_000))
  expect(await engine.words!.models()).toEqual([])
  await expect(describeIt()).rejects.toMatchObject({ code: 'engine_failed' })
  server.caption = 'a fox in the snow'
  expect(await engine.words!.models()).toMatchObject([{ task: 'describe_image' }])
  expect(await describeIt()).toEqual({ text: 'a fox in the snow' })
  const improving = { task: 'improve_prompt', prompt: 'a fox' } as const
  await expect(engine.words!.write(improving, AbortSignal.timeout(5_000))).rejects.toMatchObject({
    code: 'unsupported',
  })
})

test('each picture is a call of its own, with the names of the server', async () => {
  const { images, result, progress } = await draw()
  expect(result.outcome).toBe('succeeded')
  expect(images.map(({ index, seed, width }) => [index, seed, width])).toEqual([
    [0, 2 ** 32 - 1, 64],
    [2, 1, 64],
  ])
  expect(server.drawn.map(({ path, body }) => [path, body['seed']])).toEqual([
    ['/sdapi/v1/txt2img', 2 ** 32 - 1],
    ['/sdapi/v1/txt2img', 1],
  ])
  expect(server.drawn[0]?.body).toMatchObject({
    prompt: 'a fox <lora:film:0.8>',
    sampler_name: 'DPM++ 2M',
    scheduler: 'karras',
    override_settings: { sd_model_checkpoint: 'photon_v1.safetensors [ec41bd2a82]' },
  })
  expect(progress.at(-1)).toMatchObject({ step: 8, steps: 8, fraction: 1 })
})

test('a server without schedulers has them in the names of its samplers', async () => {
  server.hasSchedulers = false
  const [photon] = await engine.image!.models()
  expect(photon?.samplers).toEqual(['Euler a', 'Euler', 'DPM++ 2M Karras', 'DDIM'])
  await draw({ indexes: [0] })
  expect(server.drawn[0]?.body).toMatchObject({ sampler_name: 'DPM++ 2M Karras' })
  expect(server.drawn[0]?.body).not.toHaveProperty('scheduler')
})

test('a second pass is asked for at its final size, by a network that enlarges', async () => {
  const hires = { scale: 2, steps: 3, strength: 0.4 }
  const { images } = await draw({ width: 128, height: 128, indexes: [0], hires })
  expect(images[0]).toMatchObject({ width: 128, height: 128 })
  expect(server.drawn[0]?.body).toMatchObject({
    enable_hr: true,
    width: 64,
    hr_resize_x: 128,
    hr_second_pass_steps: 3,
    denoising_strength: 0.4,
    hr_upscaler: 'R-ESRGAN 4x+',
  })
})

test('what a mask and padding leave alone is equal to the source', async () => {
  const [width, height] = [60, 52]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * 31) % 256))
  const image = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const dark = Buffer.alloc(width * height)
  for (let y = 10; y < 20; y++) dark.fill(255, y * width + 10, y * width + 20)
  const mask = await sharp(dark, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const { images } = await draw({
    type: 'ITI',
    indexes: [0],
    width,
    height,
    source: { image, strength: 0.7, mask: { image: mask, feather: 4 } },
  })
  expect(server.drawn[0]).toMatchObject({
    path: '/sdapi/v1/img2img',
    body: { width: 64, height: 56, denoising_strength: 0.7, inpainting_fill: 1 },
  })
  const result = await sharp(images[0]!.data).removeAlpha().raw().toBuffer()
  expect(images[0]).toMatchObject({ width, height })
  const pixelAt = (data: Buffer, x: number, y: number) => [
    ...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
  ]
  const isFar = (x: number, y: number) => x < 6 || x >= 24 || y < 6 || y >= 24
  const changed = Array.from({ length: width * height }, (_, i) => [
    i % width,
    Math.floor(i / width),
  ])
    .filter(([x = 0, y = 0]) => isFar(x, y))
    .filter(
      ([x = 0, y = 0]) =>
        !pixelAt(result, x, y).every((value, i) => value === pixelAt(pixels, x, y)[i]),
    )
  expect(changed).toEqual([])
  expect(pixelAt(result, 15, 15)).not.toEqual(pixelAt(pixels, 15, 15))
})

describe('what goes wrong', () => {
  testFailures((failure) => {
    server.faults = [failure]
    return draw({ indexes: [0] })
  })

  test.each<[A1111Fault, { code: string; retryable: boolean }]>([
    ['out of memory', { code: 'out_of_memory', retryable: false }],
    ['another model', { code: 'model_missing', retryable: true }],
  ])('%s', async (fault, error) => {
    server.faults = [fault]
    await expect(draw({ indexes: [0] })).rejects.toMatchObject(error)
  })

  test('a damaged picture is told once the others are there', async () => {
    server.faults = ['black', null]
    const into: Followed = { images: [], progress: [] }
    await expect(draw({}, into)).rejects.toMatchObject({ code: 'picture_failed' })
    expect(into.images.map(({ index }) => index)).toEqual([2])
  })

  test('an unfinished picture of an interrupt that was not ours is not delivered', async () => {
    server.faults = ['interrupted by somebody else']
    await expect(draw({ indexes: [0] })).rejects.toMatchObject({ code: 'engine_failed' })
  })

  test('a server that is away', async () => {
    await server.close()
    expect(await engine.health()).toMatchObject({ state: 'down' })
    await expect(engine.image!.models()).rejects.toMatchObject({ code: 'engine_unreachable' })
  })

  test('a model, a sampler or a LoRA that the server does not have', async () => {
    await expect(draw({ model: 'other' })).rejects.toMatchObject({ code: 'model_missing' })
    await expect(draw({ sampler: 'DPM fast' })).rejects.toMatchObject({ code: 'unsupported' })
    await expect(draw({ loras: [{ model: 'gone', weight: 1 }] })).rejects.toMatchObject({
      code: 'unsupported',
      userMessage: { key: 'common.noSuchLora', values: { name: 'gone' } },
    })
    expect(server.drawn).toEqual([])
  })
})

describe('cancelling', () => {
  test('interrupts the task while the server draws it', async () => {
    server.drawMs = 30_000
    const operation = await engine.image!.start(REQUEST)
    const images: EngineImage[] = []
    const following = engine.image!.follow(operation, {
      onProgress: () => undefined,
      onOutput: async (image) => {
        images.push(image)
      },
    })
    await vi.waitFor(() => expect(server.drawn).toHaveLength(1))
    await engine.image!.cancel(operation)
    expect((await following).outcome).toBe('cancelled')
    expect(server.interrupted).toEqual([`${operation.id}-0`])
    expect(images).toEqual([])
  })

  test("leaves another's picture alone and stops its own when it comes to it", async () => {
    server.drawMs = 1_200
    const other = createA1111Engine(server.url)
    const others = await other.image!.start({ ...REQUEST, indexes: [0] })
    const handlers = { onProgress: () => undefined, onOutput: async () => undefined }
    const otherEnd = other.image!.follow(others, handlers)
    await vi.waitFor(() => expect(server.drawn).toHaveLength(1))
    const operation = await engine.image!.start({ ...REQUEST, indexes: [0] })
    const end = engine.image!.follow(operation, handlers)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await engine.image!.cancel(operation)
    expect((await end).outcome).toBe('cancelled')
    expect((await otherEnd).outcome).toBe('succeeded')
    await vi.waitFor(() => expect(server.interrupted).toEqual([`${operation.id}-0`]), 5_000)
    await other.dispose()
  })

  test('work of a process that ended is lost, and its picture stopped', async () => {
    server.drawMs = 30_000
    const first = createA1111Engine(server.url)
    const operation = await first.image!.start({ ...REQUEST, indexes: [0] })
    const handlers = { onProgress: () => undefined, onOutput: async () => undefined }
    void first.image!.follow(operation, handlers).catch(() => undefined)
    await vi.waitFor(() => expect(server.drawn).toHaveLength(1))
    await expect(engine.image!.follow(operation, handlers)).rejects.toMatchObject({
      code: 'operation_lost',
      retryable: true,
    })
    await vi.waitFor(() => expect(server.interrupted).toEqual([`${operation.id}-0`]), 5_000)
    await first.dispose()
  })
})
