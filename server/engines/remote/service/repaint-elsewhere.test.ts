import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AddedModelEntry } from '#contract/service-model-entry.ts'
import type { Engine, EngineImage, ImageRequest, ImageSource } from '#server/engines/spec/index.ts'
import { FAL_FILL, type FalDouble, startFalDouble } from '#tests/support/doubles/fal-server.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import { SMALL_REQUEST } from '#tests/support/follow-images.ts'

const FILL: AddedModelEntry = {
  does: 'inpaint',
  name: 'Fill',
  licence: '',
  endpoint: FAL_FILL,
  input: { prompt: '$prompt', image_url: '$image', mask_url: '$kept_mask', seed: '$seed' },
  cost: { dollars: 0.05, per: 'image' },
  description: '',
  credits: 3,
  nativeSize: 1024,
  maxTokens: 512,
  sizes: { min: 64, max: 2048, step: 8 },
  maxSteps: 50,
}

let fal: FalDouble
let source: ImageSource
const engines: Engine[] = []

function createEngine(): Engine {
  const engine = falEngineAt(fal, { patience: { pollMs: 10 } })
  engine.added!.set([{ id: 'fill', entry: FILL, state: 'offered', pausedBy: null }])
  engines.push(engine)
  return engine
}

beforeEach(async () => {
  fal = await startFalDouble()
  const create = { width: 96, height: 96, channels: 3 as const, background: '#14a028' }
  source = { image: await sharp({ create }).png().toBuffer(), strength: 0.8, padding: padded(24) }
})
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.dispose()
  await fal.close()
})

const padded = (around: number) => ({ left: around, right: around, top: around, bottom: around })
const order = (): ImageRequest => ({
  ...SMALL_REQUEST,
  type: 'ITI',
  model: 'fill',
  source,
  loras: [],
})

test('another process puts what was drawn back into the image that the first began from', async () => {
  fal.drawMs = 200
  const first = createEngine()
  const operation = await first.image!.start(order())
  await engines.pop()!.dispose()
  const made: EngineImage[] = []
  const { costMicros } = await createEngine().image!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async (image) => void made.push(image),
    readSource: async () => source,
  })
  expect(fal.begun).toHaveLength(1)
  expect(costMicros).toBe(50_000)
  expect(made).toMatchObject([{ width: 144, height: 144 }])
  const pixels = await sharp(made[0]!.data).removeAlpha().raw().toBuffer()
  const at = (x: number, y: number) => [
    ...pixels.subarray(3 * (144 * y + x), 3 * (144 * y + x) + 3),
  ]
  expect(at(72, 72)).toEqual([0x14, 0xa0, 0x28])
  expect(at(4, 4)).not.toEqual([0x14, 0xa0, 0x28])
})

test.each([
  ['is gone', async () => null],
  [
    'cannot be read',
    async () => {
      throw new Error('the storage is away')
    },
  ],
])('where the image %s, it is asked for once, and all pictures are billed', async (_, read) => {
  const engine = createEngine()
  const operation = await engine.image!.start({ ...order(), indexes: [0, 1, 2] })
  const readSource = vi.fn<() => Promise<null>>(read)
  const following = engine.image!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async () => undefined,
    readSource,
  })
  await expect(following).rejects.toMatchObject({ code: 'picture_failed', costMicros: 150_000 })
  expect(readSource).toHaveBeenCalledTimes(1)
})

test('a mask whose white is kept is the other one turned round', async () => {
  await createEngine().image!.start(order())
  // The image goes first.
  const [, mask] = fal.uploads
  const pixels = await sharp(mask).toColourspace('b-w').raw().toBuffer()
  expect([pixels[0], pixels[144 * 72 + 72]]).toEqual([0, 255])
})

test('an order without a mask is refused', async () => {
  const { padding: _, ...whole } = source
  const refused = createEngine().image!.start({ ...order(), source: whole })
  await expect(refused).rejects.toMatchObject({ code: 'unsupported' })
})
