import { createHash } from 'node:crypto'
import { cp, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EngineImage, OperationProgress, ImageRequest } from '#lib/engine-spec/index.ts'
import { type BuiltinEngine, createBuiltinEngine } from './index.ts'

const MODEL = 'models/text-to-image'
// Pictures of 2048 pixels take seconds, and many times that where the processor is busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
let folder: string
let engine: BuiltinEngine

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'engine-'))
  engine = engineOn(MODEL)
  await engine.warmUp()
})
afterAll(async () => {
  await engine.dispose()
  await rm(folder, { recursive: true })
})

function engineOn(modelDir: string): BuiltinEngine {
  return createBuiltinEngine({
    modelDirs: [modelDir],
    cacheDir: path.join(folder, 'cache'),
    threads: 1,
  })
}

function request(changes: Partial<ImageRequest> = {}): ImageRequest {
  return {
    type: 'TTI',
    model: 'atelier-v1',
    prompt: 'smiling face 3d style',
    negativePrompt: '',
    width: 64,
    height: 64,
    indexes: [0],
    seed: 7,
    steps: 4,
    guidanceScale: 4,
    sampler: 'Euler a',
    loras: [],
    ...changes,
  }
}

async function draw(changes: Partial<ImageRequest> = {}, of: BuiltinEngine = engine) {
  const images: EngineImage[] = []
  const progress: OperationProgress[] = []
  const result = await of.image.follow(await of.image.start(request(changes)), {
    onProgress: (step) => progress.push(step),
    async onOutput(image) {
      images.push(image)
    },
  })
  return { images, progress, result }
}

const fingerprint = ({ data }: EngineImage): string =>
  createHash('sha256').update(data).digest('hex')

describe('an image', () => {
  test('is the same for the same seed in whatever batch, and another one for another seed', async () => {
    const batch = (await draw({ indexes: [0, 1, 2] })).images
    expect(batch.map(({ index, seed }) => [index, seed])).toEqual([
      [0, 7],
      [1, 8],
      [2, 9],
    ])
    const [again] = (await draw({ indexes: [1] })).images
    const [shifted] = (await draw({ seed: 8 })).images
    expect([fingerprint(again!), fingerprint(shifted!)]).toEqual(
      Array.from({ length: 2 }, () => fingerprint(batch[1]!)),
    )
    expect(new Set(batch.map(fingerprint)).size).toBe(3)
  })

  test('follows the prompt, the negative prompt, guidance, steps and sampler', async () => {
    const changes: Partial<ImageRequest>[] = [
      {},
      { prompt: 'red heart 3d style' },
      { negativePrompt: 'yellow' },
      { guidanceScale: 1 },
      { guidanceScale: 8 },
      { steps: 5 },
      { sampler: 'DDIM' },
    ]
    const drawn = await Promise.all(changes.map((change) => draw(change)))
    expect(new Set(drawn.map(({ images }) => fingerprint(images[0]!))).size).toBe(changes.length)
  })

  test('shows what it was asked for: a green heart on white', async () => {
    const { images } = await draw({
      prompt: 'green heart flat style on white background',
      seed: 5,
      steps: 12,
      width: 128,
      height: 128,
    })
    const colour = async (left: number, top: number): Promise<number[]> => {
      // `stats` looks at its input as it was before `extract`.
      const part = sharp(images[0]!.data).extract({ left, top, width: 16, height: 16 })
      const { channels } = await sharp(await part.png().toBuffer()).stats()
      return channels.map(({ mean }) => mean)
    }
    const [middle, corner] = [await colour(56, 56), await colour(0, 112)]
    expect(middle[1]! - middle[0]!).toBeGreaterThan(30)
    expect(Math.min(...corner)).toBeGreaterThan(200)
  })

  test('a thing of the colour of its background stands out from it: a sunflower on yellow', async () => {
    const { images } = await draw({
      prompt: 'a sunflower on a yellow background, noto style',
      seed: 1,
      steps: 20,
      width: 128,
      height: 128,
    })
    const pixels = await sharp(images[0]!.data).removeAlpha().raw().toBuffer()
    const background = [...pixels.subarray(3 * 10, 3 * 11)]
    let apart = 0
    for (let i = 0; i < pixels.length; i += 3) {
      const off = background.map((value, plane) => Math.abs(pixels[i + plane]! - value))
      if (off.reduce((a, b) => a + b) > 50) apart++
    }
    // Disc and leaves alone are a fifth of the picture.
    expect(apart / 128 ** 2).toBeGreaterThan(0.24)
  })

  test.each([
    [64, 64],
    [72, 64],
    [64, 2048],
    [2048, 64],
    [520, 392],
    [2048, 2048],
  ])('has exactly the size asked for: %i x %i', async (width, height) => {
    const { images } = await draw({ width, height, steps: 1 })
    const meta = await sharp(images[0]!.data).metadata()
    expect([meta.format, meta.width, meta.height]).toEqual(['png', width, height])
    expect([images[0]!.width, images[0]!.height]).toEqual([width, height])
    const { channels } = await sharp(images[0]!.data).stats()
    expect(channels.map(({ mean }) => mean).every((mean) => mean > 5 && mean <= 255)).toBe(true)
  })
})

describe('progress', () => {
  test('counts the steps; previews are small and end at three quarters', async () => {
    const { progress, result } = await draw({ indexes: [0, 2], steps: 8, width: 192, height: 128 })
    expect(result).toMatchObject({ outcome: 'succeeded' })
    expect(result.engineMs).toBeGreaterThan(0)
    const steps = progress.filter(({ previews }) => previews.length > 0)
    // The first come at once, and are told again until there is time to see the next.
    expect(progress[0]!.previews).toHaveLength(2)
    expect(steps.length).toBe(progress.filter(({ step }) => step / 8 <= 0.75).length)
    for (const { step, previews } of steps) {
      expect(step / 8).toBeLessThanOrEqual(0.75)
      expect(previews.map(({ index }) => index)).toEqual([0, 2])
      const jpeg = Buffer.from(previews[0]!.url.replace('data:image/jpeg;base64,', ''), 'base64')
      const { width, height } = await sharp(jpeg).metadata()
      expect(Math.max(width, height)).toBeLessThanOrEqual(64)
    }
    const fractions = progress.map(({ fraction }) => fraction)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(progress.at(-1)).toMatchObject({ step: 8, steps: 8, fraction: 1 })
  })

  test('a single step has no preview: it would be the picture', async () => {
    const { progress } = await draw({ steps: 1 })
    expect(progress.flatMap(({ previews }) => previews)).toEqual([])
  })
})

describe('cancel', () => {
  test.each([
    ['between steps', 2],
    ['while finishing', 4],
  ])('%s: nothing is handed over afterwards', async (_, atStep) => {
    const operation = await engine.image.start(
      request({ indexes: [0, 1, 2, 3], width: 2048, height: 2048 }),
    )
    const images: number[] = []
    let cancelled = false
    const result = await engine.image.follow(operation, {
      onProgress({ step }) {
        if (step < atStep || cancelled) return
        cancelled = true
        void engine.image.cancel(operation)
      },
      async onOutput({ index }) {
        images.push(index)
      },
    })
    expect(result.outcome).toBe('cancelled')
    expect(images).toEqual([])
    await engine.image.cancel(operation)
    // The thread is free again soon, not only after four large pictures, which take ten seconds.
    const began = performance.now()
    await draw({ steps: 1 })
    expect(performance.now() - began).toBeLessThan(8000)
  })
})

describe('what it cannot do', () => {
  test.each<[string, Partial<ImageRequest>, string]>([
    ['LoRA', { loras: [{ model: 'x', weight: 1 }] }, 'unsupported'],
    ['image to image', { type: 'ITI' }, 'unsupported'],
    ['another model', { model: 'sdxl' }, 'model_missing'],
  ])('%s is refused by name', async (_, changes, code) => {
    await expect(draw(changes)).rejects.toMatchObject({ code, retryable: false })
  })
})

test('it says what it offers', async () => {
  const models = await engine.image.models()
  expect(models).toMatchObject([
    {
      id: 'atelier-v1',
      nativeSize: 128,
      maxTokens: 16,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ])
  expect(models[0]!.samplers).toEqual(
    expect.arrayContaining(['Euler a', 'Euler', 'DDIM', 'DPM++ 2M Karras']),
  )
  expect(models[0]!.features).toContain('loras')
  expect(await engine.health()).toEqual({ state: 'ready', detail: null, load: 0, runsOn: 'cpu' })
  expect(await engine.image.readPrompt!('atelier-v1', 'A red fox, in the snow!')).toMatchObject({
    tokens: 6,
  })
})

test('it draws with any model in the diffusers layout, by the name of its folder', async () => {
  const tiny = engineOn('tests/fixtures/tiny-sd')
  expect(await tiny.image.models()).toMatchObject([
    { id: 'tiny-sd', nativeSize: 64, maxTokens: 75, licence: 'unknown' },
  ])
  const { images, progress } = await draw({ model: 'tiny-sd', width: 128, height: 96 }, tiny)
  expect(await sharp(images[0]!.data).metadata()).toMatchObject({ width: 128, height: 96 })
  // Without a map from latents to colours it has no previews.
  expect(progress.flatMap(({ previews }) => previews)).toEqual([])
  await tiny.dispose()
})

test('models alternate in one engine; each request names its own', async () => {
  const modelsDir = path.join(folder, 'models')
  await cp('tests/fixtures/tiny-sd', path.join(modelsDir, 'tiny'), { recursive: true })
  await cp('tests/fixtures/tiny-sd/unet', path.join(modelsDir, 'half'), { recursive: true })
  const both = createBuiltinEngine({
    modelDirs: [MODEL],
    modelsDir,
    cacheDir: path.join(folder, 'cache'),
    threads: 1,
  })
  const names = ['atelier-v1', 'tiny', 'atelier-v1', 'tiny']
  const drawn = await Promise.all(names.map((model) => draw({ model, steps: 2 }, both)))
  const prints = drawn.map(({ images }) => fingerprint(images[0]!))
  expect(prints.slice(2)).toEqual(prints.slice(0, 2))
  expect(prints[0]).not.toBe(prints[1])
  expect((await both.image.models()).map(({ id }) => id)).toEqual(['atelier-v1', 'tiny'])
  expect(await both.health()).toMatchObject({
    state: 'ready',
    detail: expect.stringMatching(/half\/model_index\.json: is missing$/),
  })
  await both.dispose()
})

test('a provider that cannot be had: the processor draws the same, and log and state say so', async () => {
  const lines: string[] = []
  const other = createBuiltinEngine({
    modelDirs: [MODEL],
    cacheDir: path.join(folder, 'cache'),
    threads: 1,
    // The runtime has it on Windows alone.
    provider: 'directml',
    log: { warn: (_, line) => lines.push(line) },
  })
  const { images } = await draw({ steps: 2 }, other)
  expect(fingerprint(images[0]!)).toBe(fingerprint((await draw({ steps: 2 })).images[0]!))
  const { detail, ...health } = await other.health()
  expect(health).toEqual({ state: 'ready', load: 0, runsOn: 'cpu' })
  expect(detail).toMatch(/^directml cannot be used \(.+\); the processor draws in its place$/)
  expect(lines).toEqual([`The built-in engine: ${detail}.`])
  await other.dispose()
})

describe('a broken model', () => {
  const DAMAGES: [file: string, damage: (file: string) => Promise<void>, line: RegExp][] = [
    ['unet/model.onnx', (file) => rm(file), /unet\/model\.onnx: is missing/],
    [
      'vae_decoder/model.onnx',
      (file) => truncate(file, 5000),
      /vae_decoder\/model\.onnx: is damaged/,
    ],
    ['enlarger/model.onnx', (file) => truncate(file, 5000), /enlarger\/model\.onnx: is damaged/],
    [
      'scheduler/scheduler_config.json',
      (file) => writeFile(file, '{'),
      /scheduler_config\.json: is not JSON/,
    ],
  ]

  test('is told in one line that names the file, and works again once repaired', async () => {
    const dir = path.join(folder, 'broken')
    await cp(MODEL, dir, { recursive: true })
    const broken = engineOn(dir)
    for (const [file, damage, line] of DAMAGES) {
      await damage(path.join(dir, file))
      expect(await broken.health()).toMatchObject({
        state: 'down',
        detail: expect.stringMatching(line),
      })
      expect(await broken.image.models()).toEqual([])
      await expect(broken.warmUp()).rejects.toMatchObject({
        code: 'model_broken',
        message: expect.stringMatching(/^[^\n]+$/),
      })
      await expect(draw({ steps: 1 }, broken)).rejects.toMatchObject({ code: 'model_broken' })
      await cp(path.join(MODEL, file), path.join(dir, file))
      expect(await broken.health()).toMatchObject({ state: 'ready' })
      expect(await broken.image.models()).toHaveLength(1)
    }
    expect((await draw({ steps: 1 }, broken)).images).toHaveLength(1)
    await broken.dispose()
  })

  test('a folder that is not there', async () => {
    const nothing = engineOn(path.join(folder, 'nowhere'))
    expect(await nothing.health()).toMatchObject({ state: 'down' })
    await expect(nothing.image.start(request())).rejects.toMatchObject({ code: 'model_broken' })
    await nothing.dispose()
  })
})
