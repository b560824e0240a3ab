import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ComfyuiFault } from '#tests/support/doubles/comfyui-failures.ts'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { type Followed, followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { Engine, EngineImage, EngineOperation, ImageRequest } from '../spec/index.ts'
import { createComfyuiEngine } from './comfyui-engine.ts'

let server: ComfyuiDouble
let engine: Engine
let workflowsDir: string

const connect = (address = server.url) =>
  createComfyuiEngine({ address, workflowsDir, patienceMs: 300 })

beforeEach(async () => {
  workflowsDir = await mkdtemp(join(tmpdir(), 'atelier-workflows-'))
  server = await startComfyuiDouble()
  engine = connect()
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
  await rm(workflowsDir, { recursive: true })
})

const REQUEST: ImageRequest = {
  ...SMALL_REQUEST,
  model: 'photon_v1',
  prompt: 'a (red:1.3) [fox] BREAK snow',
  negativePrompt: 'blurry',
  indexes: [0, 2],
  seed: 2 ** 32 - 1,
}

const begin = (request: Partial<ImageRequest> = {}) =>
  engine.image!.start({ ...REQUEST, ...request })
const draw = async (request: Partial<ImageRequest> = {}, into?: Followed) =>
  followImages(engine, await begin(request), into)
const nodes = (at = 0) => server.prompts[at]!.nodes
/** Prompts are forgotten once all is delivered, so a test looks at them when they are submitted. */
const submitted = async (request: Partial<ImageRequest> = {}) => {
  server.drawMs = 60_000
  const operation = await begin({ indexes: [0], ...request })
  const found = structuredClone(nodes())
  await engine.image!.cancel(operation)
  server.drawMs = 20
  return found
}

test('models are what the server has, each of the family that its file says or its name tells', async () => {
  server.choices = {
    ...server.choices,
    CheckpointLoaderSimple: {
      ckpt_name: ['photon_v1.safetensors', 'a/dreamXL.safetensors', 'odd.safetensors'],
    },
    UNETLoader: { unet_name: ['flux1-dev.safetensors', 'z_image_turbo.safetensors'] },
    CLIPLoader: { clip_name: ['qwen_3_4b.safetensors'] },
    VAELoader: { vae_name: ['ae.safetensors'] },
  }
  server.metadata = {
    'odd.safetensors': { 'modelspec.architecture': 'stable-diffusion-xl-v1-base' },
  }
  const models = await engine.image!.models()
  expect(models.map(({ id, nativeSize }) => [id, nativeSize])).toEqual([
    ['z_image_turbo', 1024],
    ['a_dreamXL', 1024],
    ['odd', 1024],
    ['photon_v1', 512],
  ])
  const [turbo, dream] = models
  expect(turbo?.ignores).toEqual(['prompt_timing', 'prompt_breaks', 'prompt_weights'])
  expect(dream?.ignores).toEqual(['prompt_timing', 'prompt_breaks'])
  expect(dream).toMatchObject({ name: 'dreamXL', description: 'Stable Diffusion XL' })
  expect(dream?.loras.map(({ id }) => id)).toEqual(['film'])
  expect(dream?.samplers).toContain('DPM++ 2M Karras')
  expect(dream?.samplers).not.toContain('PLMS')
  expect(await engine.health()).toMatchObject({
    state: 'ready',
    detail: 'flux1-dev.safetensors: no file like "clip_?l" for DualCLIPLoader',
  })
})

test('each picture is a prompt of its own, with progress and previews until three quarters', async () => {
  server.drawMs = 400
  const { images, result, progress } = await draw()
  expect(result.outcome).toBe('succeeded')
  expect(images.map(({ index, seed, width }) => [index, seed, width])).toEqual([
    [0, 2 ** 32 - 1, 64],
    [2, 1, 64],
  ])
  expect(progress.map(({ step }) => step)).toEqual(
    progress.map(({ step }) => step).toSorted((a, b) => a - b),
  )
  expect(progress.at(-1)).toMatchObject({ step: 8, steps: 8, fraction: 1 })
  const shown = progress.flatMap(({ previews, step }) =>
    previews.map(({ index, url }) => ({ index, url, step })),
  )
  expect(shown.map(({ index }) => index)).toContain(2)
  expect(shown[0]?.url).toMatch(/^data:image\/jpeg;base64,/)
  expect(shown.every(({ step, index }) => step - (index === 0 ? 0 : 4) <= 3)).toBe(true)
  // Nobody reads there what people asked for.
  expect(server.prompts).toEqual([])
})

test('a workflow has the values of the request, in the syntax and by the names of the server', async () => {
  const found = await submitted()
  expect(found).toMatchObject({
    checkpoint: { inputs: { ckpt_name: 'photon_v1.safetensors' } },
    'lora1-lora': {
      inputs: {
        lora_name: 'styles/film.safetensors',
        strength_model: 0.8,
        model: ['checkpoint', 0],
      },
    },
    positive: { inputs: { text: 'a (red:1.3) (fox:0.909) snow', clip: ['lora1-lora', 1] } },
    sampler: {
      inputs: {
        model: ['lora1-lora', 0],
        seed: 2 ** 32 - 1,
        steps: 4,
        cfg: 7,
        sampler_name: 'dpmpp_2m',
        scheduler: 'karras',
        denoise: 1,
      },
    },
    latent: { inputs: { width: 64, height: 64 } },
  })
})

test('LoRAs are a chain, and a second pass draws over what the first enlarged', async () => {
  const lora = { model: 'film', weight: 0.5 }
  const hires = { scale: 2, steps: 10, strength: 0.4 }
  const found = await submitted({
    width: 128,
    height: 128,
    loras: [lora, lora],
    hires,
    guidanceRescale: 0.7,
  })
  expect(found).toMatchObject({
    'lora2-lora': { inputs: { model: ['lora1-lora', 0], clip: ['lora1-lora', 1] } },
    rescaled: { inputs: { model: ['lora2-lora', 0], multiplier: 0.7 } },
    latent: { inputs: { width: 64 } },
    'hires-network': { inputs: { model_name: '4x-UltraSharp.pth' } },
    'hires-fitted': { inputs: { width: 128, height: 128 } },
    'hires-sampler': { inputs: { model: ['rescaled', 0], steps: 4 } },
    image: { inputs: { samples: ['hires-sampler', 0] } },
  })
  expect(found['hires-sampler']?.inputs['denoise']).toBeCloseTo(0.4, 6)
  const { images } = await draw({ width: 128, height: 128, indexes: [0], hires })
  expect(images[0]).toMatchObject({ width: 128, height: 128 })
})

test('what a mask leaves alone is equal to the source, also for a process that did not begin the work', async () => {
  const [width, height] = [60, 52]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (i * 31) % 256))
  const image = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const light = Buffer.alloc(width * height)
  for (let y = 10; y < 20; y++) light.fill(255, y * width + 10, y * width + 20)
  const mask = await sharp(light, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
  const source = { image, strength: 0.5, mask: { image: mask, feather: 4 } }
  const operation = await begin({ type: 'ITI', indexes: [0], width, height, source })
  expect(nodes()).toMatchObject({
    masked: { inputs: { mask: ['mask', 0] } },
    sampler: { inputs: { latent_image: ['masked', 0], steps: 2 } },
  })
  await engine.dispose()
  engine = connect()
  const { images } = await followImages(engine, operation)
  expect(images[0]).toMatchObject({ width, height })
  const result = await sharp(images[0]!.data).removeAlpha().raw().toBuffer()
  const isFar = (at: number) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    return x < 6 || x >= 24 || y < 6 || y >= 24
  }
  expect([...result].filter((value, at) => isFar(at) && value !== pixels[at])).toEqual([])
  const inside = 3 * (15 * width + 15)
  expect(result.subarray(inside, inside + 3)).not.toEqual(pixels.subarray(inside, inside + 3))
})

test('an image is enlarged by a network and keeps what is transparent', async () => {
  const image = await sharp({
    create: {
      width: 20,
      height: 10,
      channels: 4,
      background: { r: 200, g: 10, b: 10, alpha: 0.5 },
    },
  })
    .png()
    .toBuffer()
  const [model] = await engine.tool!.models()
  expect(model).toMatchObject({ tool: 'upscale', id: '4x-UltraSharp.pth' })
  const operation = await engine.tool!.start({ tool: 'upscale', image, scale: 8, pro: true })
  expect(nodes()).toMatchObject({
    'again-fitted': { inputs: { width: 40, height: 20 } },
    fitted: { inputs: { image: ['again', 0], width: 160, height: 80 } },
  })
  const images: EngineImage[] = []
  await engine.tool!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async (one) => void images.push(one),
  })
  expect(images[0]).toMatchObject({ width: 160, height: 80, seed: null })
  const { data } = await sharp(images[0]!.data)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(data[0]).toBeCloseTo(128, -1)
})

test('credentials of the address go with every call', async () => {
  const secret = connect(server.url.replace('//', '//me:word@'))
  server.authorizations.clear()
  await secret.image!.models()
  expect([...server.authorizations]).toEqual([`Basic ${btoa('me:word')}`])
  await secret.dispose()
})

describe('what goes wrong', () => {
  test.each<[ComfyuiFault, { code: string; retryable: boolean }]>([
    ['refused', { code: 'unsupported', retryable: false }],
    ['server error', { code: 'engine_failed', retryable: true }],
    ['throttled', { code: 'engine_unreachable', retryable: true }],
    ['garbage', { code: 'engine_failed', retryable: true }],
    ['half an image', { code: 'picture_failed', retryable: true }],
    ['wrong size', { code: 'picture_failed', retryable: true }],
    ['black', { code: 'picture_failed', retryable: true }],
    ['failed', { code: 'picture_failed', retryable: true }],
    ['out of memory', { code: 'out_of_memory', retryable: false }],
    ['broken model', { code: 'model_broken', retryable: true }],
    ['deleted model', { code: 'model_broken', retryable: true }],
    ['another model', { code: 'model_broken', retryable: true }],
    ['broken LoRA', { code: 'unsupported', retryable: false }],
    ['interrupted by somebody else', { code: 'engine_failed', retryable: true }],
  ])('%s', async (fault, error) => {
    server.faults = [fault]
    await expect(draw({ indexes: [0] })).rejects.toMatchObject(error)
    expect(
      server.prompts.filter(({ state }) => state === 'pending' || state === 'running'),
    ).toEqual([])
  })

  test('a damaged picture is told once the others are there', async () => {
    server.faults = ['black', null]
    const into: Followed = { images: [], progress: [] }
    await expect(draw({}, into)).rejects.toMatchObject({ code: 'picture_failed' })
    expect(into.images.map(({ index }) => index)).toEqual([2])
  })

  test('a prompt whose answer is lost is not submitted again', async () => {
    server.drawMs = 200
    server.faults = ['answer lost']
    const operation = await begin({ indexes: [0] })
    expect(server.prompts).toHaveLength(1)
    expect((await followImages(engine, operation)).images).toHaveLength(1)
  })

  test('of several, those that were taken are taken back when one is refused', async () => {
    server.drawMs = 60_000
    server.faults = [null, null, 'throttled']
    await expect(begin({ indexes: [0, 1, 2] })).rejects.toMatchObject({
      code: 'engine_unreachable',
    })
    await vi.waitFor(() =>
      expect(server.prompts.map(({ state }) => state)).toEqual(['interrupted']),
    )
  })

  test('a model, a sampler or a LoRA that is not there', async () => {
    await expect(draw({ model: 'other' })).rejects.toMatchObject({ code: 'model_missing' })
    await expect(draw({ sampler: 'PLMS' })).rejects.toMatchObject({ code: 'unsupported' })
    await expect(draw({ loras: [{ model: 'gone', weight: 1 }] })).rejects.toMatchObject({
      code: 'unsupported',
    })
    await engine.image!.models()
    server.choices['CheckpointLoaderSimple'] = { ckpt_name: ['another.safetensors'] }
    await expect(draw()).rejects.toMatchObject({
      code: 'model_missing',
      message: expect.stringContaining('photon_v1.safetensors') as string,
    })
  })

  test('a server that is away, or goes away for ever', async () => {
    server.drawMs = 60_000
    const operation = await begin({ indexes: [0] })
    server.isAway = true
    await expect(followImages(engine, operation)).rejects.toMatchObject({
      code: 'engine_unreachable',
    })
    await server.close()
    expect(await engine.health()).toMatchObject({ state: 'down' })
    await expect(connect().image!.models()).rejects.toMatchObject({ code: 'engine_unreachable' })
  })
})

describe('restarts', () => {
  test('another process goes on with what was begun; nothing is submitted twice', async () => {
    server.drawMs = 300
    const operation = await begin()
    await engine.dispose()
    engine = connect()
    const { images } = await followImages(
      engine,
      JSON.parse(JSON.stringify(operation)) as EngineOperation,
    )
    expect(images.map(({ index }) => index)).toEqual([0, 2])
  })

  test('a server that answers again in time is waited for', async () => {
    server.drawMs = 200
    engine = createComfyuiEngine({ address: server.url, workflowsDir, patienceMs: 20_000 })
    const following = draw({ indexes: [0] })
    await vi.waitFor(() => expect(server.prompts).toHaveLength(1))
    server.isAway = true
    setTimeout(() => (server.isAway = false), 500)
    expect((await following).images).toHaveLength(1)
  })

  test('of a restarted server, what it made before is taken and the rest is lost', async () => {
    const operation = await begin({ indexes: [0] })
    await vi.waitFor(() => expect(server.prompts[0]?.state).toBe('success'))
    server.restart()
    expect((await followImages(engine, operation)).images).toHaveLength(1)
    server.drawMs = 60_000
    const unfinished = await begin({ indexes: [0] })
    server.restart()
    await expect(followImages(engine, unfinished)).rejects.toMatchObject({
      code: 'operation_lost',
      retryable: true,
    })
  })
})

test("a cancel stops what runs and what waits of its own, and leaves another's alone", async () => {
  server.drawMs = 60_000
  const other = connect()
  const others = await other.image!.start({ ...REQUEST, indexes: [0] })
  const operation = await begin()
  const following = followImages(engine, operation)
  await engine.image!.cancel(operation)
  expect(await following).toMatchObject({ result: { outcome: 'cancelled' }, images: [] })
  expect(server.prompts.map(({ state }) => state)).toEqual(['running'])
  expect(server.interrupted).toEqual([])
  const [running] = server.prompts
  await other.image!.cancel(others)
  await engine.image!.cancel(operation)
  expect(server.interrupted).toEqual([running?.id])
  await other.dispose()
})

test('who waits in its line is told how many are before', async () => {
  server.drawMs = 1_500
  const other = connect()
  const others = await other.image!.start({ ...REQUEST, indexes: [0, 1] })
  const operation = await begin({ indexes: [0] })
  const into: Followed = { images: [], progress: [] }
  const following = followImages(engine, operation, into)
  await vi.waitFor(() => expect(into.progress.at(-1)?.ahead).toBe(2))
  await other.image!.cancel(others)
  await following
  expect(into.progress.at(-1)).toMatchObject({ fraction: 1 })
  expect(into.progress.at(-1)).not.toHaveProperty('ahead')
  await other.dispose()
})

test('image to image draws in the size of the result', async () => {
  const source = { image: await makePng(100, 80), strength: 0.6 }
  const { images } = await draw({ type: 'ITI', indexes: [0], source })
  expect(images[0]).toMatchObject({ width: 64, height: 64 })
})
