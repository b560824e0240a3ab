import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import { createScriptedEngine, SCRIPTED_MODEL } from '#tests/support/doubles/scripted-engine.ts'
import { createA1111Engine } from '../a1111/index.ts'
import type { Beginning, Engine, EngineImage, ImageRequest, RefineRequest } from '../spec/index.ts'
import { createBuiltinEngine } from '#engine/index.ts'
import { withRefining } from './with-refining.ts'

const redrawing = {
  model: SCRIPTED_MODEL,
  prompt: 'a stone wall',
  negativePrompt: '',
  seed: 2 ** 32 - 1,
  steps: 4,
  guidanceScale: 4,
  sampler: 'Euler a',
  strength: 0.3,
} as const

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** Soft shades, as a file. */
async function shades(width: number, height: number, alpha = false): Promise<Buffer> {
  const data = Buffer.alloc(3 * width * height)
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    data[i] = Math.round(60 + (120 * x) / width + (40 * y) / height + 10 * (i % 3))
  }
  const picture = sharp(data, { raw: { width, height, channels: 3 } })
  return (alpha ? picture.ensureAlpha(0.5) : picture).png().toBuffer()
}

/** Paints each source again, darker and with a cast; tells what it was asked. */
function painter(
  orders: ImageRequest[] = [],
  onStart = (_beginning?: Beginning): void => undefined,
): Engine {
  const { image, refine: _refine, ...engine } = createScriptedEngine()
  const pending = new Map<string, ImageRequest>()
  return {
    ...engine,
    image: {
      ...image,
      models: image.models,
      async start(request, beginning) {
        orders.push(request)
        pending.set(String(orders.length), request)
        onStart(beginning)
        return { engine: 'painter', id: String(orders.length) }
      },
      async follow({ id }, { onProgress, onOutput }) {
        const request = pending.get(id)!
        onProgress({ step: 1, steps: 2, fraction: 0.5, previews: [] })
        const data = await sharp(request.source!.image)
          .linear([0.8, 0.9, 1], [-10 * orders.length, 0, 5])
          .png()
          .toBuffer()
        const { width, height, seed } = request
        await onOutput({ index: 0, data, contentType: 'image/png', width, height, seed })
        return { outcome: 'succeeded', engineMs: 1 }
      },
      cancel: async () => undefined,
    },
  }
}

/** Enlarges plainly, and sees one face. */
const tools = {
  ...createScriptedEngine().tool,
  findFaces: async () => [{ index: 0, yaw: 0, box: { x: 60, y: 40, width: 40, height: 40 } }],
}

async function follow(
  engine: Engine,
  request: RefineRequest,
  beginning?: Beginning,
): Promise<{ images: EngineImage[]; fractions: number[]; outcome: string }> {
  const [images, fractions]: [EngineImage[], number[]] = [[], []]
  const operation = await engine.refine!.start(request, beginning)
  const { outcome } = await engine.refine!.follow(operation, {
    onProgress: ({ fraction }) => fractions.push(fraction),
    async onOutput(image) {
      images.push(image)
    },
  })
  return { images, fractions, outcome }
}

const pixelsOf = (file: Uint8Array): Promise<Buffer> => sharp(file).removeAlpha().raw().toBuffer()

describe('an upscale by a prompt', () => {
  it('draws over tiles that overlap, keeps tones, and shows no seams', async () => {
    const orders: ImageRequest[] = []
    const enlarged = await shades(200, 120, true)
    const enlarging = { ...tools, follow: followWith(enlarged) }
    const engine = withRefining(painter(orders), enlarging)
    const image = await shades(100, 60)
    const { images, fractions } = await follow(engine, {
      refinement: 'upscale',
      image,
      scale: 2,
      redrawing,
    })
    expect(orders).toHaveLength(12)
    expect(orders.slice(0, 2)).toMatchObject([
      { type: 'ITI', width: 64, height: 64, seed: 2 ** 32 - 1, source: { strength: 0.3 } },
      { seed: 0 },
    ])
    expect(images).toMatchObject([{ index: 0, width: 200, height: 120, seed: 2 ** 32 - 1 }])
    expect(fractions.at(-1)).toBeGreaterThan(0.9)
    expect((await sharp(images[0]!.data).stats()).channels[3]).toMatchObject({ min: 127, max: 127 })
    const [made, wanted] = [await pixelsOf(images[0]!.data), await pixelsOf(enlarged)]
    // The painter's casts, each tile another, are gone but for what shows within an eighth of a tile.
    const most = made.reduce((top, value, i) => Math.max(top, Math.abs(value - wanted[i]!)), 0)
    expect(most).toBeLessThan(6)
  })

  it('names each piece the same in every attempt, so that one which was begun is found', async () => {
    const begun: (Beginning | undefined)[] = []
    const engine = withRefining(
      painter([], (beginning) => void begun.push(beginning)),
      { ...tools, follow: followWith(await shades(200, 120)) },
    )
    const request = { refinement: 'upscale', image: await shades(100, 60), scale: 2 } as const
    const beginning = { key: 'job-1', attempt: 1, begunSince: null }
    await follow(engine, { ...request, redrawing }, beginning)
    const first = begun.splice(0).map((one) => one!.key)
    expect(new Set(first).size).toBe(12)
    await follow(engine, { ...request, redrawing }, { ...beginning, attempt: 2 })
    expect(begun.map((one) => one!.key)).toEqual(first)
    expect(begun[0]).toMatchObject({ attempt: 2, begunSince: null })
  })

  it('hands over nothing once it is stopped', async () => {
    const orders: ImageRequest[] = []
    const engine: Engine = withRefining(
      painter(orders, () => void engine.refine!.cancel(operation)),
      { ...tools, follow: followWith(await shades(200, 120)) },
    )
    const request = { refinement: 'upscale', image: await shades(100, 60), scale: 2 } as const
    const operation = await engine.refine!.start({ ...request, redrawing })
    const images: EngineImage[] = []
    const { outcome } = await engine.refine!.follow(operation, {
      onProgress() {},
      async onOutput(image) {
        images.push(image)
      },
    })
    expect([outcome, images.length, orders.length]).toEqual(['cancelled', 0, 1])
    await expect(
      engine.refine!.follow(operation, { onProgress() {}, onOutput: async () => undefined }),
    ).rejects.toMatchObject({ code: 'operation_lost', retryable: true })
  })
})

describe('a detail pass', () => {
  it('draws over the faces and leaves everything else as it is', async () => {
    const orders: ImageRequest[] = []
    const image = await shades(160, 120)
    const engine = withRefining(painter(orders), tools)
    const { images } = await follow(engine, { refinement: 'faces', image, redrawing })
    expect(orders).toMatchObject([{ width: 72, height: 72 }])
    const [made, before] = [await pixelsOf(images[0]!.data), await pixelsOf(image)]
    expect(made).toHaveLength(before.length)
    expect(made).not.toEqual(before)
    for (let pixel = 0; pixel < made.length / 3; pixel++) {
      const [x, y] = [pixel % 160, Math.floor(pixel / 160)]
      if (x >= 46 && x < 114 && y >= 26 && y < 94) continue
      expect(made.subarray(3 * pixel, 3 * pixel + 3)).toEqual(
        before.subarray(3 * pixel, 3 * pixel + 3),
      )
    }
  })

  it('says when no face is there', async () => {
    const engine = withRefining(painter(), { ...tools, findFaces: async () => [] })
    const request = { refinement: 'faces', image: await shades(80, 64), redrawing } as const
    await expect(follow(engine, request)).rejects.toMatchObject({
      code: 'unsupported',
      userMessage: { key: 'common.noFaceFound' },
    })
  })
})

it("works on a server with A1111's API", async () => {
  const server = await startA1111Double()
  const engine = withRefining(createA1111Engine(server.url), {
    ...tools,
    follow: followWith(await shades(160, 120)),
  })
  ended.push(() => engine.dispose(), server.close)
  const [model] = await engine.image!.models()
  expect(model!.features).toContain('refine')
  const { images } = await follow(engine, {
    refinement: 'upscale',
    image: await shades(80, 60),
    scale: 2,
    redrawing: { ...redrawing, model: model!.id },
  })
  expect(images).toMatchObject([{ width: 160, height: 120 }])
  expect(server.drawn).toMatchObject([
    { path: '/sdapi/v1/img2img', body: { width: 512, height: 384, denoising_strength: 0.3 } },
  ])
})

it('works with a model in the diffusers layout, and not with the one that is built in', async () => {
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'atelier-refine-'))
  const modelDirs = ['models/text-to-image', 'tests/fixtures/tiny-sd']
  const builtin = createBuiltinEngine({ modelDirs, cacheDir, threads: 1 })
  ended.push(
    () => builtin.dispose(),
    () => rm(cacheDir, { recursive: true }),
  )
  const models = await builtin.image.models()
  expect(models.filter(({ features }) => features.includes('refine'))).toMatchObject([
    { id: 'tiny-sd' },
  ])
  const { images } = await follow(withRefining(builtin, builtin.tool), {
    refinement: 'upscale',
    image: await shades(48, 40),
    scale: 2,
    redrawing: { ...redrawing, model: 'tiny-sd' },
  })
  expect(images).toMatchObject([{ width: 96, height: 80 }])
})

/** The tool's answer, whatever is asked. */
function followWith(data: Buffer): typeof tools.follow {
  return async (_operation, { onOutput }) => {
    const image = { index: 0, data, contentType: 'image/png', seed: null } as const
    await onOutput({ ...image, width: 0, height: 0 })
    return { outcome: 'succeeded', engineMs: 1 }
  }
}
