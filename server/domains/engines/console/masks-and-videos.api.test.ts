import sharp from 'sharp'
import { expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import type { ServiceModel } from '#contract/admin-service-models.ts'
import { proposeCredits } from '#contract/service-model-price.ts'
import {
  act,
  add,
  admin,
  app,
  fal,
  list,
  look,
  lookSoon,
  offered,
  person,
  read,
  replicate,
  tried,
  withAddedModels,
} from '#tests/support/added-models.ts'
import {
  FAL_FILL,
  FAL_MODEL,
  FAL_VIDEO,
  FAL_VIDEO_OF_IMAGE,
} from '#tests/support/doubles/fal-server.ts'
import {
  REPLICATE_MODEL,
  REPLICATE_RETOUCH,
  REPLICATE_VIDEO,
} from '#tests/support/doubles/replicate-server.ts'
import { balanceOf, submit, waitForEnd } from '#tests/support/generation.ts'
import { upload } from '#tests/support/uploads.ts'

withAddedModels()

const EDGE = 512
const GREEN = { r: 20, g: 160, b: 40 }

/** A green image, with a mask of its left half. */
async function source() {
  const create = { width: EDGE, height: EDGE, channels: 3 as const, background: GREEN }
  const image = await sharp({ create }).png().toBuffer()
  const half = await sharp({
    create: { ...create, width: EDGE / 2, background: 'white' },
  })
    .extend({ right: EDGE / 2, background: 'black' })
    .png()
    .toBuffer()
  const [{ id }, mask] = [
    await upload(person, image),
    await upload(person, half, { purpose: 'mask' }),
  ]
  return { image: id, mask: mask.id }
}

/** An order without a size: an image that is drawn over keeps its own. */
const repaint = async (model: string) =>
  person.call(api.inferenceJobs.create, {
    body: { type: 'ITI', prompt: 'a red ball', model, num_images: 1, ...(await source()) },
  })

const film = ({ id }: Pick<ServiceModel, 'id'>, more: { duration?: number; image?: string } = {}) =>
  person.call(api.videoInferenceJobs.create, {
    body: { provider: `ADDED:${id}`, prompt: 'a red ball rolls', ...more },
  })
const providers = async () => (await app.call(api.videoInferenceJobs.providers, {})).results
const provided = async ({ id }: ServiceModel) =>
  (await providers()).find(({ provider }) => provider === `ADDED:${id}`)

async function colourAt(url: string, left: number): Promise<number[]> {
  const answer = await fetch(new URL(url, app.url))
  const file = Buffer.from(await answer.arrayBuffer())
  const part = { left, top: EDGE / 2, width: 1, height: 1 }
  return [...(await sharp(file).extract(part).removeAlpha().raw().toBuffer())]
}

test('a model that needs an image and a mask is proposed as one that draws over parts of images', async () => {
  const { entry, problems } = await look(FAL_FILL)
  expect(problems).toEqual([])
  expect(entry).toMatchObject({
    does: 'inpaint',
    input: {
      prompt: '$prompt',
      image_url: '$image',
      mask_url: '$mask',
      seed: '$seed',
      num_images: 1,
      output_format: 'png',
    },
  })
  const { mask_url: _, ...input } = entry.input
  const body = { id: 'blind', margin: 30, entry: { ...entry, input } }
  const draft = await admin.call(api.adminServiceModels.add, { params: { id: 'fal' }, body })
  expect(draft.problems.map(({ kind }) => kind)).toEqual(['no_mask', 'needed'])
})

test('one that may take a mask draws from words, from images and over parts of them', async () => {
  const { entry } = await look(REPLICATE_RETOUCH, 'replicate')
  expect(entry).toMatchObject({
    does: 'draw',
    fromImage: { input: { image: '$image', prompt_strength: '$strength' } },
    // Its description says that black is drawn over.
    withMask: { input: { image: '$image', mask: '$kept_mask', prompt_strength: '$strength' } },
  })
  if (entry.does !== 'draw') return
  expect(entry.input).not.toHaveProperty('image')
  expect(entry.input).not.toHaveProperty('mask')
  expect(entry.fromImage!.input).not.toHaveProperty('mask')
})

test.each([
  ['fal', FAL_FILL],
  ['replicate', REPLICATE_RETOUCH],
])('masks of %s: tried, offered, and every pixel outside is kept', async (engine, of) => {
  const double = engine === 'fal' ? fal : replicate
  const model = await offered(add(of, engine))
  const before = await balanceOf(person)
  const job = await waitForEnd(person, await repaint(model.id))
  expect(job).toMatchObject({ status: 'S', engine, cost: { captured: model.entry.credits } })
  expect((await balanceOf(person)).credits).toBe(before.credits - model.entry.credits)
  const { input } = double.begun.at(-1)!
  expect([input['image_url'] ?? input['image'], input['mask_url'] ?? input['mask']]).toEqual([
    expect.stringContaining('http'),
    expect.stringContaining('http'),
  ])
  const [{ url } = { url: '' }] = job.images
  expect(await colourAt(url, EDGE - 20)).toEqual([GREEN.r, GREEN.g, GREEN.b])
  expect(await colourAt(url, 20)).not.toEqual([GREEN.r, GREEN.g, GREEN.b])
})

test('a model of masks alone draws nothing from words, and is the default of nobody', async () => {
  const { id } = await offered(add(FAL_FILL))
  await expect(submit(person, { model: id, width: 512, height: 512 })).rejects.toMatchObject({
    body: { type: ['This model only draws over parts of an image.'] },
  })
  const { image } = await source()
  await expect(submit(person, { type: 'ITI', model: id, image })).rejects.toMatchObject({
    status: 400,
  })
  const { results } = await app.call(api.generationServers.list, { query: {} })
  expect(results.flatMap(({ models }) => models).find((one) => one.id === id)).toMatchObject({
    needs_mask: true,
    features: ['inpaint', 'outpaint'],
  })
})

test('videos are proposed with their lengths, shapes and a price of a second', async () => {
  const { entry, credit_value: value, problems } = await look(FAL_VIDEO)
  expect(problems).toEqual([])
  expect(entry).toMatchObject({
    does: 'video',
    durations: [5, 10],
    durationAs: 'text',
    edge: 720,
    aspects: ['16:9', '9:16', '1:1'],
    input: { prompt: '$prompt', duration: '$duration', aspect_ratio: '$aspect' },
    cost: { dollars: 0.098, per: 'second' },
    credits: proposeCredits(entry, 30, value),
  })
  const left = 1 - 0.098 / ((entry.credits * value) / 1e6)
  expect(left).toBeGreaterThanOrEqual(0.3)

  const { entry: ofImage } = await look(FAL_VIDEO_OF_IMAGE)
  expect(ofImage.input).toMatchObject({ image_url: '$image' })
  expect(ofImage.input).not.toHaveProperty('tail_image_url')
  const { entry: both } = await look(REPLICATE_VIDEO, 'replicate')
  expect(both).toMatchObject({
    does: 'video',
    durations: [5, 8],
    durationAs: 'number',
    edge: 480,
    input: { duration: '$duration', seed: '$seed' },
    fromImage: { input: { start_image: '$image' } },
  })
  expect(both.input).not.toHaveProperty('start_image')
})

test.each([
  ['fal', FAL_VIDEO, 'none'],
  ['fal', FAL_VIDEO_OF_IMAGE, 'needed'],
  ['replicate', REPLICATE_VIDEO, 'optional'],
])(
  'a video model of %s (%s) is tried, offered and sold by the second',
  async (engine, of, image) => {
    const double = engine === 'fal' ? fal : replicate
    const model = await tried(await add(of, engine))
    expect(model.trial).toMatchObject({ state: 'made', problem: null })
    expect(model.trial.image).toMatch(/^data:image\/webp/)
    await act('offer', model)
    const { credits } = model.entry
    await expect
      .poll(() => provided(model))
      .toMatchObject({ image, prompt: 'needed', credits_per_second: credits })
    const { durations, sizes } = (await provided(model))!
    const longest = Math.max(...durations)

    const still = { image: (await source()).image }
    const first = image === 'none' ? {} : still
    const before = await balanceOf(person)
    const job = await film(model, { ...first, duration: longest })
    await waitForEnd(person, job)
    const made = await person.call(api.videoInferenceJobs.detail, { params: { id: job.id } })
    expect(made).toMatchObject({
      status: 'S',
      engine,
      // A second was delivered, so a second is paid.
      cost: { quoted: credits * longest, captured: credits },
      video: { width: 64, height: 64 },
    })
    expect(await balanceOf(person)).toEqual({
      credits: before.credits - credits,
      credits_held: 0,
    })
    const { input } = double.begun.at(-1)!
    const ratio = image === 'none' ? sizes[0]!.ratio : input['aspect_ratio']
    expect(ratio).toContain(':')
    expect(input).toMatchObject({
      prompt: 'a red ball rolls',
      duration: engine === 'fal' ? String(longest) : longest,
      aspect_ratio: ratio,
    })
    const given = input['image_url'] ?? input['start_image'] ?? 'none'
    expect(given).toMatch(image === 'none' ? /^none$/ : /^http/)
  },
)

test('a video that needs an image is refused without, and one that takes none is refused with one', async () => {
  const [needs, takesNone] = [await offered(add(FAL_VIDEO_OF_IMAGE)), await offered(add(FAL_VIDEO))]
  await expect
    .poll(async () => [await provided(needs), await provided(takesNone)])
    .not.toContain(undefined)
  await expect(film(needs)).rejects.toMatchObject({ body: { image: expect.anything() } })
  const { image } = await source()
  await expect(film(takesNone, { image })).rejects.toMatchObject({ status: 400 })
})

test('of a video whose computing is billed, the computing is recorded, not the length', async () => {
  const { price } = fal.published.get(FAL_VIDEO)!
  Object.assign(price, { unit: 'compute seconds', unit_price: 0.001 })
  const model = await offered(add(FAL_VIDEO))
  expect(model.entry.cost).toEqual({ dollars: 0.001, per: 'compute_second' })
  await expect.poll(() => provided(model)).toBeDefined()
  const { id } = await waitForEnd(person, await film(model, { duration: 10 }))
  const { engine_cost: micros } = await app.db.kysely
    .selectFrom('inference_jobs')
    .select('engine_cost')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // The double computes two seconds for each.
  expect(micros).toBe(2000)
})

test('videos of a model whose inputs change are refused with the reason, and nothing is charged', async () => {
  const model = await offered(add(FAL_VIDEO))
  await expect.poll(() => provided(model)).toBeDefined()
  const { schemas } = fal.published.get(FAL_VIDEO)!.openapi.components
  Object.assign(Object.values(schemas)[0]!.properties, {
    duration: { type: 'string', enum: ['5'], default: '5' },
  })
  await lookSoon()
  expect(await read(model)).toMatchObject({
    state: 'paused',
    paused_by: 'changed',
    changes: [{ kind: 'choice_gone', input: 'duration', before: '10' }],
  })
  await expect.poll(() => provided(model)).toBeUndefined()
  const before = await balanceOf(person)
  await expect(film(model)).rejects.toMatchObject({
    status: 400,
    body: { provider: [expect.stringContaining('its service has changed it')] },
  })
  expect(await balanceOf(person)).toEqual(before)
})

test('a video that fails, or whose file is none, gives its credits back', async () => {
  const model = await offered(add(FAL_VIDEO))
  await expect.poll(() => provided(model)).toBeDefined()
  const before = await balanceOf(person)
  for (const fault of ['content refused at once', 'half an image'] as const) {
    fal.faults = [fault, fault, fault]
    const ended = await waitForEnd(person, await film(model))
    expect(ended).toMatchObject({
      status: fault === 'half an image' ? 'FL' : 'B',
      cost: { captured: 0 },
    })
    fal.faults = []
  }
  expect(await balanceOf(person)).toEqual(before)
})

test('lengths that no input is given are refused, and one alone is sold', async () => {
  const { entry, id, margin } = await look(FAL_VIDEO)
  const { duration: _, ...input } = entry.input
  const place = (name: string, changed: object) =>
    admin.call(api.adminServiceModels.add, {
      params: { id: 'fal' },
      body: { id: name, margin, entry: { ...entry, input, ...changed } },
    })
  expect((await place(id, {})).problems).toEqual([{ kind: 'no_duration', input: null }])
  expect((await place('short', { durations: [5] })).problems).toEqual([])
})

test('of two services that offer one id at once, one does and the other hears why', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, other] = [
      await tried(await add(FAL_MODEL, 'fal', 'twin')),
      await tried(await add(REPLICATE_MODEL, 'replicate', 'twin')),
    ]
    const outcomes = await Promise.allSettled([act('offer', one), act('offer', other)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({
      code: 'conflict',
      body: { detail: expect.stringContaining('Another engine') },
    })
    const states = [...(await list('fal')), ...(await list('replicate'))].map(({ state }) => state)
    expect(states.toSorted()).toEqual(['draft', 'offered'])
    for (const engine of ['fal', 'replicate'])
      await admin.call(api.adminServiceModels.remove, { params: { id: engine, model: 'twin' } })
  }
})
