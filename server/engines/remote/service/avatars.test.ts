import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFalDouble } from '#tests/support/doubles/fal-server.ts'
import type { ServiceDouble } from '#tests/support/doubles/service-files.ts'
import { falEngineAt } from '#tests/support/fal-engine.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { DrawAvatarsRequest, Engine, EngineImage } from '../../spec/index.ts'

let double: ServiceDouble
let engine: Engine
let order: DrawAvatarsRequest
beforeEach(async () => {
  double = await startFalDouble()
  engine = falEngineAt(double, { patience: { pollMs: 15, pollBesideWebhookMs: 15, awayMs: 300 } })
  order = {
    tool: 'draw_avatars',
    image: await makePng(80, 64),
    looks: ['studio', 'comic'],
    count: 2,
    indexes: [1, 2],
    seed: 2 ** 32 - 2,
  }
})
afterEach(async () => {
  await engine.dispose()
  await double.close()
})

async function draw(): Promise<{ images: EngineImage[]; costMicros: number | undefined }> {
  const operation = await engine.tool!.start(order)
  const images: EngineImage[] = []
  const { costMicros } = await engine.tool!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async (image) => void images.push(image),
  })
  return { images, costMicros }
}

test('the photo goes there once, and each image is drawn by the words of its look and its own seed', async () => {
  const { images, costMicros } = await draw()
  expect(double.uploads).toHaveLength(1)
  expect((await sharp(double.uploads[0]).metadata()).width).toBe(80)
  const sent = double.begun.map(({ endpoint, input }) => [endpoint, input['prompt'], input['seed']])
  expect(sent.toSorted((a, b) => Number(b[2]) - Number(a[2]))).toEqual([
    ['fal-ai/flux-pulid', expect.stringContaining('headshot'), 2 ** 31 - 1],
    ['fal-ai/flux-pulid', expect.stringContaining('comic book'), 0],
  ])
  expect(double.begun[0]!.input).toMatchObject({
    reference_image_url: expect.stringContaining('/uploaded/') as string,
    image_size: { width: 1024, height: 1024 },
    enable_safety_checker: true,
  })
  expect(
    images
      .map(({ index, width, height, seed }) => [index, width, height, seed])
      .toSorted(([a], [b]) => Number(a) - Number(b)),
  ).toEqual([
    [1, 1024, 1024, 2 ** 32 - 1],
    [2, 1024, 1024, 0],
  ])
  // 0.0333 dollars a megapixel.
  expect(costMicros).toBe(2 * Math.round(33_300 * 1.048576))
})

test('a look that the model does not have is refused before anything is sent', async () => {
  order.looks = ['studio', 'pencil']
  await expect(engine.tool!.start(order)).rejects.toMatchObject({
    code: 'unsupported',
    retryable: false,
  })
  expect([double.uploads, double.begun]).toEqual([[], []])
})

test('an image that was drawn and cannot be used is billed all the same', async () => {
  double.faults = ['half an image', null]
  await expect(draw()).rejects.toMatchObject({
    code: 'picture_failed',
    costMicros: 2 * Math.round(33_300 * 1.048576),
  })
})

test('what the service refuses to draw is told as that', async () => {
  double.faults = ['content refused', null]
  await expect(draw()).rejects.toMatchObject({ code: 'content_refused', retryable: false })
})

test('its looks, its price and who is given the photo can be asked for', async () => {
  const { tool } = engine
  const model = (await tool!.models()).find((one) => one.tool === 'draw_avatars')
  expect(model).toMatchObject({ id: 'flux-pulid', credits: 21, plain: true })
  expect(tool!.avatarLooks!().slice(0, 2)).toEqual([
    { id: 'studio', name: 'Studio', edge: 1024 },
    { id: 'office', name: 'Office', edge: 1024 },
  ])
  expect(tool!.imagesGoTo).toBe('fal')
})
