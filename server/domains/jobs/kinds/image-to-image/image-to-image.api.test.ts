import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#contract/client.ts'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { api } from '#contract/index.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import {
  finishAll,
  finishFirst,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import {
  leaveFreePictures,
  balanceOf,
  expectCleanBooks,
  startGenerationApp,
  submit,
  waitForEnd,
} from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

const FEATURES = [
  'negative_prompt',
  'image_to_image',
  'inpaint',
  'outpaint',
  'hires',
  'variation',
  'guidance_rescale',
] as const

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp({ capabilities: { features: [...FEATURES] } }))
})
afterAll(() => app.dispose())
beforeEach(async () => {
  ada = await newPerson(app)
  engine.script = finishAll
})

const REQUEST = { prompt: 'a red fox', type: 'ITI', num_images: 1 } as const

const start = (person: TestPerson, body: Partial<DrawingRequestInput>): Promise<Job> =>
  person.call(api.inferenceJobs.create, { body: { ...REQUEST, ...body } })

async function refusedFields(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError) || error.status !== 400) throw new Error(String(error))
  return Object.keys(error.body as object).toSorted()
}

const uploadPng = async (person: TestPerson, width: number, height: number) =>
  upload(person, await makePng(width, height))

const pixels = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer()

describe('an image-to-image job', () => {
  test('gives the engine the very pixels of an upload, in its size', async () => {
    const png = await makePng(203, 130, { noise: 10 })
    const { id } = await upload(ada, png)
    const job = await start(ada, { image: id, strength: 0.4, seed: 5 })
    expect(job.parameters).toMatchObject({
      type: 'ITI',
      image: id,
      strength: 0.4,
      width: 200,
      height: 128,
    })
    const ended = await waitForEnd(ada, job)
    expect(ended).toMatchObject({ status: 'S', type: 'ITI', cost: { captured: 1 } })
    expect(ended.images[0]).toMatchObject({ type: 'ITI', width: 200, height: 128 })
    const order = engine.starts.at(-1)!
    expect(order).toMatchObject({ type: 'ITI', width: 200, height: 128, source: { strength: 0.4 } })
    expect(order.source).not.toHaveProperty('mask')
    expect(await pixels(order.source!.image)).toEqual(await pixels(png))
    await expectCleanBooks(app)
  })

  test('starts from an own picture and from a public one, not from a hidden one', async () => {
    const made = await waitForEnd(ada, await submit(ada))
    const [picture] = made.images
    const first = await waitForEnd(ada, await start(ada, { image: picture!.id }))
    expect(first).toMatchObject({ status: 'S', parameters: { strength: 0.6, width: 64 } })

    const eve = await newPerson(app)
    expect(await refusedFields(start(eve, { image: picture!.id }))).toEqual(['image'])
    await ada.call(api.predictionImages.update, {
      params: { id: picture!.id },
      body: { is_public: true },
    })
    expect((await waitForEnd(eve, await start(eve, { image: picture!.id }))).status).toBe('S')
    await ada.call(api.predictionImages.remove, { params: { id: picture!.id } })
    expect(await refusedFields(start(eve, { image: picture!.id }))).toEqual(['image'])
  })

  test('never gives away the clean original of a marked picture', async () => {
    const bonus = await newPerson(app, { credits: 0, bonus: 10 })
    await leaveFreePictures(app, bonus, 0)
    const made = await waitForEnd(bonus, await submit(bonus))
    const [picture] = made.images
    expect(picture!.marked).toBe(true)
    await waitForEnd(bonus, await start(bonus, { image: picture!.id, strength: 0 }))
    const shown = await fetch(app.url + picture!.url)
    const used = engine.starts.at(-1)!.source!.image
    expect(Buffer.from(used)).toEqual(Buffer.from(await shown.arrayBuffer()))
  })

  test('repaints under a mask and keeps the size of the picture', async () => {
    const [image, mask] = [await uploadPng(ada, 101, 75), await uploadPng(ada, 101, 75)]
    const body = { image: image.id, mask: mask.id, mask_feather: 6 }
    const ended = await waitForEnd(ada, await start(ada, body))
    expect(ended.parameters).toMatchObject({ width: 101, height: 75, mask_feather: 6 })
    expect(engine.starts.at(-1)!.source).toMatchObject({ mask: { feather: 6 } })
    expect(ended.images[0]).toMatchObject({ width: 101, height: 75 })
    // What get_parameters answers makes it again, the size of no multiple of 8 included.
    const { text, model_hash, ...again } = await ada.call(api.predictionImages.parameters, {
      params: { id: ended.images[0]!.id },
    })
    expect(text).toContain('Denoising strength: 0.6, Mask blur: 6')
    expect(model_hash).toHaveLength(64)
    expect((await waitForEnd(ada, await start(ada, again as typeof body))).status).toBe('S')

    const other = await uploadPng(ada, 100, 75)
    const eve = await newPerson(app)
    const foreign = await uploadPng(eve, 101, 75)
    for (const wrong of [
      { ...body, mask: other.id },
      { ...body, mask: foreign.id },
      { ...body, mask: ended.images[0]!.id },
      { ...body, mask: 'nonsense' },
    ]) {
      expect(await refusedFields(start(ada, wrong))).toEqual(['mask'])
    }
  })

  test('is priced by its output, padding included', async () => {
    const { id } = await uploadPng(ada, 1000, 1000)
    const quoteOf = (body: Partial<DrawingRequestInput>) =>
      ada.call(api.quotes.create, { body: { ...REQUEST, image: id, ...body } })
    expect(await quoteOf({})).toMatchObject({ cost: 1 })
    const outpaint = { left: 200, right: 200, top: 0, bottom: 0 }
    expect(await quoteOf({ outpaint })).toMatchObject({ cost: 2 })
    const quote = await quoteOf({ outpaint: { ...outpaint, top: 900 }, num_images: 2 })
    expect(quote.cost).toBe(8)
    const body = { image: id, outpaint: { ...outpaint, top: 900 }, num_images: 2, quote: quote.id }
    const other = start(ada, { ...body, strength: 0.1 }).catch((error: ApiError) => error.code)
    expect(await other).toBe('quote_mismatch')
    const job = await start(ada, body)
    expect(job).toMatchObject({ cost: { held: 8 }, parameters: { width: 1400, height: 1900 } })
    await waitForEnd(ada, job)
    expect(engine.starts.at(-1)!.source!.padding).toEqual({ ...outpaint, top: 900 })
  })

  test('whose picture was deleted before it began fails and costs nothing', async () => {
    const { id } = await uploadPng(ada, 64, 64)
    const before = await balanceOf(ada)
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    engine.script = async (work) => {
      await gate
      await finishAll(work)
    }
    const first = await submit(ada)
    const second = await start(ada, { image: id })
    await ada.call(api.uploadedImages.remove, { params: { id } })
    release()
    await waitForEnd(ada, first)
    expect(await waitForEnd(ada, second)).toMatchObject({
      status: 'FL',
      error: { code: 'source_missing' },
      cost: { captured: 0, released: 1 },
    })
    expect((await balanceOf(ada)).credits).toBe(before.credits - 1)
    await expectCleanBooks(app)
  })
})

test('an image that could not be made releases its own credit alone', async () => {
  engine.script = finishFirst(2, async () => {
    throw new EngineError('picture_failed', 'black', {
      retryable: false,
      userMessage: 'One image could not be made.',
    })
  })
  const job = await waitForEnd(ada, await submit(ada, { num_images: 3 }))
  expect(job).toMatchObject({
    status: 'S',
    error: { code: 'picture_failed' },
    cost: { captured: 2, released: 1 },
  })
  await expectCleanBooks(app)
})

test('variation, hires and rescale reach the engine, the file and the reproduction', async () => {
  const body = {
    variation_seed: 4294967295,
    variation_strength: 0.25,
    hires: { scale: 2, steps: 7, strength: 0.4 },
    guidance_rescale: 0.7,
    seed: 11,
    num_images: 2,
  }
  const job = await waitForEnd(ada, await submit(ada, body))
  expect(engine.starts.at(-1)).toMatchObject({
    variation: { seed: 4294967295, strength: 0.25 },
    hires: { scale: 2, steps: 7, strength: 0.4 },
    guidanceRescale: 0.7,
  })
  const second = await ada.call(api.predictionImages.parameters, {
    params: { id: job.images[1]!.id },
  })
  expect(second).toMatchObject({ seed: 12, variation_seed: 0, variation_strength: 0.25 })
  expect(second.text).toContain('Variation seed: 0, Variation seed strength: 0.25')
  expect(second.text).toContain('Denoising strength: 0.4, Hires upscale: 2, Hires steps: 7')
  expect(second.text).toContain('CFG Rescale: 0.7')
})

test('a variation without a seed draws one and keeps it', async () => {
  const request = { variation_strength: 0.5, seed: 3 }
  const job = await submit(ada, request)
  expect(job.parameters.variation_seed).toEqual(expect.any(Number))
  await waitForEnd(ada, job)
  const again = await ada.call(api.inferenceJobs.createOrFind, {
    body: { ...REQUEST, type: 'TTI', width: 64, height: 64, ...request },
  })
  expect(again.id).not.toBe(job.id)
})

describe('what does not fit together is named', () => {
  const PADDING = { left: 8, top: 0, right: 0, bottom: 0 }
  test.each<[string[], Partial<DrawingRequestInput>]>([
    [['image'], {}],
    [['image'], { image: crypto.randomUUID() }],
    [['image'], { image: '../etc' }],
    [['strength'], { type: 'TTI', strength: 0.5 }],
    [['outpaint'], { type: 'TTI', outpaint: PADDING }],
    [['image', 'mask_feather'], { mask_feather: 4 }],
    [['image', 'variation_strength'], { variation_seed: 4 }],
    [['image', 'outpaint'], { outpaint: {} }],
    [['hires', 'image'], { outpaint: PADDING, hires: { scale: 2 } }],
    [['strength'], { strength: 1.5 }],
    [['outpaint'], { outpaint: { left: -8 } }],
    [['outpaint'], { outpaint: { left: 8.5 } }],
    [['outpaint'], { outpaint: { left: 4096 } }],
    [['hires'], { hires: { scale: 9 } }],
    [['hires'], { hires: { scale: 0.5 } }],
    [['hires'], { hires: { scale: 2, steps: 101 } }],
    [['hires'], { hires: { scale: 2, strength: -0.1 } }],
    [['image', 'mask'], { mask: '' }],
    [['mask_feather'], { mask_feather: 65 }],
    [['mask_feather'], { mask_feather: 1.5 }],
    [['variation_seed'], { variation_seed: 2 ** 32, variation_strength: 0.5 }],
    [['variation_strength'], { variation_strength: 1.01 }],
    [['guidance_rescale'], { guidance_rescale: -1 }],
    [['guidance_rescale'], { guidance_rescale: 2 }],
    [['loras'], { loras: [{ model: 'x', weight: -1 }] }],
    [['image', 'loras'], { loras: [{ model: '', weight: 1 }] }],
  ])('%j', async (fields, body) => {
    expect(await refusedFields(start(ada, body))).toEqual(fields)
  })

  test('sizes that the picture does not allow', async () => {
    const [tiny, large, good] = [
      await uploadPng(ada, 40, 40),
      await uploadPng(ada, 2100, 80),
      await uploadPng(ada, 2000, 2000),
    ]
    const outpaint = { left: 100 }
    expect(await refusedFields(start(ada, { image: tiny.id, outpaint }))).toEqual(['image'])
    expect(await refusedFields(start(ada, { image: large.id, outpaint }))).toEqual(['image'])
    expect(await refusedFields(start(ada, { image: good.id, outpaint }))).toEqual(['outpaint'])
    const sized = { image: good.id, outpaint: { left: 8 }, width: 512 }
    expect(await refusedFields(start(ada, sized))).toEqual(['width'])
    // Without a mask or padding any picture will do: it is scaled.
    for (const { id } of [tiny, large]) expect((await start(ada, { image: id })).status).toBe('P')
  })
})
